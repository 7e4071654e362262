import { Clock, Effect } from "effect"
import type * as SqlError from "effect/sql/SqlError"
import { Database } from "../../database/Database.js"
import { LocalWorkers } from "../../delivery/message/LocalWorkers.js"
import { statusAtFirst } from "../../delivery/message/transition.js"
import { makeCounters } from "../../events/analytics/countersTable.js"
import { type DomainKey, senderOf } from "../domains/Domain.js"
import {
  makeFindSigningKeys,
  makeSelectSenders,
  type SenderRow,
  sendersOf
} from "../domains/senderQueries.js"
import { addressKey } from "../suppressions/addressKey.js"
import { makeSelectSuppressed } from "../suppressions/findSuppressed.js"
import { topicKey } from "../topics/Topic.js"
import { makeSelectTopics } from "../topics/topicTable.js"
import type { AcceptOutcome, PreparedSend } from "./PreparedSend.js"
import { decideSends, type SendDecision, type SendFacts } from "./decideSends.js"
import { makeFirstUses } from "./idempotencyTable.js"
import { makeInsertSends } from "./insertSends.js"
import { type AcceptLease, messagesOf } from "./leaseAccepted.js"
import { askedSenders, type FoundSenders } from "./senderRules.js"
import { makeUsage } from "./usageTable.js"

/**
 * Of suppressions, `domain` is the folded address and, if it is of a topic, the topic behind it, as
 * `addressKey` joins them.
 */
interface FoundRow {
  readonly part: "suppressed" | "topic"
  readonly domain: string
  readonly tenant_id: string
}

type Facts = Pick<SendFacts, "senders" | "suppressed" | "topics">

const isSender = (row: SenderRow | FoundRow): row is SenderRow =>
  row.part !== "suppressed" && row.part !== "topic"

const factsOf = (rows: ReadonlyArray<SenderRow | FoundRow>): Facts => {
  const of = (wanted: FoundRow["part"]) => rows.filter(({ part }) => part === wanted)
  return {
    senders: sendersOf(rows.filter(isSender)),
    suppressed: new Set(
      of("suppressed").map(({ domain, tenant_id }) => addressKey(tenant_id, domain))
    ),
    topics: new Set(of("topic").map(({ domain, tenant_id }) => topicKey(tenant_id, domain)))
  }
}

const topicsOf = (sends: ReadonlyArray<PreparedSend>) =>
  sends.flatMap(({ tenant_id, topic }) => (topic === null ? [] : [{ tenant_id, topic }]))

/**
 * Finds which recipients are suppressed, and what is known of senders and topics, in one look-up:
 * on Postgres, a second would cost another round trip. Parts that no send needs aren't in it.
 */
export const makeFindFacts = Effect.gen(function* () {
  const { sql } = yield* Database
  const selectSenders = yield* makeSelectSenders
  const selectSuppressed = yield* makeSelectSuppressed
  const selectTopics = yield* makeSelectTopics

  return (
    sends: ReadonlyArray<PreparedSend>,
    senders: ReadonlyArray<DomainKey>
  ): Effect.Effect<Facts, SqlError.SqlError> => {
    const suppressed = selectSuppressed(
      sends.flatMap(({ recipients, tenant_id, topic }) =>
        recipients.map(({ folded }) => ({ tenant_id, folded, topic }))
      )
    )
    const topics = topicsOf(sends)
    const ofRecipients = sql<FoundRow>`SELECT 'suppressed' AS part, CASE topic WHEN '' THEN folded ELSE folded || ' ' || topic END AS domain, tenant_id
      FROM (${suppressed}) AS found`
    const ofSends =
      topics.length === 0
        ? ofRecipients
        : sql<FoundRow>`${ofRecipients}
      UNION ALL SELECT 'topic' AS part, id AS domain, tenant_id FROM (${selectTopics(topics)}) AS known`
    return Effect.map(
      senders.length === 0
        ? ofSends
        : sql<SenderRow | FoundRow>`${ofSends} UNION ALL ${selectSenders(senders)}`,
      factsOf
    )
  }
})

export interface Accepted {
  readonly outcomes: ReadonlyArray<AcceptOutcome>
  readonly lease: AcceptLease | undefined
}

/**
 * Accepts a batch of sends inside one transaction: look up, decide, write. The number of statements
 * is the same for one send and for many. A send that is only replayed, suppressed or refused leaves
 * no rows but its key. With `mayLease`, messages are leased to a worker of this process that can
 * take them.
 */
export const makeAccept = Effect.gen(function* () {
  const firstUses = yield* makeFirstUses
  const findFacts = yield* makeFindFacts
  const findSigningKeys = yield* makeFindSigningKeys
  const insertSends = yield* makeInsertSends
  const usage = yield* makeUsage
  const counters = yield* makeCounters
  const workers = yield* LocalWorkers

  /** A worker that takes a message needs its keys, and whether its tenant has a server. */
  const sendersToFind = (sends: ReadonlyArray<PreparedSend>, mayLease: boolean) =>
    mayLease && workers.isAny() ? sends.map(senderOf) : askedSenders(sends)

  /** Leases whole sends, in their order, as far as the worker can take them. */
  const lease = (decisions: ReadonlyArray<SendDecision>, { ownServers, signed }: FoundSenders) =>
    Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const offered = decisions.filter(({ send }) => send.scheduled_at === null)
      const found = workers.find(
        offered.reduce((sum, { queued }) => sum + queued.length, 0),
        now
      )
      if (found === undefined) return undefined
      let remaining = found.max
      const taken = offered.filter((decision) => {
        if (ownServers.has(decision.send.tenant_id) || decision.queued.length > remaining)
          return false
        remaining -= decision.queued.length
        return true
      })
      if (taken.length === 0) return undefined
      const domains =
        signed.size === 0
          ? new Map<string, never>()
          : yield* findSigningKeys(taken.map(({ send }) => senderOf(send)))
      return {
        worker: found.worker,
        ...found.worker.lease(now),
        messages: taken.flatMap((decision) => messagesOf(decision, domains))
      }
    })

  return (sends: ReadonlyArray<PreparedSend>, mayLease: boolean) =>
    Effect.gen(function* () {
      const { senders, suppressed, topics } = yield* findFacts(
        sends,
        sendersToFind(sends, mayLease)
      )
      const decisions = decideSends(sends, {
        firstUses: yield* firstUses.find(sends),
        senders,
        suppressed,
        topics,
        used: yield* usage.lock(sends)
      })
      const final = yield* firstUses.claim(decisions)
      const queued = final.filter((decision) => decision.queued.length > 0)
      if (queued.length === 0)
        return { outcomes: final.map(({ outcome }) => outcome), lease: undefined }
      const leased: AcceptLease | undefined = mayLease ? yield* lease(queued, senders) : undefined
      const taken = new Set(leased?.messages.map(({ id }) => id))
      yield* insertSends(queued, leased, [
        // Last, since every send of a tenant needs these rows: other sends wait for them until the
        // commit.
        usage.add(queued),
        counters.entering(
          queued.flatMap(({ queued: recipients, send: { created_at, tenant_id } }) =>
            recipients.map(({ id }) => ({
              tenant_id,
              created_at,
              from: null,
              to: statusAtFirst(taken.has(id))
            }))
          )
        )
      ])
      return {
        outcomes: final.map(({ outcome, queued: [first] }): AcceptOutcome =>
          outcome._tag === "Accepted" && first !== undefined && taken.has(first.id)
            ? { ...outcome, isTaken: true }
            : outcome
        ),
        lease: leased
      }
    })
})
