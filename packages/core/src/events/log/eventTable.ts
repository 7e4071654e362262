import { keptNames } from "@telemark/contract"
import { Effect } from "effect"
import { Database } from "../../database/Database.js"
import { makeAmong } from "../../database/given.js"
import { makeOwnRow } from "../../database/joinedTable.js"
import { defineTable, type Row } from "../../database/table.js"
import { firstIdAt } from "../../kernel/ids.js"
import { emailTable } from "../../sending/emails/emailTable.js"
import type { EventRecord, RecordedEvent } from "./Event.js"

const eventTable = defineTable<EventRecord>()({
  id: "plain",
  tenant_id: "plain",
  email_id: "plain",
  type: "plain",
  data: "json",
  created_at: "plain"
})

type EventRow = Row<typeof eventTable>

const subjectTable = emailTable.pick(
  "recipient_email",
  "sender_email",
  "subject",
  "template_id",
  ...keptNames
)

type SubjectRow = Row<typeof subjectTable>

/** Times are those that ids begin with, in epoch milliseconds. */
export interface EventRange {
  /** Inclusive. */
  readonly since: number
  /** Exclusive. */
  readonly until: number
  readonly types: ReadonlyArray<string>
  /** "" for all. */
  readonly after: string
  /** To look at, of any type; 1,000 by default and at most. */
  readonly limit?: number | undefined
}

/** A page may be empty although there are more. */
export interface EventPage {
  readonly events: ReadonlyArray<Pick<EventRecord, "id">>
  /** Undefined at the end. */
  readonly next: string | undefined
}

/** And which transactions run while it is read. */
export interface EventPosition {
  readonly position: number
  readonly id: string
  readonly tenant_id: string
  /**
   * Those before `oldest` have ended, those from `newest` on haven't begun; both 0 with one writer.
   */
  readonly oldest: number
  readonly newest: number
}

/** Of a page, and of either sort of a message's events. */
const max = 1000

const eventPart = makeOwnRow<EventRow, "">(eventTable.names, "")
const subjectPart = makeOwnRow<SubjectRow, "">(subjectTable.names, "")

const recordedOf = (row: EventRow & SubjectRow): RecordedEvent => ({
  event: eventTable.decode(eventPart(row)),
  email: subjectTable.decode(subjectPart(row))
})

/**
 * Each event gets a position when it is recorded: a whole number above those before it, whatever
 * its id and its tenant.
 */
export const eventQueries = Effect.map(Database, (database) => {
  const { dialect, sql, tables } = database
  const among = makeAmong(database)
  const columns = sql.literal(eventTable.columns)
  const ofEvent = sql.literal(eventTable.columnsOf("e"))
  const ofSubject = sql.literal(subjectTable.columnsOf("m"))
  const runningTransactions = sql.literal(dialect.runningTransactions)

  const someOfEmail = (tenantId: string, emailId: string, which: "IN" | "NOT IN") =>
    sql<EventRow>`SELECT ${columns} FROM ${tables.events}
      WHERE email_id = ${emailId} AND tenant_id = ${tenantId} AND type ${sql.literal(which)} ('email.opened', 'email.clicked')
      ORDER BY created_at, id LIMIT ${max}`

  return {
    /**
     * Oldest first: the first 1,000 opens and clicks (their number is unlimited) and the first
     * 1,000 others. In two statements, each in the order of the index: SQLite would sort the result
     * of a UNION.
     */
    ofEmail: (tenantId: string, emailId: string) =>
      Effect.zipWith(
        someOfEmail(tenantId, emailId, "NOT IN"),
        someOfEmail(tenantId, emailId, "IN"),
        (own, followed) =>
          [...own, ...followed]
            .sort((a, b) => a.created_at - b.created_at || (a.id < b.id ? -1 : 1))
            .map(eventTable.decode)
      ),

    find: (tenantId: string, id: string) =>
      Effect.map(
        sql<EventRow>`SELECT ${columns} FROM ${tables.events} WHERE id = ${id} AND tenant_id = ${tenantId}`,
        ([row]) => row && eventTable.decode(row)
      ),

    /** In the order of the events' ids. Events that are gone, or whose message is, are left out. */
    findRecorded: (ids: ReadonlyArray<string>) =>
      Effect.map(
        sql<EventRow & SubjectRow>`
          SELECT ${ofEvent}, ${ofSubject}
          FROM ${tables.events.unaliased} e JOIN ${tables.emails.unaliased} m ON m.id = e.email_id
          WHERE e.id ${among(ids)} ORDER BY e.id`,
        (rows) => rows.map(recordedOf)
      ),

    /**
     * In the order of their ids. Types are picked here, from a bounded number of rows: for a rare
     * type, SQL would read all events of the tenant.
     */
    list: (tenantId: string, { after, limit = max, since, types, until }: EventRange) => {
      const size = Math.min(limit, max)
      // No id is as short as `first`. One lower bound, since SQLite seeks by one.
      const first = firstIdAt("evt", since)
      return Effect.map(
        sql<Pick<EventRow, "id" | "type">>`SELECT id, type FROM ${tables.events}
          WHERE tenant_id = ${tenantId} AND id > ${after > first ? after : first} AND id < ${firstIdAt("evt", until)}
          ORDER BY id LIMIT ${size}`,
        (looked): EventPage => ({
          events: looked.flatMap(({ id, type }) => (types.includes(type) ? [{ id }] : [])),
          next: looked.length < size ? undefined : looked.at(-1)?.id
        })
      )
    },

    /** 0 if there is no event. */
    head: Effect.map(
      sql<{
        readonly position: number
      }>`SELECT position FROM ${tables.events} WHERE position > 0 ORDER BY position DESC LIMIT 1`,
      ([row]) => row?.position ?? 0
    ),

    /** Of all tenants. */
    listAfter: (position: number, until: number | undefined, limit: number) =>
      sql<EventPosition>`SELECT position, id, tenant_id, ${runningTransactions} FROM ${tables.events}
        WHERE position > ${position} ${until === undefined ? sql.literal("") : sql`AND position <= ${until}`} ORDER BY position LIMIT ${limit}`,

    /** Undefined if there is no such event, or it was recorded by a version without positions. */
    positionOf: (tenantId: string, id: string) =>
      Effect.map(
        sql<{
          readonly position: number | null
        }>`SELECT position FROM ${tables.events} WHERE id = ${id} AND tenant_id = ${tenantId}`,
        ([row]) => row?.position ?? undefined
      ),

    /** By id, if it has a position. */
    latest: (tenantId: string) =>
      Effect.map(
        sql<{ readonly id: string; readonly position: number | null }>`
          SELECT id, position FROM ${tables.events} WHERE tenant_id = ${tenantId} ORDER BY id DESC LIMIT 1`,
        ([row]) => (row === undefined || row.position === null ? undefined : row.id)
      )
  }
})

export type EventQueries = Effect.Success<typeof eventQueries>
