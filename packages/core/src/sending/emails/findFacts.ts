import { Effect } from "effect"
import type * as SqlError from "effect/sql/SqlError"
import { Database } from "../../database/Database.js"
import type { DomainKey } from "../domains/Domain.js"
import { makeSelectSenders, type SenderRow, sendersOf } from "../domains/senderQueries.js"
import { addressKey } from "../suppressions/addressKey.js"
import { makeSelectSuppressed } from "../suppressions/findSuppressed.js"
import { topicKey } from "../topics/Topic.js"
import { makeSelectTopics } from "../topics/topicTable.js"
import type { PreparedSend } from "./EmailStore.js"
import type { SendFacts } from "./decideSends.js"

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
