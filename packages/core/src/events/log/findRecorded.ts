import { Effect } from "effect"
import type * as SqlError from "effect/sql/SqlError"
import { Database } from "../../database/Database.js"
import { makeAmong } from "../../database/among.js"
import { tagsOf } from "../../sending/emails/tagTable.js"
import type { EventSubject, RecordedEvent } from "./Event.js"
import { eventColumns, eventOf, type EventRow } from "./eventRows.js"

interface Row extends EventRow, Omit<EventSubject, "metadata" | "tags"> {
  readonly metadata: string | null
  readonly tags: string | null
}

const recordedOf = (row: Row): RecordedEvent => {
  const { metadata, recipient_email, sender_email, subject, tags, template_id, topic } = row
  return {
    event: eventOf(row),
    email: {
      recipient_email,
      sender_email,
      subject,
      template_id,
      metadata: metadata === null ? null : (JSON.parse(metadata) as EventSubject["metadata"]),
      tags: tagsOf(tags),
      topic
    }
  }
}

/**
 * Finds events with their messages, in the order of the events' ids. Events that are gone, or whose
 * message is, are left out.
 */
export const makeFindRecorded = Effect.map(Database, (database) => {
  const { sql, tables } = database
  const among = makeAmong(database)
  const columns = sql.literal(eventColumns.map((name) => `e.${name}`).join(", "))

  return (
    eventIds: ReadonlyArray<string>
  ): Effect.Effect<ReadonlyArray<RecordedEvent>, SqlError.SqlError> =>
    Effect.map(
      sql<Row>`
        SELECT ${columns}, m.recipient_email, m.sender_email, m.subject, m.template_id, m.metadata, m.tags, m.topic
        FROM ${tables.events.unaliased} e JOIN ${tables.emails.unaliased} m ON m.id = e.email_id
        WHERE e.id ${among(eventIds)} ORDER BY e.id`,
      (rows) => rows.map(recordedOf)
    )
})
