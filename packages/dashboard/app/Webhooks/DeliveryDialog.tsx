import type { WebhookAttempt } from "@telemark/client"
import { useMutation, useQuery } from "@tanstack/preact-query"
import { Badge, Button, Code, Dialog, Loading, Notice, Problem, Time } from "../Parts/index.js"
import { useFormats } from "../Texts/index.js"
import { useEndpoints } from "./endpointsOf.js"
import { useWebhookTexts } from "./useWebhookTexts.js"
import styles from "./webhooks.module.css"

const tones = { delivered: "good", pending: "warn", failed: "bad" } as const

/** What an endpoint made of an attempt. */
export const AttemptBadge = ({ attempt }: { readonly attempt: WebhookAttempt }) => {
  const texts = useWebhookTexts()
  return (
    <Badge tone={tones[attempt.status]}>{texts.statuses[attempt.status] ?? attempt.status}</Badge>
  )
}

const readable = (json: string): string => {
  try {
    return JSON.stringify(JSON.parse(json), null, 2)
  } catch {
    return json
  }
}

const Posted = ({ endpointId, id }: { readonly endpointId: number; readonly id: string }) => {
  const texts = useWebhookTexts()
  const { api, page } = useEndpoints()
  const delivery = useQuery({
    queryKey: [page, "delivery", endpointId, id],
    queryFn: () => api.delivery(endpointId, id)
  })
  if (delivery.isPending) return <Loading />
  if (delivery.isError)
    return <Problem error={delivery.error} onRetry={() => void delivery.refetch()} />
  const { request } = delivery.data
  return request === null ? (
    <p class="muted">{texts.requestGone}</p>
  ) : (
    <div class={styles["snippet"]}>
      <Code text={readable(request)} what={texts.request} />
    </div>
  )
}

interface DeliveryDialogProps {
  readonly attempt: WebhookAttempt
  readonly endpointId: number
  /** Whether no later attempt of its event was made. */
  readonly isLast: boolean
  readonly mayReplay: boolean
  readonly onReplayed: (events: number) => void
  readonly onClose: () => void
}

/** One attempt: what was posted, what was answered, and why it failed. */
export const DeliveryDialog = ({
  attempt,
  endpointId,
  isLast,
  mayReplay,
  onClose,
  onReplayed
}: DeliveryDialogProps) => {
  const texts = useWebhookTexts()
  const { api } = useEndpoints()
  const formats = useFormats()
  const replay = useMutation({
    mutationFn: () => api.replay(endpointId, { event_id: attempt.event_id }),
    onSuccess: ({ events }) => {
      onReplayed(events)
    }
  })
  const isTest = attempt.attempt === 0
  const foot =
    mayReplay && !isTest ? (
      <Button
        look="primary"
        disabled={replay.isPending}
        onClick={() => {
          replay.mutate()
        }}
      >
        {texts.replayOne}
      </Button>
    ) : undefined
  return (
    <Dialog wide title={texts.deliveryTitle(attempt.type)} onClose={onClose} foot={foot}>
      {replay.isError ? <Problem isAction error={replay.error} /> : null}
      {attempt.error === null ? null : (
        <Notice tone="bad">
          <strong>{texts.why}</strong>
          <span>{attempt.error}</span>
        </Notice>
      )}
      <dl class="facts">
        <dt>{texts.result}</dt>
        <dd>
          <AttemptBadge attempt={attempt} />
        </dd>
        <dt>{texts.time}</dt>
        <dd>
          <Time at={attempt.created_at} />
        </dd>
        <dt>{texts.answer}</dt>
        <dd>
          {attempt.status_code ?? texts.noAnswer} · {formats.duration(attempt.duration_ms)}
        </dd>
        <dt>{texts.attempt}</dt>
        <dd>{isTest ? texts.isTest : attempt.attempt}</dd>
        {attempt.next_attempt_at === null ? null : (
          <>
            <dt>{texts.nextAttempt}</dt>
            <dd>
              <Time at={attempt.next_attempt_at} relative={isLast} isDue={isLast} />
            </dd>
          </>
        )}
        <dt>{texts.eventId}</dt>
        <dd>
          <code>{attempt.event_id}</code>
        </dd>
      </dl>
      <h3>{texts.request}</h3>
      <Posted endpointId={endpointId} id={attempt.id} />
      <h3>{texts.response}</h3>
      {attempt.response === null ? (
        <p class="muted">{texts.responseNone}</p>
      ) : attempt.response === "" ? (
        <p class="muted">{texts.responseEmpty}</p>
      ) : (
        <div class={styles["snippet"]}>
          <Code text={readable(attempt.response)} what={texts.response} />
        </div>
      )}
    </Dialog>
  )
}
