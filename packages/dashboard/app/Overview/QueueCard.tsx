import { useQuery } from "@tanstack/preact-query"
import type { Period } from "@telemark/contract"
import { client } from "../Client/index.js"
import { Card, Loading, Problem, Time } from "../Parts/index.js"
import { useFormats } from "../Texts/index.js"
import styles from "./overview.module.css"
import { refreshed } from "./refreshed.js"
import { useOverviewTexts } from "./useOverviewTexts.js"

/** What waits now, and how fast mail was delivered. */
export const QueueCard = ({ period }: { readonly period: Period }) => {
  const texts = useOverviewTexts()
  const formats = useFormats()
  const delivery = useQuery({
    queryKey: ["analytics", "delivery", period],
    queryFn: () => client.analytics.delivery(period),
    ...refreshed
  })
  if (delivery.isPending)
    return (
      <Card title={texts.queue}>
        <Loading />
      </Card>
    )
  if (delivery.isError)
    return (
      <Card title={texts.queue}>
        <Problem error={delivery.error} onRetry={() => void delivery.refetch()} />
      </Card>
    )
  const {
    handover_ms: { count, p50, p95 },
    oldest_due_at,
    ...waiting
  } = delivery.data
  const duration = (millis: number | null): string =>
    millis === null ? "–" : formats.duration(millis)
  return (
    <Card title={texts.queue}>
      <div class="stack">
        <dl class={styles["facts"]}>
          {(["queued", "sending", "deferred", "scheduled"] as const).map((member) => (
            <>
              <dt>{texts[member]}</dt>
              <dd>
                <strong>{formats.number(waiting[member])}</strong>
              </dd>
            </>
          ))}
          <dt>{texts.oldest}</dt>
          <dd>
            {oldest_due_at === null ? (
              <span class="muted">{texts.nothingDue}</span>
            ) : (
              <Time at={oldest_due_at} relative />
            )}
          </dd>
        </dl>
        <h3>
          {texts.timeToSend} <span class="muted">{texts.timeToSendOf(formats.number(count))}</span>
        </h3>
        <dl class={styles["facts"]}>
          <dt>{texts.p50}</dt>
          <dd>
            <strong>{duration(p50)}</strong>
          </dd>
          <dt>{texts.p95}</dt>
          <dd>
            <strong>{duration(p95)}</strong>
          </dd>
        </dl>
      </div>
    </Card>
  )
}
