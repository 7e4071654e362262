import type { WebhookEndpoint } from "@telemark/client"
import { Badge, Notice } from "../Parts/index.js"
import { useFormats } from "../Texts/index.js"
import { useWebhookTexts } from "./useWebhookTexts.js"

/** Whether an endpoint gets events and takes them. */
export const HealthBadge = ({
  endpoint: { active, disabled_reason, failing_since }
}: {
  readonly endpoint: WebhookEndpoint
}) => {
  const texts = useWebhookTexts()
  if (!active)
    return <Badge tone={disabled_reason === null ? "neutral" : "bad"}>{texts.inactive}</Badge>
  return failing_since === null ? (
    <Badge tone="good">{texts.active}</Badge>
  ) : (
    <Badge tone="warn">{texts.failing}</Badge>
  )
}

/** What is wrong with an endpoint, and what to do. */
export const HealthNotice = ({
  endpoint: { active, disabled_reason, failing_since }
}: {
  readonly endpoint: WebhookEndpoint
}) => {
  const texts = useWebhookTexts()
  const formats = useFormats()
  if (!active && disabled_reason !== null) {
    return (
      <Notice tone="bad">
        <strong>{disabled_reason === "gone" ? texts.goneTitle : texts.failedTitle}</strong>
        <span>{texts.disabledText}</span>
      </Notice>
    )
  }
  if (!active || failing_since === null) return null
  return (
    <Notice tone="warn">
      <strong>{texts.failingTitle(formats.short(failing_since))}</strong>
      <span>{texts.failingText}</span>
    </Notice>
  )
}
