import type { TestWebhook, WebhookAttempt, WebhookEndpoint } from "@telemark/client"
import { useState } from "preact/hooks"
import { FormDialog, Select, useForm } from "../Parts/index.js"
import { useFormats } from "../Texts/index.js"
import { AttemptBadge } from "./DeliveryDialog.js"
import { type Kind, useEndpoints } from "./endpointsOf.js"
import { useWebhookTexts } from "./useWebhookTexts.js"
import styles from "./webhooks.module.css"

interface TestDialogProps {
  readonly endpoint: WebhookEndpoint
  readonly onTested: () => void
  readonly onClose: () => void
}

/** Posts samples to an endpoint and shows what it answers. */
export const TestDialog = ({ endpoint, onClose, onTested }: TestDialogProps) => {
  const texts = useWebhookTexts()
  const { api, kinds } = useEndpoints()
  const formats = useFormats()
  const [kind, setKind] = useState<string>(endpoint.events[0] ?? "all")
  const [attempts, setAttempts] = useState<ReadonlyArray<WebhookAttempt>>([])
  const form = useForm({
    fields: [],
    send: async () => {
      setAttempts([])
      for (const type of kind === "all" ? kinds : [kind as Kind]) {
        const attempt = await api.test(endpoint.id, { type } as TestWebhook)
        setAttempts((all) => [...all, attempt])
      }
    },
    onDone: onTested
  })
  return (
    <FormDialog
      form={form}
      title={texts.testTitle}
      action={form.isBusy ? texts.testing : texts.testSend}
      onClose={onClose}
      isDone={attempts.length > 0}
    >
      <p>{texts.testText}</p>
      <Select
        label={texts.testKind}
        value={kind}
        onValue={(next) => {
          setKind(next)
        }}
        options={[["all", texts.testAll], ...kinds.map((type) => [type, type] as const)]}
      />
      <div role="log">
        <ul class={styles["tests"]} aria-label={texts.deliveries}>
          {attempts.map((attempt) => (
            <li key={attempt.id} class={styles["test"]}>
              <span class="spread">
                <code>{attempt.type}</code>
                <span class="row">
                  <span class="muted">
                    {attempt.status_code ?? texts.noAnswer} ·{" "}
                    {formats.duration(attempt.duration_ms)}
                  </span>
                  <AttemptBadge attempt={attempt} />
                </span>
              </span>
              {attempt.error === null ? null : <span class={styles["why"]}>{attempt.error}</span>}
              {attempt.response === null || attempt.response === "" ? null : (
                <span class={styles["answer"]}>{attempt.response}</span>
              )}
            </li>
          ))}
        </ul>
      </div>
    </FormDialog>
  )
}
