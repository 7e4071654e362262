import { createTable, type Migration } from "./Migration.js"

/**
 * Attachments, tags, scheduled sends, recipients that are shown to each other, and indexes to
 * search the log.
 */
export const sending: Migration = (dialect, { index, tables }) => {
  const { integer, text } = dialect.columnTypes
  return [
    // `place` is the order within the body. The columns before the content are read without it.
    createTable(
      dialect,
      tables.attachments,
      {
        body_id: "text NOT NULL",
        place: "integer NOT NULL",
        filename: "text NOT NULL",
        content_type: "text",
        content_id: "text",
        content: "bytes NOT NULL"
      },
      { primaryKey: "body_id, place" }
    ),

    // The key has the order in which messages with a tag are listed. It contains the whole row,
    // which is removed with its message.
    createTable(
      dialect,
      tables.email_tags,
      {
        tenant_id: "text NOT NULL",
        name: "text NOT NULL",
        value: "text NOT NULL",
        created_at: "integer NOT NULL",
        email_id: "text NOT NULL"
      },
      { primaryKey: "tenant_id, name, value, created_at, email_id", kind: "keyed" }
    ),
    ...dialect.tune("email_tags", "growing"),

    // Lists of recipients and of files, in JSON. Claims don't read the files' contents. All null
    // for most messages.
    `ALTER TABLE ${tables.bodies} ADD COLUMN shown ${text}`,
    `ALTER TABLE ${tables.bodies} ADD COLUMN attachments ${text}`,
    `ALTER TABLE ${tables.bodies} ADD COLUMN scheduled_at ${integer}`,

    `ALTER TABLE ${tables.queue} ADD COLUMN scheduled_at ${integer}`,
    `CREATE INDEX ${index("queue_by_schedule")} ON ${tables.queue} (scheduled_at) WHERE scheduled_at IS NOT NULL`,

    // Last, since nothing else can use the log from here to the end of the transaction.
    `ALTER TABLE ${tables.emails} ADD COLUMN tags ${text}`,
    `ALTER TABLE ${tables.emails} ADD COLUMN scheduled_at ${integer}`,
    // Null if lower-case ASCII letters are enough to make two spellings of the recipient the same.
    `ALTER TABLE ${tables.emails} ADD COLUMN recipient_folded ${text}`,
    `CREATE INDEX ${index("emails_by_recipient")} ON ${tables.emails} (tenant_id, COALESCE(recipient_folded, lower(recipient_email)), created_at, id)`,
    `CREATE INDEX ${index("emails_by_template")} ON ${tables.emails} (tenant_id, template_id, created_at, id) WHERE template_id IS NOT NULL`
  ]
}
