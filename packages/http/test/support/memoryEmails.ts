import {
  type Attachment, AttachmentStore, type Cancellation, type Cancelled, type EmailFilter, type EmailPage, type EmailRecord, EmailStore, type FeedbackChange,
  decideCancelled, idempotencyMillis, type PreparedSend, type Replay, type SendResult, splitAddress
} from "@telemark/core"
import { Effect, Layer } from "effect"

/** What the messages of a memory need of what is kept beside them. */
interface Beside {
  readonly isSuppressed: (tenantId: string, folded: string) => boolean
  /** Which tenant has verified a domain. */
  readonly ownerOf: (domain: string) => string | undefined
  /** Changes a message with its event. */
  readonly write: (email: EmailRecord, change: FeedbackChange) => void
}

export const newestFirst = <A extends { readonly created_at: number; readonly id: string }>(rows: Iterable<A>) =>
  [...rows].sort((a, b) => b.created_at - a.created_at || (a.id < b.id ? 1 : -1))

const isWanted = ({ recipient, since = -Infinity, status, tag, template_id, until = Infinity }: EmailFilter) => (row: EmailRecord): boolean =>
  (status === undefined || row.status === status) &&
  (recipient === undefined || row.recipient_email.toLowerCase() === recipient.toLowerCase()) &&
  (template_id === undefined || row.template_id === template_id) &&
  (tag === undefined || row.tags[tag.name] === tag.value) &&
  row.created_at >= since && row.created_at < until

/** Messages and their files, in memory. */
export const makeMemoryEmails = (emails: Array<EmailRecord>, { isSuppressed, ownerOf, write }: Beside) => {
  const files = new Map<string, ReadonlyArray<Attachment>>()
  const replays = new Map<string, Replay & { readonly created_at: number }>()
  const used = new Map<string, number>()
  const keyOf = (tenantId: string, key: string) => `${tenantId} ${key}`
  const use = (tenantId: string, recipients: number): void => void used.set(tenantId, (used.get(tenantId) ?? 0) + recipients)
  const findEmail = (tenantId: string, id: string) => emails.find((row) => row.id === id && row.tenant_id === tenantId)

  const replayOf = (tenantId: string, key: string, now: number): Replay | undefined => {
    const first = replays.get(keyOf(tenantId, key))
    if (first === undefined || now - first.created_at >= idempotencyMillis) return undefined
    return { result: first.result, body_digest: first.body_digest }
  }

  const keep = ({ created_at, metadata, scheduled_at, sender, subject, tags, template_id, template_version, tenant_id }: PreparedSend, id: string, address: string): void =>
    void emails.push({
      id, tenant_id, recipient_email: address, sender_email: sender.address, template_id, template_version, subject,
      status: "queued", smtp_provider: "", smtp_response: null, error_message: null, attempts: 0, metadata, tags, scheduled_at,
      sent_at: null, next_attempt_at: scheduled_at ?? created_at, created_at
    })

  const accept = (send: PreparedSend) => {
    const { created_at, idempotency, tenant_id } = send
    const replay = idempotency === null ? undefined : replayOf(tenant_id, idempotency.key, created_at)
    if (replay !== undefined) return { _tag: "Replayed" as const, ...replay }
    const owner = send.sender_policy === "trusted" ? tenant_id : ownerOf(splitAddress(send.sender.address)?.domain ?? "")
    if (owner !== tenant_id && (owner !== undefined || send.sender_policy === "verified")) {
      return { _tag: "SenderRefused" as const, reason: owner === undefined ? "not_verified" as const : "owned_by_another" as const }
    }
    const isLeftOut = ({ folded }: { readonly folded: string }) => isSuppressed(tenant_id, folded)
    const kept = send.recipients.filter((recipient) => !isLeftOut(recipient))
    if (send.monthly_limit !== null && (used.get(tenant_id) ?? 0) + kept.length > send.monthly_limit) return { _tag: "QuotaExceeded" as const }
    const result: SendResult = {
      queued: kept.map(({ address, id }) => ({ id, recipient: address, status: "queued" })),
      suppressed: send.recipients.filter(isLeftOut).map(({ address }) => address),
      idempotent_replay: false,
      ...(send.warnings.length === 0 ? {} : { warnings: send.warnings })
    }
    use(tenant_id, kept.length)
    files.set(send.body.id, send.attachments)
    for (const { address, id } of kept) keep(send, id, address)
    if (idempotency !== null) replays.set(keyOf(tenant_id, idempotency.key), { result, body_digest: idempotency.body_digest, created_at })
    return { _tag: "Accepted" as const, result }
  }

  const list = (tenantId: string, { after, limit, offset }: EmailPage, filter: EmailFilter) => {
    const behind = after === undefined ? undefined : findEmail(tenantId, after)
    if (after !== undefined && behind === undefined) return undefined
    const all = newestFirst(emails.filter(({ tenant_id }) => tenant_id === tenantId))
    return all.slice(behind === undefined ? 0 : all.indexOf(behind) + 1).filter(isWanted(filter)).slice(offset, offset + limit)
  }

  const cancel = (cancellation: Cancellation): Cancelled => {
    const { id, tenant_id } = cancellation
    const email = findEmail(tenant_id, id)
    if (email === undefined) return "unknown"
    if (email.status === "sending") return "in_hand"
    const change = decideCancelled({ ...email, mayBeTaken: false }, cancellation)
    if (change === undefined) return "settled"
    write(email, { ...change, report_key: null, smtp_response: email.smtp_response, suppress: null })
    use(tenant_id, -1)
    return "cancelled"
  }

  return Layer.merge(
    Layer.succeed(EmailStore, {
      accept: (send) => Effect.sync(() => accept(send)),
      findReplay: (tenantId, key, now) => Effect.sync(() => replayOf(tenantId, key, now)),
      find: (tenantId, id) => Effect.sync(() => findEmail(tenantId, id)),
      list: (tenantId, page, filter) => Effect.sync(() => list(tenantId, page, filter)),
      cancel: (cancellation) => Effect.sync(() => cancel(cancellation))
    }),
    Layer.succeed(AttachmentStore, { read: (bodyId) => Effect.sync(() => files.get(bodyId) ?? []) })
  )
}
