import type { SendResult, StorageError } from "@telemark/contract"
import { Clock, Effect } from "effect"
import type * as SqlError from "effect/sql/SqlError"
import { ownerColumns, type OwnerRow, ownerOf } from "../../accounts/tenants/tenantTable.js"
import type { Tenant } from "../../accounts/tenants/Tenant.js"
import { Database } from "../../database/Database.js"
import { given, makeAmong, makeLater } from "../../database/given.js"
import { stored } from "../../database/storageError.js"
import { heldUntil } from "../../delivery/message/transition.js"
import { sqlSendsNotice } from "./postgresInterface.js"
import { type PreparedSend, replayOf, type SqlSendLease } from "../emails/PreparedSend.js"
import type { SendDecision } from "../emails/decideSends.js"

/** How long rows are kept once they are decided, in milliseconds. */
export const sqlSendsKeptMillis = 30 * 24 * 60 * 60 * 1000

/** A row that a worker has leased. */
export interface SqlSend extends SqlSendLease {
  /** JSON. */
  readonly request: string
  readonly idempotency_key: string | null
}

interface SqlSendMessage {
  readonly id: string
  readonly recipient: string
}

/** What became of a row. Its reader gets the present state of each message as well. */
export type SqlSendResult = {
  /** Those in the log. */
  readonly messages: ReadonlyArray<SqlSendMessage>
} & (
  | ({ readonly status: "accepted" } & Omit<SendResult, "queued">)
  | {
      readonly status: "refused"
      readonly error: string
      readonly message: string
      readonly details?: unknown
    }
)

export const acceptedAs = ({ queued, ...result }: SendResult): SqlSendResult => ({
  status: "accepted",
  messages: queued.map(({ id, recipient }) => ({ id, recipient })),
  ...result
})

interface Decided extends SqlSendLease {
  readonly result: SqlSendResult
}

/** What the name of a trigger of `sqliteInterface` ends with. */
export const insertTrigger = "_sends_inserted"

/** Octets of the requests that are leased at once, unless a single one has more. */
const maxOctets = 16 * 1024 * 1024

const fitting = <Row extends { readonly octets: number }>(
  rows: ReadonlyArray<Row>
): ReadonlyArray<Row> => {
  let sum = 0
  const end = rows.findIndex(({ octets }) => (sum += octets) > maxOctets)
  return end === -1 ? rows : rows.slice(0, Math.max(end, 1))
}

/** Ends rows unless their leases are another's by now. It returns none. */
const makeEnd = Effect.map(Database, (database) => {
  const { sql, tables } = database
  // No name is a column's of the table, too.
  const rows = given(database, { ended: "text", leased_until: "integer", outcome: "text" })
  return (decided: ReadonlyArray<Decided>, now: number) =>
    sql`
      UPDATE ${tables.sql_sends} SET due_at = NULL, request = NULL, result = outcome, decided_at = ${now}
      FROM ${rows(decided.map(({ due_at, id, result }) => ({ ended: id, leased_until: due_at, outcome: JSON.stringify(result) })))} AS given
      WHERE id = ended AND due_at = leased_until`
})

/** Locks rows, and returns the ids of those whose leases aren't another's by now. */
const makeHold = Effect.map(Database, (database) => {
  const { dialect, sql, tables } = database
  const rows = given(database, { id: "text", due_at: "integer" })
  const forUpdate = sql.literal(dialect.forUpdate)
  return (
    leases: ReadonlyArray<SqlSendLease>
  ): Effect.Effect<ReadonlySet<string>, SqlError.SqlError> =>
    Effect.map(
      sql<{ readonly id: string }>`SELECT id FROM ${tables.sql_sends}
        WHERE (id, due_at) IN (SELECT id, due_at FROM ${rows(leases.map(({ due_at, id }) => ({ id, due_at })))} AS given) ORDER BY id ${forUpdate}`,
      (held) => new Set(held.map(({ id }) => id))
    )
})

const leasesOf = (sends: ReadonlyArray<PreparedSend>): ReadonlyArray<SqlSendLease> =>
  sends.flatMap(({ sqlSend }) => sqlSend ?? [])

const decidedOf = ({ outcome, send }: SendDecision): ReadonlyArray<Decided> => {
  const { idempotency, sqlSend } = send
  if (sqlSend === undefined) return []
  switch (outcome._tag) {
    case "Accepted":
      return [{ ...sqlSend, result: acceptedAs(outcome.result) }]
    case "Replayed":
      return [{ ...sqlSend, result: acceptedAs(replayOf(outcome, idempotency?.body_digest)) }]
    // They are recorded with their failed messages.
    default:
      return []
  }
}

/** For the transaction that accepts sends. Without one that was inserted by SQL, it does nothing. */
export const makeSqlSendLeases = Effect.gen(function* () {
  const end = yield* makeEnd
  const hold = yield* makeHold
  const later = makeLater(yield* Database)

  return {
    /** Locks the rows: those that others have leased since are lost. */
    findLost: (
      sends: ReadonlyArray<PreparedSend>
    ): Effect.Effect<ReadonlySet<string>, SqlError.SqlError> => {
      const leases = leasesOf(sends)
      return leases.length === 0
        ? Effect.succeed(new Set())
        : Effect.map(
            hold(leases),
            (held) => new Set(leases.map(({ id }) => id).filter((id) => !held.has(id)))
          )
    },
    /** Writes what became of the rows whose sends were accepted. */
    record: (decisions: ReadonlyArray<SendDecision>): Effect.Effect<unknown, SqlError.SqlError> => {
      const decided = decisions.flatMap(decidedOf)
      return decided.length === 0
        ? Effect.void
        : Effect.flatMap(Clock.currentTimeMillis, (now) => later(end(decided, now)))
    }
  }
})

