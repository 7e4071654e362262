import type { UnmatchedFeedback } from "@telemark/client"
import { keepPreviousData, useQuery } from "@tanstack/preact-query"
import { client, given } from "../Client/index.js"
import { Badge, Card, Empty, Loading, PagerAfter, Problem, Table, Time } from "../Parts/index.js"
import { useParameters } from "../Routing/index.js"
import { providers } from "./providers.js"
import styles from "./feedbackSources.module.css"
import { useSourceTexts } from "./useSourceTexts.js"

const About = ({ report }: { readonly report: UnmatchedFeedback }) => {
  const names = [report.email_id, report.message_id, report.provider_id].filter(
    (name) => name !== null
  )
  return (
    <div class={styles["about"]}>
      {report.recipient === null ? null : <span>{report.recipient}</span>}
      {names.map((name) => (
        <code key={name} class="muted">
          {name}
        </code>
      ))}
    </div>
  )
}

/** Feedback that no mail is known for. */
export const Unmatched = () => {
  const texts = useSourceTexts()
  const { change, parameters } = useParameters()
  const after = parameters.get("after") ?? ""
  const reports = useQuery({
    queryKey: ["feedback", "unmatched", after],
    queryFn: () => client.feedback.unmatched({ limit: 50, ...given({ after }) }),
    placeholderData: keepPreviousData
  })
  if (reports.isPending) return <Loading />
  if (reports.isError)
    return <Problem error={reports.error} onRetry={() => void reports.refetch()} />
  const { data, next } = reports.data
  const channelOf = (source: string): string =>
    texts.channels[source] ??
    (Object.hasOwn(providers, source) ? providers[source as keyof typeof providers] : source)
  return (
    <>
      <p class="muted">{texts.unmatchedIntro}</p>
      {data.length === 0 ? (
        <Card>
          <Empty title={texts.unmatchedEmptyTitle}>
            <p>{texts.unmatchedEmpty}</p>
          </Empty>
        </Card>
      ) : (
        <Card flush>
          <Table
            label={texts.unmatched}
            rows={data}
            keyOf={({ id }) => id}
            columns={[
              { name: texts.received, cell: ({ created_at }) => <Time at={created_at} /> },
              { name: texts.from, cell: ({ source }) => channelOf(source) },
              {
                name: texts.reason,
                cell: ({ kind, reason }) => (
                  <div class={styles["about"]}>
                    <Badge tone={reason === "unread" ? "warn" : "neutral"}>
                      {texts.reasons[reason]}
                    </Badge>
                    {kind === null ? null : <span class="muted">{texts.kinds[kind] ?? kind}</span>}
                  </div>
                )
              },
              { name: texts.about, cell: (report) => <About report={report} /> },
              {
                name: texts.said,
                cell: ({ excerpt, smtp_response }) => (
                  <span class={styles["said"]}>{smtp_response ?? excerpt ?? "–"}</span>
                )
              },
              {
                name: texts.nextLook,
                cell: ({ next_attempt_at }) =>
                  next_attempt_at === null ? "–" : <Time at={next_attempt_at} relative isDue />
              }
            ]}
          />
          <PagerAfter
            after={after}
            next={next}
            toPage={(next) => {
              change({ after: next }, true)
            }}
          />
        </Card>
      )}
    </>
  )
}
