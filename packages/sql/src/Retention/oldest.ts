import type * as SqlError from "@effect/sql/SqlError"
import type { AttachmentInfo } from "@telemark/core"
import { Effect } from "effect"
import { Database } from "../Database/index.js"

/** The next rows of a table, oldest first. */
export interface Window {
  /** Those made before the instant, up to the first that wasn't, but for what was to be sent at the instant or later. */
  readonly ids: ReadonlyArray<string>
  /** Where the next window begins; undefined if there is none: the table ends here, or its rows are too young. */
  readonly next: string | undefined
}

/** A row that may be old enough. */
interface Row {
  readonly id: string
  readonly created_at: number
  /** When its mail was to be sent; null or not told: at once. */
  readonly scheduled_at?: number | null
  /** Beside the row itself, what goes with it; not told where nothing large does. */
  readonly octets?: number
}

/** What goes with the rows of one window, in octets, unless it goes with one row. Databases look at each page of it as it goes. */
const maxOctets = 32 * 1024 * 1024

/** How many of the rows go together. */
const fitting = (rows: ReadonlyArray<Row>): number => {
  let sum = 0
  const tooMuch = rows.findIndex(({ octets = 0 }) => (sum += octets) > maxOctets)
  return tooMuch === -1 ? rows.length : Math.max(tooMuch, 1)
}

/** Splits rows, in the order of their ids, where they get too young or too large. What was scheduled is as old as since then. */
export const windowOf = (rows: ReadonlyArray<Row>, before: number, size: number): Window => {
  const young = rows.findIndex(({ created_at }) => created_at >= before)
  const old = young === -1 ? rows : rows.slice(0, young)
  const stays = ({ scheduled_at }: Row) => scheduled_at !== undefined && scheduled_at !== null && scheduled_at >= before
  const together = old.slice(0, fitting(old.map((row) => (stays(row) ? { ...row, octets: 0 } : row))))
  const isMore = together.length < old.length || (young === -1 && rows.length === size)
  return { ids: together.flatMap((row) => (stays(row) ? [] : [row.id])), next: isMore ? together.at(-1)?.id : undefined }
}

const octetsOf = (attachments: string): number =>
  (JSON.parse(attachments) as ReadonlyArray<AttachmentInfo>).reduce((sum, { size }) => sum + size, 0)

/**
 * Reads tables from their oldest row on. Ids begin with the time at which they were made, so the primary key
 * has their order; an index on `created_at` would have to be written with every send.
 */
export const makeOldest = Effect.map(
  Database,
  ({ sql, tables }) => (table: "bodies" | "emails" | "events" | "webhook_attempts", size: number) => {
    const name = tables[table]
    const scheduled = sql.literal(table === "bodies" || table === "emails" ? "scheduled_at" : "NULL AS scheduled_at")
    const attachments = sql.literal(table === "bodies" ? "attachments" : "NULL AS attachments")
    return (after: string, before: number): Effect.Effect<Window, SqlError.SqlError> =>
      Effect.map(
        sql<Pick<Row, "id" | "created_at" | "scheduled_at"> & { readonly attachments: string | null }>`
          SELECT id, created_at, ${scheduled}, ${attachments} FROM ${name} WHERE id > ${after} ORDER BY id LIMIT ${size}`,
        (rows) =>
          windowOf(rows.map(({ attachments, ...row }) =>
            ({ ...row, octets: attachments === null ? 0 : octetsOf(attachments) })), before, size)
      )
  }
)
