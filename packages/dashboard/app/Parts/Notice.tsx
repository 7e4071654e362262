import type { ComponentChildren } from "preact"
import { explain } from "../Client/index.js"
import { useTexts } from "../Texts/index.js"
import type { Tone } from "./Badge.js"
import { Button } from "./Button.js"

/** Something that people must know about what stands beside it. Problems are read aloud at once. */
export const Notice = ({
  children,
  tone = "neutral"
}: {
  readonly children: ComponentChildren
  readonly tone?: Tone
}) => (
  <div
    class={tone === "neutral" ? "notice" : `notice notice-${tone}`}
    role={tone === "bad" ? "alert" : "status"}
  >
    {children}
  </div>
)

interface ProblemProps {
  readonly error: unknown
  readonly onRetry?: () => void
  /** Whether something could not be done, and not loaded. */
  readonly isAction?: boolean
}

/** What went wrong, in the server's words. */
export const Problem = ({ error, isAction = false, onRetry }: ProblemProps) => {
  const texts = useTexts()
  return (
    <Notice tone="bad">
      <strong>{isAction ? texts.refused : texts.failed}</strong>
      <span>{explain(error)}</span>
      {onRetry === undefined ? null : (
        <div>
          <Button small onClick={onRetry}>
            {texts.retry}
          </Button>
        </div>
      )}
    </Notice>
  )
}
