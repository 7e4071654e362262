import type { Email, EmailContent, EmailStatus } from "@telemark/contract"
import { foldAddress, parseMailbox } from "@telemark/contract"
import { type MessagesOfSend, uuidOfId } from "@telemark/core"

/** From the worst to the best: what is told of a send is the worst of its messages. */
const ranked = [
  "bounced",
  "complained",
  "failed",
  "suppressed",
  "canceled",
  "delivery_delayed",
  "scheduled",
  "queued",
  "sent",
  "delivered"
] as const

export type LastEvent = (typeof ranked)[number]

const byStatus: Readonly<Record<EmailStatus, LastEvent>> = {
  queued: "queued",
  sending: "queued",
  sent: "sent",
  failed: "failed",
  bounced: "bounced",
  complained: "complained",
  delivered: "delivered",
  deferred: "delivery_delayed"
}

export const lastEventOf = ({
  attempts,
  failure_code,
  scheduled_at,
  status
}: Pick<Email, "attempts" | "failure_code" | "scheduled_at" | "status">): LastEvent => {
  if (status === "failed" && failure_code === "cancelled") return "canceled"
  if (status === "failed" && failure_code === "suppressed") return "suppressed"
  return status === "queued" && scheduled_at !== null && attempts === 0
    ? "scheduled"
    : byStatus[status]
}

export const worstOf = (messages: ReadonlyArray<Email>): LastEvent => {
  const events = new Set(messages.map(lastEventOf))
  return ranked.find((event) => events.has(event)) ?? "queued"
}

const someOrNull = (texts: ReadonlyArray<string>): ReadonlyArray<string> | null =>
  texts.length === 0 ? null : texts

const keyOf = (text: string): string => foldAddress(parseMailbox(text)?.address ?? text)

/** Recipients whom the mail doesn't show. */
const blindOf = (
  messages: ReadonlyArray<Email>,
  { cc, to }: Pick<EmailContent, "cc" | "to">
): ReadonlyArray<string> => {
  const shown = new Set([...to, ...cc].map(keyOf))
  return messages
    .map(({ recipient_email }) => recipient_email)
    .filter((address) => !shown.has(keyOf(address)))
}

/** A whole send; without its content if that is no longer stored. */
export const emailAnswer = (messages: MessagesOfSend, content: EmailContent | undefined) => {
  const [first] = messages
  const shown = content ?? { to: messages.map(({ recipient_email }) => recipient_email), cc: [] }
  const messageId = content?.headers.find(({ name }) => name.toLowerCase() === "message-id")?.value
  return {
    object: "email",
    id: uuidOfId(first.id),
    message_id: messageId ?? null,
    from: content?.from ?? first.sender_email,
    to: shown.to,
    cc: someOrNull(shown.cc),
    bcc: someOrNull(blindOf(messages, shown)),
    reply_to: someOrNull(content?.reply_to ?? []),
    subject: first.subject,
    html: content?.html ?? null,
    text: content?.text ?? null,
    tags: Object.entries(first.tags).map(([name, value]) => ({ name, value })),
    topic_id: first.topic,
    created_at: first.created_at,
    scheduled_at: first.scheduled_at,
    last_event: worstOf(messages)
  }
}

/** All that is known of a send whose recipients were all suppressed. */
export const suppressedAnswer = (id: string): object => ({
  object: "email",
  id,
  message_id: null,
  from: null,
  to: [],
  cc: null,
  bcc: null,
  reply_to: null,
  subject: null,
  html: null,
  text: null,
  tags: [],
  topic_id: null,
  created_at: null,
  scheduled_at: null,
  last_event: "suppressed"
})

/** Lists don't look at contents: all recipients stand in `to`. */
export const listedEmail = (messages: MessagesOfSend): object => {
  const {
    html: _html,
    object: _object,
    tags: _tags,
    text: _text,
    ...listed
  } = emailAnswer(messages, undefined)
  return listed
}
