import type { StorageError } from "@telemark/contract"
import { Effect } from "effect"
import type * as SqlError from "effect/sql/SqlError"
import { Database } from "../../database/Database.js"
import { maxRemoved, type Remove } from "../../database/removeOldest.js"
import type { AttachmentInfo } from "../../delivery/message/Message.js"
import { repeatInTurns } from "../../kernel/timeSlices.js"

interface Row {
  readonly id: string
  readonly created_at: number
  /** Null or undefined: sent at once. */
  readonly scheduled_at?: number | null
  /** What is removed with the row, in octets; undefined if nothing large is. */
  readonly octets?: number
}

interface Window {
  /**
   * Rows created before the instant, up to the first that wasn't, except those scheduled for the
   * instant or later.
   */
  readonly ids: ReadonlyArray<string>
  /**
   * Where the next window begins; undefined at the end of the table, or if its rows are too young.
   */
  readonly next: string | undefined
}

/**
 * Octets removed with the rows of one window, unless a single row has more. Databases read each
 * page that they remove.
 */
const maxOctets = 32 * 1024 * 1024

const fitting = (rows: ReadonlyArray<Row>): number => {
  let sum = 0
  const tooMuch = rows.findIndex(({ octets = 0 }) => (sum += octets) > maxOctets)
  return tooMuch === -1 ? rows.length : Math.max(tooMuch, 1)
}

/**
 * Splits rows, in the order of their ids, at the first that is too young or too large. A scheduled
 * row is as old as its schedule.
 */
export const windowOf = (rows: ReadonlyArray<Row>, before: number, size: number): Window => {
  const young = rows.findIndex(({ created_at }) => created_at >= before)
  const old = young === -1 ? rows : rows.slice(0, young)
  const stays = ({ scheduled_at }: Row) =>
    scheduled_at !== undefined && scheduled_at !== null && scheduled_at >= before
  const together = old.slice(
    0,
    fitting(old.map((row) => (stays(row) ? { ...row, octets: 0 } : row)))
  )
  const isMore = together.length < old.length || (young === -1 && rows.length === size)
  return {
    ids: together.flatMap((row) => (stays(row) ? [] : [row.id])),
    next: isMore ? together.at(-1)?.id : undefined
  }
}

const octetsOf = (attachments: string | null): number =>
  attachments === null
    ? 0
    : (JSON.parse(attachments) as ReadonlyArray<AttachmentInfo>).reduce(
        (sum, { size }) => sum + size,
        0
      )

/**
 * Windows without anything to remove that one transaction passes: on SQLite, nothing else is
 * written meanwhile.
 */
const maxInVain = 10

/**
 * Reads a table from its oldest row on, by the primary key: ids begin with the time. An index on
 * `created_at` would be written with every send. Goes on where the last call stopped, from the
 * beginning after the end: rows that must stay, and Postgres' dead rows, aren't passed each time.
 * `remove` removes those of the rows that may be removed, and returns how many. `until` returns the
 * instant before which nothing must stay; by default the one asked for.
 */
export const makeSweep = Effect.map(
  Database,
  ({ sql, tables, writeRelaxed }) =>
    (
      table: "bodies" | "emails" | "events" | "webhook_attempts" | "feedback_reports",
      remove: (ids: ReadonlyArray<string>) => Effect.Effect<number, SqlError.SqlError>,
      until: (before: number) => Effect.Effect<number, SqlError.SqlError> = Effect.succeed
    ): Remove => {
      const scheduled = sql.literal(
        table === "bodies" || table === "emails" ? "scheduled_at" : "NULL AS scheduled_at"
      )
      const attachments = sql.literal(table === "bodies" ? "attachments" : "NULL AS attachments")
      let from = ""

      const read = (after: string, before: number): Effect.Effect<Window, SqlError.SqlError> =>
        Effect.map(
          sql<Omit<Row, "octets"> & { readonly attachments: string | null }>`
          SELECT id, created_at, ${scheduled}, ${attachments} FROM ${tables[table]} WHERE id > ${after} ORDER BY id LIMIT ${maxRemoved}`,
          (rows) =>
            windowOf(
              rows.map(({ attachments, ...row }) => ({ ...row, octets: octetsOf(attachments) })),
              before,
              maxRemoved
            )
        )

      /** `next` is where the following transaction begins, undefined at the end. */
      const sweep = (
        before: number
      ): Effect.Effect<
        Pick<Window, "next"> & { readonly removed: number },
        SqlError.SqlError | StorageError
      > =>
        Effect.gen(function* () {
          const instant = yield* until(before)
          let after = from
          for (let inVain = 1; ; inVain++) {
            const { ids, next } = yield* read(after, instant)
            const removed = ids.length === 0 ? 0 : yield* remove(ids)
            if (removed > 0 || next === undefined || inVain === maxInVain) return { removed, next }
            after = next
          }
        })

      // If a power cut undoes it, the rows are removed another time.
      const step = (before: number) =>
        Effect.tap(writeRelaxed(sweep(before)), ({ next }) =>
          Effect.sync(() => {
            from = next ?? ""
          })
        )

      return (before) =>
        Effect.map(
          repeatInTurns(step(before), ({ next, removed }) => removed === 0 && next !== undefined),
          ({ removed }) => removed
        )
    }
)
