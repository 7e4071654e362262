import type * as SqlError from "@effect/sql/SqlError"
import { type DomainKey, type PreparedSend, type SendFacts } from "@telemark/core"
import { Effect } from "effect"
import { Database } from "../Database/index.js"
import { makeSelectSenders, type SenderRow, sendersOf } from "../Domains/index.js"
import { makeSelectSuppressed, suppressedOf } from "../Suppressions/index.js"

type Row = SenderRow | { readonly part: "suppressed"; readonly domain: string; readonly tenant_id: string }

type Facts = Pick<SendFacts, "senders" | "suppressed">

const isSender = (row: Row): row is SenderRow => row.part !== "suppressed"

const factsOf = (rows: ReadonlyArray<Row>): Facts => ({
  senders: sendersOf(rows.filter(isSender)),
  suppressed: suppressedOf(rows.filter((row) => !isSender(row)).map(({ domain, tenant_id }) => ({ tenant_id, folded: domain })))
})

/** Finds which recipients are suppressed, and what is known of senders, in one look-up: on Postgres, a second would cost another round trip. */
export const makeFindFacts = Effect.gen(function*() {
  const { sql } = yield* Database
  const selectSenders = yield* makeSelectSenders
  const selectSuppressed = yield* makeSelectSuppressed

  return (sends: ReadonlyArray<PreparedSend>, senders: ReadonlyArray<DomainKey>): Effect.Effect<Facts, SqlError.SqlError> => {
    const suppressed = selectSuppressed(sends.flatMap(({ recipients, tenant_id }) => recipients.map(({ folded }) => ({ tenant_id, folded }))))
    const selected = sql<Row>`SELECT 'suppressed' AS part, folded AS domain, tenant_id FROM (${suppressed}) AS found`
    return Effect.map(senders.length === 0 ? selected : sql<Row>`${selected} UNION ALL ${selectSenders(senders)}`, factsOf)
  }
})
