import type { Email, TimelineEntry as EventEntry } from "@telemark/client"
import type { ComponentProps } from "preact"
import { Card, Sentence, Timeline, TimelineEntry, type Tone } from "../Parts/index.js"
import { useFormats, useTexts } from "../Texts/index.js"
import { useMessageTexts } from "./useMessageTexts.js"

const tones: Readonly<Record<string, Tone>> = {
  "email.sent": "good",
  "email.delivered": "good",
  "email.deferred": "warn",
  "email.bounced": "bad",
  "email.complained": "bad",
  "email.failed": "bad",
  "email.opened": "info",
  "email.clicked": "info",
  "email.unsubscribed": "warn"
}

/** What happened to a message, oldest first: each attempt with the server's own words. */
export const MessageTimeline = ({
  email,
  entries
}: {
  readonly email: Email
  readonly entries: ReadonlyArray<EventEntry>
}) => {
  const texts = useMessageTexts()
  const { statuses } = useTexts()
  const formats = useFormats()
  const shownAs = ({
    type,
    verdict
  }: EventEntry): Pick<ComponentProps<typeof TimelineEntry>, "name" | "tone"> =>
    verdict === "cancelled"
      ? { name: statuses["cancelled"] }
      : { name: texts.events[type] ?? type, tone: tones[type] ?? "neutral" }
  const factsOf = ({
    ambiguous,
    attempt,
    duration_ms,
    link,
    machine,
    message,
    smtp_provider,
    smtp_response,
    tls,
    user_agent
  }: EventEntry): NonNullable<ComponentProps<typeof TimelineEntry>["facts"]> => [
    ...(attempt === null ? [] : [[texts.attempt(attempt), smtp_provider ?? ""] as const]),
    // The sentence quotes it, if it is short.
    ...(smtp_response === null || message.includes(smtp_response)
      ? []
      : [[texts.serverReply, <code>{smtp_response}</code>] as const]),
    ...(attempt === null || smtp_provider === null || smtp_provider === "capture"
      ? []
      : [[texts.tls, tls ?? texts.noTls] as const]),
    ...(duration_ms === null ? [] : [[texts.duration, formats.duration(duration_ms)] as const]),
    ...(link === undefined ? [] : [[texts.link, <code>{link}</code>] as const]),
    ...(user_agent === undefined
      ? []
      : [
          [
            texts.userAgent,
            machine === true ? `${user_agent} (${texts.byMachine})` : user_agent
          ] as const
        ]),
    ...(ambiguous ? [["", texts.ambiguous] as const] : [])
  ]
  return (
    <Card title={texts.history}>
      <Timeline>
        <TimelineEntry name={texts.acceptedEvent} at={email.created_at} tone="info" />
        {entries.map((entry) => (
          <TimelineEntry
            key={entry.id}
            {...shownAs(entry)}
            at={entry.created_at}
            message={<Sentence text={entry.message} />}
            facts={factsOf(entry)}
          />
        ))}
        {email.next_attempt_at === null || email.status === "sending" ? null : (
          <TimelineEntry
            isDue
            name={
              email.attempts === 0 && email.scheduled_at !== null
                ? texts.scheduled
                : texts.nextAttempt
            }
            at={email.next_attempt_at}
          />
        )}
      </Timeline>
    </Card>
  )
}
