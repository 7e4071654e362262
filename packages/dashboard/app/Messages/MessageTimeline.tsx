import type { Email, TimelineEntry } from "@telemark/client"
import type { ComponentChildren } from "preact"
import { Card, Time, type Tone } from "../Parts/index.js"
import { useFormats } from "../Texts/index.js"
import styles from "./messages.module.css"
import { useMessageTexts } from "./useMessageTexts.js"

const tones: Readonly<Record<string, Tone>> = {
  "email.sent": "good", "email.delivered": "good", "email.deferred": "warn", "email.bounced": "bad", "email.complained": "bad", "email.failed": "bad", "email.opened": "info", "email.clicked": "info",
  "email.unsubscribed": "warn"
}

interface EntryProps {
  readonly name: string
  readonly at: string
  readonly tone?: Tone
  readonly message?: string
  readonly facts?: ReadonlyArray<readonly [name: string, value: ComponentChildren]>
}

const Entry = ({ at, facts = [], message, name, tone = "neutral" }: EntryProps) => (
  <li class={`${styles["entry"] ?? ""} ${styles[tone] ?? ""}`}>
    <h3>{name} <span><Time at={at} /></span></h3>
    {message === undefined ? null : <p>{message}</p>}
    {facts.length === 0 ? null : <dl>{facts.map(([term, value]) => <><dt>{term}</dt><dd>{value}</dd></>)}</dl>}
  </li>
)

/** What happened to a message, oldest first: each attempt with the server's own words. */
export const MessageTimeline = ({ email, entries }: { readonly email: Email; readonly entries: ReadonlyArray<TimelineEntry> }) => {
  const texts = useMessageTexts()
  const formats = useFormats()
  const factsOf = ({ ambiguous, attempt, duration_ms, link, machine, smtp_provider, smtp_response, tls, user_agent }: TimelineEntry): NonNullable<EntryProps["facts"]> => [
    ...(attempt === null ? [] : [[texts.attempt(attempt), smtp_provider ?? ""] as const]),
    ...(smtp_response === null ? [] : [[texts.serverReply, <code>{smtp_response}</code>] as const]),
    ...(attempt === null || smtp_provider === null || smtp_provider === "capture" ? [] : [[texts.tls, tls ?? texts.noTls] as const]),
    ...(duration_ms === null ? [] : [[texts.duration, formats.duration(duration_ms)] as const]),
    ...(link === undefined ? [] : [[texts.link, <code>{link}</code>] as const]),
    ...(user_agent === undefined ? [] : [[texts.userAgent, machine === true ? `${user_agent} (${texts.byMachine})` : user_agent] as const]),
    ...(ambiguous ? [["", texts.ambiguous] as const] : [])
  ]
  return (
    <Card title={texts.history}>
      <ol class={styles["timeline"]}>
        <Entry name={texts.acceptedEvent} at={email.created_at} tone="info" />
        {entries.map((entry) => (
          <Entry key={entry.id} name={texts.events[entry.type] ?? entry.type} at={entry.created_at} tone={tones[entry.type] ?? "neutral"} message={entry.message} facts={factsOf(entry)} />
        ))}
        {email.next_attempt_at === null ? null : <Entry name={email.attempts === 0 && email.scheduled_at !== null ? texts.scheduled : texts.nextAttempt} at={email.next_attempt_at} />}
      </ol>
    </Card>
  )
}
