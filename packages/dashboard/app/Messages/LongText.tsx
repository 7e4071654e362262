import { useState } from "preact/hooks"
import { Button } from "../Parts/index.js"
import styles from "./messages.module.css"
import { useMessageTexts } from "./useMessageTexts.js"

/**
 * As much as browsers lay out without a pause, in characters, even if each has a line of its own.
 */
const maxShown = 30_000

/** Text as it is, of which the rest is shown on request if it is long. */
export const LongText = ({ text, what }: { readonly text: string; readonly what: string }) => {
  const texts = useMessageTexts()
  const [isWhole, setWhole] = useState(text.length <= maxShown)
  return (
    <>
      <pre class={`code ${styles["plain"] ?? ""}`} tabIndex={0} role="region" aria-label={what}>
        {isWhole ? text : text.slice(0, maxShown)}
      </pre>
      {isWhole ? null : (
        <div>
          <Button
            small
            onClick={() => {
              setWhole(true)
            }}
          >
            {texts.showAll}
          </Button>
        </div>
      )}
    </>
  )
}
