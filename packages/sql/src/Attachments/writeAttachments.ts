import type * as SqlError from "@effect/sql/SqlError"
import type { Attachment } from "@telemark/core"
import { Effect } from "effect"
import { Database } from "../Database/index.js"
import { inGroups } from "./inGroups.js"

/** The files of a body. */
interface BodyFiles {
  readonly body_id: string
  readonly files: ReadonlyArray<Attachment>
}

const rowsOf = ({ body_id, files }: BodyFiles) =>
  files.map(({ content, content_id, content_type, filename }, place) => ({ body_id, place, filename, content_type, content_id, content }))

/** Writes what files hold inside the caller's transaction; mail without any costs no statement. */
export const makeWriteAttachments = Effect.map(Database, ({ sql, tables }) =>
  (bodies: ReadonlyArray<BodyFiles>): Effect.Effect<void, SqlError.SqlError> =>
    // Parameters, as bodies are, and a driver copies those of a statement into one message.
    Effect.forEach(inGroups(bodies.flatMap(rowsOf)), (rows) => sql`INSERT INTO ${tables.attachments} ${sql.insert(rows)}`, { discard: true }))
