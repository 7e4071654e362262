// Accepting the sends of one transaction, from top to bottom: look up, decide, lease and write.
import type { StorageError } from "@telemark/contract"
import { Clock, Context, Effect } from "effect"
import type * as SqlError from "effect/sql/SqlError"
import { Database } from "../../database/Database.js"
import { batchedCommits } from "../../database/batched.js"
import { makeAmong, makeRun } from "../../database/given.js"
import { localWorkers } from "../../delivery/message/LocalWorkers.js"
import { type ClaimedMessage, deliveredOf } from "../../delivery/message/Message.js"
import { tracedBy, traceQueries } from "../../delivery/traces/traceTable.js"
import { type DomainKey, domainKey, senderOf } from "../domains/Domain.js"
import {
  type DomainOfMessage,
  type FoundSenders,
  makeFindSigningKeys,
  makeSelectSenders,
  type SenderRow,
  sendersOf,
  unverifiedDomain
} from "../domains/senderQueries.js"
import { addressKey } from "../suppressions/Suppression.js"
import { makeSelectSuppressed } from "../suppressions/suppressionTable.js"
import { makeSqlSendLeases } from "../sqlSends/sqlSendTable.js"
import { topicKey } from "../topics/Topic.js"
import { makeSelectTopics } from "../topics/topicTable.js"
import type { AcceptOutcome, PreparedSend } from "./PreparedSend.js"
import { decideSends, type SendDecision, type SendFacts } from "./decideSends.js"
import { makeFirstUses } from "./idempotencyTable.js"
import { makeInsertSends } from "./insertSends.js"
import { askedSenders } from "./senderRules.js"
import { makeUsage } from "./usageTable.js"

/**
 * Of erasure keys, `domain` is the key. Of suppressions, `domain` is the folded address and, if it is of a topic, the topic behind it, as
 * `addressKey` joins them.
 */
interface FoundRow {
  readonly part: "suppressed" | "topic" | "erasure_key"
  readonly domain: string
  readonly tenant_id: string
}

type Facts = Pick<SendFacts, "erasureKeys" | "senders" | "suppressed" | "topics">

const isSender = (row: SenderRow | FoundRow): row is SenderRow =>
  row.part !== "suppressed" && row.part !== "topic" && row.part !== "erasure_key"

const factsOf = (rows: ReadonlyArray<SenderRow | FoundRow>): Facts => {
  const keys = (wanted: FoundRow["part"], keyOf: (tenantId: string, key: string) => string) =>
    new Set(
      rows.flatMap(({ domain, part, tenant_id }) =>
        part === wanted ? [keyOf(tenant_id, domain)] : []
      )
    )
  return {
    erasureKeys: new Map(
      rows.flatMap(({ domain, part, tenant_id }) =>
        part === "erasure_key" ? [[tenant_id, domain] as const] : []
      )
    ),
    senders: sendersOf(rows.filter(isSender)),
    suppressed: keys("suppressed", addressKey),
    topics: keys("topic", topicKey)
  }
}

/**
 * Finds which recipients are suppressed, and what is known of senders and topics, in one look-up:
 * on Postgres, a second would cost another round trip. Parts that no send needs aren't in it.
 */
const makeFindFacts = Effect.gen(function* () {
  const database = yield* Database
  const { sql, tables } = database
  const among = makeAmong(database)
  const run = makeRun(database)
  const selectSenders = yield* makeSelectSenders
  const selectSuppressed = yield* makeSelectSuppressed
  const selectTopics = yield* makeSelectTopics

  return (
    sends: ReadonlyArray<PreparedSend>,
    senders: ReadonlyArray<DomainKey>
  ): Effect.Effect<Facts, SqlError.SqlError> => {
    const suppressed = selectSuppressed(
      sends.flatMap(({ recipients, tenant_id, topic }) =>
        recipients.flatMap(({ folded, pseudonym }) =>
          [folded, ...(pseudonym === undefined ? [] : [pseudonym])].map((folded) => ({
            tenant_id,
            folded,
            topic
          }))
        )
      )
    )
    const topics = sends.flatMap(({ tenant_id, topic }) =>
      topic === null ? [] : [{ tenant_id, topic }]
    )
    // The tenant may have got its key since it was read for the send.
    const ofRecipients = sql<FoundRow>`SELECT 'suppressed' AS part, CASE topic WHEN '' THEN folded ELSE folded || ' ' || topic END AS domain, tenant_id
      FROM (${suppressed}) AS found
      UNION ALL SELECT 'erasure_key' AS part, erasure_key AS domain, id AS tenant_id FROM ${tables.tenants}
      WHERE id ${among([...new Set(sends.map(({ tenant_id }) => tenant_id))])} AND erasure_key IS NOT NULL`
    const ofSends =
      topics.length === 0
        ? ofRecipients
        : sql<FoundRow>`${ofRecipients}
      UNION ALL SELECT 'topic' AS part, id AS domain, tenant_id FROM (${selectTopics(topics)}) AS known`
    return Effect.map(
      run(
        senders.length === 0
          ? ofSends
          : sql<SenderRow | FoundRow>`${ofSends} UNION ALL ${selectSenders(senders)}`
      ),
      factsOf
    )
  }
})

/** Octets of a send's files that wait in memory with it: reading them costs as much as a claim. */
const maxKept = 64 * 1024

const keptFiles = ({ attachments }: PreparedSend): Pick<ClaimedMessage, "files"> =>
  attachments.length > 0 && attachments.reduce((sum, { size }) => sum + size, 0) <= maxKept
    ? { files: attachments }
    : {}

