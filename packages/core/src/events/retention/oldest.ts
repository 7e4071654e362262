import { Effect } from "effect"
import type * as SqlError from "effect/sql/SqlError"
import { Database } from "../../database/Database.js"
import type { AttachmentInfo } from "../../sending/attachments/Attachment.js"

export interface Window {
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

interface Row {
  readonly id: string
  readonly created_at: number
  /** Null or undefined: sent at once. */
  readonly scheduled_at?: number | null
  /** What is removed with the row, in octets; undefined if nothing large is. */
  readonly octets?: number
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

const octetsOf = (attachments: string): number =>
  (JSON.parse(attachments) as ReadonlyArray<AttachmentInfo>).reduce(
    (sum, { size }) => sum + size,
    0
  )

/**
 * Reads tables from their oldest row on, by the primary key: ids begin with the time. An index on
 * `created_at` would be written with every send.
 */
export const makeOldest = Effect.map(
  Database,
  ({ sql, tables }) =>
    (
      table: "bodies" | "emails" | "events" | "webhook_attempts" | "feedback_reports",
      size: number
    ) => {
      const name = tables[table]
      const scheduled = sql.literal(
        table === "bodies" || table === "emails" ? "scheduled_at" : "NULL AS scheduled_at"
      )
      const attachments = sql.literal(table === "bodies" ? "attachments" : "NULL AS attachments")
      return (after: string, before: number): Effect.Effect<Window, SqlError.SqlError> =>
        Effect.map(
          sql<
            Pick<Row, "id" | "created_at" | "scheduled_at"> & {
              readonly attachments: string | null
            }
          >`
          SELECT id, created_at, ${scheduled}, ${attachments} FROM ${name} WHERE id > ${after} ORDER BY id LIMIT ${size}`,
          (rows) =>
            windowOf(
              rows.map(({ attachments, ...row }) => ({
                ...row,
                octets: attachments === null ? 0 : octetsOf(attachments)
              })),
              before,
              size
            )
        )
    }
)
