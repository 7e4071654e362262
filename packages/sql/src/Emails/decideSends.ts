import { type AcceptOutcome, idempotencyMillis, monthOf, type PreparedSend, type SendResult, splitAddress } from "@telemark/core"
import { addressKey } from "../Suppressions/index.js"

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
  /** The tenants that own the senders' domains, by domain; where the sender is trusted it need not be known. */
  readonly owners: ReadonlyMap<string, string>
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

const resultOf = (send: PreparedSend, queued: PreparedSend["recipients"]): SendResult => ({
  queued: queued.map(({ address, id }) => ({ id, recipient: address, status: "queued" })),
  suppressed: send.recipients.filter((recipient) => !queued.includes(recipient)).map(({ address }) => address),
  idempotent_replay: false,
  ...(send.warnings.length > 0 ? { warnings: send.warnings } : {})
})

/** The decision that repeats an earlier answer. */
export const replay = (send: PreparedSend, { body_digest, result }: FirstUse): Decision => ({
  send, queued: [], outcome: { _tag: "Replayed", result, body_digest }
})

/** The domain of a send's sender, which it may be refused for; undefined if the sender is trusted. */
export const policedDomain = ({ sender, sender_policy }: PreparedSend): string | undefined =>
  sender_policy === "trusted" ? undefined : splitAddress(sender.address)?.domain ?? ""

/** Why a send's sender may not be used; undefined if it may. */
const refusalOf = (send: PreparedSend, owners: Found["owners"]): "owned_by_another" | "not_verified" | undefined => {
  const domain = policedDomain(send)
  const owner = domain === undefined ? send.tenant_id : owners.get(domain)
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

    const reason = refusalOf(send, found.owners)
    if (reason !== undefined) return { send, queued: [], outcome: { _tag: "SenderRefused", reason } }

    const queued = send.recipients.filter(({ folded }) => !found.suppressed.has(addressKey(tenant_id, folded)))
    const month = monthKey(tenant_id, monthOf(created_at))
    const total = (used.get(month) ?? 0) + queued.length
    if (monthly_limit !== null && queued.length > 0 && total > monthly_limit) {
      return { send, queued: [], outcome: { _tag: "QuotaExceeded" } }
    }
    used.set(month, total)

    const result = resultOf(send, queued)
    if (key !== undefined && idempotency !== null) {
      firstUses.set(key, { result, body_digest: idempotency.body_digest, created_at })
    }
    return { send, queued, outcome: { _tag: "Accepted", result } }
  })
}
