import { Effect } from "effect"
import type * as SqlError from "effect/sql/SqlError"
import { Database } from "../../database/Database.js"
import type { Attachment } from "./Attachment.js"
import { inGroups } from "./inGroups.js"

interface BodyFiles {
  readonly body_id: string
  readonly files: ReadonlyArray<Attachment>
}

const rowsOf = ({ body_id, files }: BodyFiles) =>
  files.map(({ content, content_id, content_type, filename }, place) => ({
    body_id,
    place,
    filename,
    content_type,
    content_id,
    content
  }))

/** Writes files inside the caller's transaction. Messages without any cost no statement. */
export const makeWriteAttachments = Effect.map(
  Database,
  ({ sql, tables }) =>
    (bodies: ReadonlyArray<BodyFiles>): Effect.Effect<void, SqlError.SqlError> =>
      // As parameters, like bodies, and in groups, since a driver copies the parameters of a
      // statement into one message.
      Effect.forEach(
        inGroups(bodies.flatMap(rowsOf)),
        (rows) => sql`INSERT INTO ${tables.attachments} ${sql.insert(rows)}`,
        { discard: true }
      )
)
