import type { SmtpConnectionFailed } from "@telemark/client"
import { Notice } from "../Parts/index.js"
import styles from "./smtp.module.css"
import { useSmtpTexts } from "./useSmtpTexts.js"

const order = ["dns", "connect", "greeting", "tls", "auth"] as const

/** At which stage the test of a server failed, and what to do. */
export const Stages = ({ failure }: { readonly failure: SmtpConnectionFailed }) => {
  const texts = useSmtpTexts()
  const { hint, stage } = failure.details
  const at = order.findIndex((one) => one === stage)
  return (
    <Notice tone="bad">
      <strong>{texts.notSaved}</strong>
      {at < 0 ? (
        <span>
          {texts.stageLabel}: {texts.stages[stage]}
        </span>
      ) : (
        <ol class={styles["stages"]} aria-label={texts.stageOrder}>
          {order.slice(0, at + 1).map((one, index) => (
            <li key={one} {...(index === at ? { "aria-current": "step" as const } : {})}>
              <span aria-hidden="true">{index === at ? "✕" : "✓"}</span> {texts.stages[one]}
            </li>
          ))}
        </ol>
      )}
      <span>{failure.message}</span>
      {hint === undefined ? null : <span>{hint}</span>}
    </Notice>
  )
}