/** The messages of a send, as a worker gets them when it claims them for their first attempt. */
const messagesOf = (
  { queued, send }: SendDecision,
  domains: ReadonlyMap<string, DomainOfMessage>
): ReadonlyArray<ClaimedMessage> => {
  const { body, created_at, scheduled_at, sender, subject, template_id, tenant_id } = send
  const delivered = { ...deliveredOf(send), ...keptFiles(send), ...tracedBy(send.traceparent) }
  const domain = domains.get(domainKey(senderOf(send))) ?? unverifiedDomain
  return queued.map(({ address, id, name }) => ({
    id,
    tenant_id,
    sender,
    recipient: address,
    recipient_name: name,
    subject,
    body,
    created_at,
    scheduled_at,
    template_id,
    attempts: 1,
    suppressed: false,
    ...delivered,
    refused_since: null,
    ...domain,
    smtp_config: null
  }))
}

/**
 * Leases whole sends to a worker of this process, in their order, as far as it can take them: that
 * saves a claim. Undefined if it takes none.
 */
const makeLeaseSends = Effect.gen(function* () {
  const workers = yield* localWorkers
  const findSigningKeys = yield* makeFindSigningKeys

  return (decisions: ReadonlyArray<SendDecision>, { ownServers, signed }: FoundSenders) =>
    Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const offered = decisions.filter(({ send }) => send.scheduled_at === null)
      const found = workers.find(
        offered.reduce((sum, { queued }) => sum + queued.length, 0),
        now
      )
      if (found === undefined) return undefined
      let remaining = found.max
      const taken = offered.filter(({ queued, send }) => {
        if (ownServers.has(send.tenant_id) || queued.length > remaining) return false
        remaining -= queued.length
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
})

const tracesOf = ({ queued, send: { tenant_id, traceparent } }: SendDecision) =>
  traceparent === undefined
    ? []
    : queued.map(({ id: email_id }) => ({ email_id, tenant_id, traceparent }))

/**
 * Accepts a batch of sends inside one transaction. The number of statements is the same for one send
 * and for many. A send that is only replayed, suppressed or refused leaves no rows but its key.
 */
const makeAcceptTogether = Effect.gen(function* () {
  const firstUses = yield* makeFirstUses
  const findFacts = yield* makeFindFacts
  const leaseSends = yield* makeLeaseSends
  const insertSends = yield* makeInsertSends
  const usage = yield* makeUsage
  const workers = yield* localWorkers
  const sqlSends = yield* makeSqlSendLeases
  const traces = yield* traceQueries

  return (sends: ReadonlyArray<PreparedSend>, mayLease: boolean) =>
    Effect.gen(function* () {
      // A worker that takes a message needs its keys, and whether its tenant has a server.
      const senders = mayLease && workers.isAny() ? sends.map(senderOf) : askedSenders(sends)
      const facts = yield* findFacts(sends, senders)
      const decided = decideSends(sends, {
        ...facts,
        lost: yield* sqlSends.findLost(sends),
        firstUses: yield* firstUses.find(sends),
        used: yield* usage.lock(sends)
      })
      const decisions = yield* firstUses.claim(decided)
      const queued = decisions.filter((decision) => decision.queued.length > 0)
      const lease =
        mayLease && queued.length > 0 ? yield* leaseSends(queued, facts.senders) : undefined
      const taken = new Set(lease?.messages.map(({ id }) => id))
      yield* sqlSends.record(decisions)
      if (queued.length > 0) yield* insertSends(queued, lease, taken)
      yield* traces.insert(decisions.flatMap(tracesOf))
      return {
        outcomes: decisions.map(({ outcome, queued: [first] }): AcceptOutcome =>
          outcome._tag === "Accepted" && first !== undefined && taken.has(first.id)
            ? { ...outcome, isTaken: true }
            : outcome
        ),
        lease
      }
    })
})

/** Octets of a body that take as long to write as the rows of a recipient. */
const octetsOfRecipient = 32 * 1024

/** About how many octets a send writes. */
const octetsOf = ({ attachments, body: { html, text }, recipients }: PreparedSend): number =>
  attachments.reduce(
    (sum, { size }) => sum + size,
    (html?.length ?? 0) + (text?.length ?? 0) + recipients.length * octetsOfRecipient
  )

export type AcceptSend = (send: PreparedSend) => Effect.Effect<AcceptOutcome, StorageError>

/**
 * Decides a send as `decideSends` does, and writes body, log, queue, usage and idempotency rows, on
 * disk before it succeeds. Concurrent sends share a transaction. Messages that a caller's own
 * transaction writes aren't leased: nothing here knows when it is committed, if ever.
 */
export const makeAcceptSend = Effect.flatMap(makeAcceptTogether, (acceptTogether) =>
  batchedCommits(
    (sends: ReadonlyArray<PreparedSend>, isInside) => acceptTogether(sends, !isInside),
    {
      octetsOf,
      ownerOf: ({ tenant_id }) => tenant_id,
      committed: ({ lease, outcomes }) => {
        lease?.worker.begin(lease.messages)
        return outcomes
      }
    }
  )
)

/** Changes how `Emails` accepts sends: tests watch, delay or refuse them here. */
export const AroundAccept = Context.Reference("@telemark/core/AroundAccept", {
  defaultValue:
    () =>
    (accept: AcceptSend): AcceptSend =>
      accept
})