export const sqlSendQueries = Effect.gen(function* () {
  const database = yield* Database
  const { dialect, sql, tables, writeRelaxed } = database
  const end = yield* makeEnd
  const hold = yield* makeHold
  const among = makeAmong(database)
  const skipLocked = sql.literal(dialect.skipLocked)
  const owner = sql.literal(ownerColumns)

  /** The next tenant after one, in turns, that has a due row and may send. */
  const nextTenant = (after: string, now: number) =>
    Effect.map(
      sql<OwnerRow>`SELECT ${owner} FROM ${tables.tenants.unaliased} t
        WHERE t.removed_at IS NULL AND t.paused_at IS NULL
          AND EXISTS (SELECT 1 FROM ${tables.sql_sends} WHERE sql_sends.tenant_id = t.id AND sql_sends.due_at <= ${now})
        ORDER BY CASE WHEN t.id > ${after} THEN 0 ELSE 1 END, t.id LIMIT 1`,
      ([row]) => row && ownerOf(row)
    )

  /** The oldest of a tenant, leased until a time. If a power cut undoes that, they are due again. */
  const lease = (tenantId: string, now: number, until: number, limit: number) =>
    writeRelaxed(
      Effect.gen(function* () {
        const due = yield* sql<{ readonly id: string; readonly octets: number }>`
          SELECT id, octets FROM ${tables.sql_sends} WHERE tenant_id = ${tenantId} AND due_at <= ${now}
          ORDER BY due_at, id LIMIT ${limit} ${skipLocked}`
        if (due.length === 0) return []
        const leased = among(fitting(due).map(({ id }) => id))
        yield* sql`UPDATE ${tables.sql_sends} SET due_at = ${until} WHERE id ${leased}`
        // Not by RETURNING: SQLite copies each row for that, with a large request several times.
        return yield* sql<SqlSend>`SELECT id, due_at, request, idempotency_key FROM ${tables.sql_sends}
          WHERE id ${leased} ORDER BY id`
      })
    )

  return {
    /** Of any tenant. */
    isInstalled: stored(
      Effect.map(
        database.dialect.name === "sqlite"
          ? sql`SELECT 1 AS one FROM sqlite_schema WHERE type = 'trigger' AND name LIKE ${`%${insertTrigger}`} LIMIT 1`
          : sql`SELECT 1 AS one FROM pg_proc WHERE proname = 'send' AND strpos(prosrc, ${sqlSendsNotice(database.names.channel)}) > 0 LIMIT 1`,
        (found) => found.length > 0
      )
    ),

    /** Those of tenants that may send and that aren't held: how many, the oldest's insertion. */
    waiting: stored(
      Effect.map(
        sql<{ readonly count: number; readonly oldest: number | null }>`
          SELECT COUNT(*) AS count, MIN(sql_sends.created_at) AS oldest FROM ${tables.sql_sends}
          WHERE due_at < ${heldUntil} AND tenant_id IN
            (SELECT t.id FROM ${tables.tenants.unaliased} t WHERE t.removed_at IS NULL AND t.paused_at IS NULL)`,
        ([row]) => row ?? { count: 0, oldest: null }
      )
    ),

    /** None, without a write, if nothing is due. */
    take: (
      after: string,
      now: number,
      until: number,
      limit: number
    ): Effect.Effect<
      { readonly tenant: Tenant; readonly rows: ReadonlyArray<SqlSend> } | undefined,
      StorageError
    > =>
      stored(
        Effect.gen(function* () {
          const waiting =
            yield* sql`SELECT 1 AS one FROM ${tables.sql_sends} WHERE tenant_id > '' AND due_at IS NOT NULL LIMIT 1`
          const tenant = waiting.length === 0 ? undefined : yield* nextTenant(after, now)
          return tenant === undefined
            ? undefined
            : { tenant, rows: yield* lease(tenant.id, now, until, limit) }
        })
      ),

    /** Gives a row back: it is due again at a time. */
    giveBack: ({ due_at, id }: SqlSendLease, at: number): Effect.Effect<void, StorageError> =>
      writeRelaxed(
        Effect.asVoid(
          sql`UPDATE ${tables.sql_sends} SET due_at = ${at} WHERE id = ${id} AND due_at = ${due_at}`
        )
      ),

    /** Inside a transaction: locks the row; false if the lease is another's by now. */
    isHeld: (lease: SqlSendLease): Effect.Effect<boolean, SqlError.SqlError> =>
      Effect.map(hold([lease]), (held) => held.has(lease.id)),

    /** Inside a transaction. Without a write if the lease is another's by now. */
    end: (decided: Decided, now: number): Effect.Effect<void, SqlError.SqlError> =>
      Effect.asVoid(end([decided], now))
  }
})
