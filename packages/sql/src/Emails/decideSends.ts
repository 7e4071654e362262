import { type AcceptOutcome, addressKey, type DomainKey, domainKey, idempotencyMillis, monthOf, type PreparedSend, senderOf, type SendResult } from "@telemark/core"
import type { FoundSenders } from "../Domains/index.js"

/** What an Idempotency-Key was answered with. */
export interface FirstUse {
  readonly result: SendResult
  readonly body_digest: string
  readonly created_at: number
}

/** What is stored about a batch of sends before anything of it is written. */
export interface Found {
  /** By `idempotencyKey`. */
  readonly firstUses: ReadonlyMap<string, FirstUse>
  /** Of the domains that are sent from, as far as they are among `askedSenders`. */
  readonly senders: FoundSenders
  /** Of `addressKey`. */
  readonly suppressed: ReadonlySet<string>
  /** Recipients queued so far, by `monthKey`; of tenants without a limit it need not be known. */
  readonly used: ReadonlyMap<string, number>
}

/** What becomes of a send: its outcome, and the recipients that are to be queued. */
export interface Decision {
  readonly send: PreparedSend
  readonly outcome: AcceptOutcome
  readonly queued: PreparedSend["recipients"]
}

export const idempotencyKey = (tenantId: string, key: string): string => `${tenantId} ${key}`
export const monthKey = (tenantId: string, month: string): string => `${tenantId} ${month}`

/** The warnings of a send that is queued: whether its mail is signed is known here alone. */
const warningsOf = (send: PreparedSend, { ownServers, signed }: FoundSenders): ReadonlyArray<string> =>
  send.unsigned_warning === null || signed.has(domainKey(senderOf(send))) || ownServers.has(send.tenant_id)
    ? send.warnings
    : [...send.warnings, send.unsigned_warning]

const resultOf = (send: PreparedSend, queued: PreparedSend["recipients"], warnings: ReadonlyArray<string>): SendResult => ({
  queued: queued.map(({ address, id }) => ({ id, recipient: address, status: "queued" })),
  suppressed: send.recipients.filter((recipient) => !queued.includes(recipient)).map(({ address }) => address),
  idempotent_replay: false,
  ...(warnings.length > 0 ? { warnings } : {})
})

/** The decision that repeats an earlier answer. */
export const replay = (send: PreparedSend, { body_digest, result }: FirstUse): Decision => ({
  send, queued: [], outcome: { _tag: "Replayed", result, body_digest }
})

/** Who sends, and from which domains. */
export const sendersOf = (sends: ReadonlyArray<PreparedSend>): ReadonlyArray<DomainKey> => sends.map(senderOf)

/** The senders about which something must be known: they may be refused, or their mail may leave unsigned. */
export const askedSenders = (sends: ReadonlyArray<PreparedSend>): ReadonlyArray<DomainKey> =>
  sendersOf(sends.filter(({ sender_policy, unsigned_warning }) => sender_policy !== "trusted" || unsigned_warning !== null))

/** Why a send's sender may not be used; undefined if it may. */
const refusalOf = (send: PreparedSend, { owners }: FoundSenders): "owned_by_another" | "not_verified" | undefined => {
  const owner = send.sender_policy === "trusted" ? send.tenant_id : owners.get(senderOf(send).domain)
  if (owner === send.tenant_id) return undefined
  if (owner !== undefined) return "owned_by_another"
  return send.sender_policy === "verified" ? "not_verified" : undefined
}

/**
 * Decides sends in the order in which they came. A repeated key answers with its first result, also within
 * the batch. Else a send is refused if its sender may not be used. It counts its queued recipients against the month
 * and is refused whole if they don't fit. A refused send uses neither its key nor the month up.
 */
export const decideSends = (sends: ReadonlyArray<PreparedSend>, found: Found): ReadonlyArray<Decision> => {
  const firstUses = new Map(found.firstUses)
  const used = new Map(found.used)

  return sends.map((send): Decision => {
    const { created_at, idempotency, monthly_limit, tenant_id } = send
    const key = idempotency === null ? undefined : idempotencyKey(tenant_id, idempotency.key)
    const firstUse = key === undefined ? undefined : firstUses.get(key)
    if (firstUse !== undefined && created_at - firstUse.created_at < idempotencyMillis) {
      return replay(send, firstUse)
    }

    const reason = refusalOf(send, found.senders)
    if (reason !== undefined) return { send, queued: [], outcome: { _tag: "SenderRefused", reason } }

    const queued = send.recipients.filter(({ folded }) => !found.suppressed.has(addressKey(tenant_id, folded)))
    const month = monthKey(tenant_id, monthOf(created_at))
    const total = (used.get(month) ?? 0) + queued.length
    if (monthly_limit !== null && queued.length > 0 && total > monthly_limit) {
      return { send, queued: [], outcome: { _tag: "QuotaExceeded" } }
    }
    used.set(month, total)

    const result = resultOf(send, queued, queued.length > 0 ? warningsOf(send, found.senders) : send.warnings)
    if (key !== undefined && idempotency !== null) {
      firstUses.set(key, { result, body_digest: idempotency.body_digest, created_at })
    }
    return { send, queued, outcome: { _tag: "Accepted", result } }
  })
}
