import { monthOf, type SendResult } from "@telemark/contract"
import { initialStatus } from "../../delivery/message/transition.js"
import { isSuppressed } from "../suppressions/Suppression.js"
import { topicKey } from "../topics/Topic.js"
import type { AcceptOutcome, PreparedSend, Replay } from "./PreparedSend.js"
import { type FirstUse, idempotencyKey, isReplayed } from "./idempotency.js"
import { isUnsigned, senderRefusal } from "./senderRules.js"
import { type FoundSenders } from "../domains/senderQueries.js"

/** As `monthOf` writes it. */
export const monthKey = (tenantId: string, month: string): string => `${tenantId} ${month}`

/** Whether `recipients` more exceed the month's limit after `used`. Zero recipients never do. */
export const exceedsQuota = (
  { monthly_limit }: Pick<PreparedSend, "monthly_limit">,
  recipients: number,
  used: number
): boolean => monthly_limit !== null && recipients > 0 && used + recipients > monthly_limit

export interface SendFacts {
  /** By `idempotencyKey`. */
  readonly firstUses: ReadonlyMap<string, FirstUse>
  readonly senders: FoundSenders
  /** Suppressed recipients, as a whole or for the topic of their send, by `addressKey`. */
  readonly suppressed: ReadonlySet<string>
  /** Those topics of the sends that exist, by `topicKey`. */
  readonly topics: ReadonlySet<string>
  /** Recipients queued so far, by `monthKey`; not needed for tenants without a limit. */
  readonly used: ReadonlyMap<string, number>
  /** Of tenants that have erased somebody, by their ids: of those whose sends don't have it. */
  readonly erasureKeys: ReadonlyMap<string, string>
  /** Ids of rows that asked for sends and that other workers have leased since. */
  readonly lost: ReadonlySet<string>
}

export interface SendDecision {
  readonly send: PreparedSend
  readonly outcome: AcceptOutcome
  readonly queued: PreparedSend["recipients"]
}

export const replaySend = (send: PreparedSend, { body_digest, result }: Replay): SendDecision => ({
  send,
  queued: [],
  outcome: { _tag: "Replayed", result, body_digest }
})

const refuse = (send: PreparedSend, outcome: AcceptOutcome): SendDecision => ({
  send,
  queued: [],
  outcome
})

/** Whether mail is signed is known only here, and matters only if some is queued. */
const warningsOf = (
  send: PreparedSend,
  queued: PreparedSend["recipients"],
  senders: FoundSenders
): ReadonlyArray<string> =>
  queued.length > 0 && send.unsigned_warning !== null && isUnsigned(send, senders)
    ? [...send.warnings, send.unsigned_warning]
    : send.warnings

const resultOf = (
  send: PreparedSend,
  queued: PreparedSend["recipients"],
  warnings: ReadonlyArray<string>
): SendResult => ({
  queued: queued.map(({ address, id }) => ({ id, recipient: address, status: initialStatus })),
  suppressed: send.recipients
    .filter((recipient) => !queued.includes(recipient))
    .map(({ address }) => address),
  idempotent_replay: false,
  ...(warnings.length > 0 ? { warnings } : {})
})

/**
 * Decides sends in arrival order. A repeated key returns its first result, also within the batch.
 * Otherwise a send is refused if its sender may not be used, if its topic doesn't exist, or if its
 * queued recipients don't all fit into the month's quota. A refused send uses up neither its key
 * nor the quota.
 */
export const decideSends = (
  sends: ReadonlyArray<PreparedSend>,
  facts: SendFacts
): ReadonlyArray<SendDecision> => {
  const firstUses = new Map(facts.firstUses)
  const used = new Map(facts.used)

  return sends.map((send): SendDecision => {
    const { created_at, idempotency, sqlSend, tenant_id, topic } = send
    if (sqlSend !== undefined && facts.lost.has(sqlSend.id))
      return refuse(send, { _tag: "LeaseLost" })

    const erasure_key = facts.erasureKeys.get(tenant_id)
    if (erasure_key !== undefined && send.erasure_key === undefined)
      return refuse(send, { _tag: "ErasedMeanwhile", erasure_key })

    const key = idempotency === null ? undefined : idempotencyKey(tenant_id, idempotency.key)
    const firstUse = key === undefined ? undefined : firstUses.get(key)
    if (firstUse !== undefined && isReplayed(send, firstUse)) return replaySend(send, firstUse)

    const reason = senderRefusal(send, facts.senders)
    if (reason !== undefined) return refuse(send, { _tag: "SenderRefused", reason })

    if (topic !== null && !facts.topics.has(topicKey(tenant_id, topic)))
      return refuse(send, { _tag: "UnknownTopic" })

    const queued = send.recipients.filter(
      ({ folded, pseudonym = folded }) =>
        !isSuppressed(facts.suppressed, { tenant_id, folded, topic }) &&
        (pseudonym === folded ||
          !isSuppressed(facts.suppressed, { tenant_id, folded: pseudonym, topic }))
    )
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
