import { monthOf, type SendResult } from "@telemark/contract"
import { addressKey } from "../Suppressions/index.js"
import type { AcceptOutcome, PreparedSend, Replay } from "./EmailStore.js"
import { type FirstUse, idempotencyKey, isReplayed } from "./firstUse.js"
import { exceedsQuota, monthKey } from "./quota.js"
import { type FoundSenders, isUnsigned, senderRefusal } from "./senderRefusal.js"

/** The status of a message that was accepted, until a worker claims it. */
export const initialStatus = "queued"

/** What is stored about a batch of sends before anything of it is written. */
export interface SendFacts {
  /** By `idempotencyKey`. */
  readonly firstUses: ReadonlyMap<string, FirstUse>
  /** Of the domains that are sent from, as far as they are among `askedSenders`. */
  readonly senders: FoundSenders
  /** The recipients that are suppressed, by `addressKey`. */
  readonly suppressed: ReadonlySet<string>
  /** Recipients queued so far, by `monthKey`; of tenants without a limit it need not be known. */
  readonly used: ReadonlyMap<string, number>
}

/** What becomes of a send: its outcome, and the recipients that are to be queued. */
export interface SendDecision {
  readonly send: PreparedSend
  readonly outcome: AcceptOutcome
  readonly queued: PreparedSend["recipients"]
}

/** The decision that repeats an earlier answer. */
export const replaySend = (send: PreparedSend, { body_digest, result }: Replay): SendDecision => ({
  send, queued: [], outcome: { _tag: "Replayed", result, body_digest }
})

const refuse = (send: PreparedSend, outcome: AcceptOutcome): SendDecision => ({ send, queued: [], outcome })

/** The warnings of a send: whether its mail is signed is known here alone, and matters only if any is queued. */
const warningsOf = (send: PreparedSend, queued: PreparedSend["recipients"], senders: FoundSenders): ReadonlyArray<string> =>
  queued.length > 0 && send.unsigned_warning !== null && isUnsigned(send, senders) ? [...send.warnings, send.unsigned_warning] : send.warnings

const resultOf = (send: PreparedSend, queued: PreparedSend["recipients"], warnings: ReadonlyArray<string>): SendResult => ({
  queued: queued.map(({ address, id }) => ({ id, recipient: address, status: initialStatus })),
  suppressed: send.recipients.filter((recipient) => !queued.includes(recipient)).map(({ address }) => address),
  idempotent_replay: false,
  ...(warnings.length > 0 ? { warnings } : {})
})

/**
 * Decides sends in the order in which they came. A repeated key answers with its first result, also within
 * the batch. Else a send is refused if its sender may not be used. It counts its queued recipients against the month
 * and is refused whole if they don't fit. A refused send uses neither its key nor the month up.
 */
export const decideSends = (sends: ReadonlyArray<PreparedSend>, facts: SendFacts): ReadonlyArray<SendDecision> => {
  const firstUses = new Map(facts.firstUses)
  const used = new Map(facts.used)

  return sends.map((send): SendDecision => {
    const { created_at, idempotency, tenant_id } = send
    const key = idempotency === null ? undefined : idempotencyKey(tenant_id, idempotency.key)
    const firstUse = key === undefined ? undefined : firstUses.get(key)
    if (firstUse !== undefined && isReplayed(send, firstUse)) return replaySend(send, firstUse)

    const reason = senderRefusal(send, facts.senders)
    if (reason !== undefined) return refuse(send, { _tag: "SenderRefused", reason })

    const queued = send.recipients.filter(({ folded }) => !facts.suppressed.has(addressKey(tenant_id, folded)))
    const month = monthKey(tenant_id, monthOf(created_at))
    const before = used.get(month) ?? 0
    if (exceedsQuota(send, queued.length, before)) return refuse(send, { _tag: "QuotaExceeded" })
    used.set(month, before + queued.length)

    const result = resultOf(send, queued, warningsOf(send, queued, facts.senders))
    if (key !== undefined && idempotency !== null) {
      firstUses.set(key, { result, body_digest: idempotency.body_digest, created_at })
    }
    return { send, queued, outcome: { _tag: "Accepted", result } }
  })
}
