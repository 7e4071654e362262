import type { StorageError } from "@telemark/contract"
import { Context, Effect, Layer } from "effect"
import type * as SqlError from "effect/sql/SqlError"
import { Database } from "../../database/Database.js"
import { stored } from "../../database/storageError.js"
import type { Attachment } from "../../delivery/message/Message.js"

/**
 * Port: the files of accepted mails. `EmailStore.accept` writes them; they are deleted with their
 * body.
 */
export class AttachmentStore extends Context.Service<
  AttachmentStore,
  {
    /**
     * The files of a body, in the order of the send; fewer than the body lists if they are no
     * longer stored.
     */
    readonly read: (bodyId: string) => Effect.Effect<ReadonlyArray<Attachment>, StorageError>
    /**
     * One file by its place in the send, from 0; undefined if there is none. The others aren't
     * read.
     */
    readonly readOne: (
      bodyId: string,
      place: number
    ) => Effect.Effect<Attachment | undefined, StorageError>
  }
>()("@telemark/core/AttachmentStore") {}

type Row = Omit<Attachment, "size">

// The drivers return Buffers. A view, not a copy: contents are large.
const contentOf = ({ content }: Row): Uint8Array =>
  new Uint8Array(content.buffer, content.byteOffset, content.byteLength)

const attachmentOf = (row: Row): Attachment => ({
  ...row,
  size: row.content.length,
  content: contentOf(row)
})

export const layerAttachmentStore = Layer.effect(
  AttachmentStore,
  Effect.map(Database, ({ sql, tables }) => ({
    read: (bodyId) =>
      stored(
        Effect.map(
          sql<Row>`SELECT filename, content_type, content_id, content FROM ${tables.attachments} WHERE body_id = ${bodyId} ORDER BY place`,
          (rows) => rows.map(attachmentOf)
        )
      ),

    readOne: (bodyId, place) =>
      stored(
        Effect.map(
          sql<Row>`SELECT filename, content_type, content_id, content FROM ${tables.attachments} WHERE body_id = ${bodyId} AND place = ${place}`,
          ([row]) => row && attachmentOf(row)
        )
      )
  }))
)

/** Octets of contents in one statement, unless one alone is larger. */
const maxOctets = 4 * 1024 * 1024

/** Keeps the number of parameters, and of different statements, small. */
const maxRows = 50

export const inGroups = <Row extends { readonly content: Uint8Array }>(
  rows: ReadonlyArray<Row>
): ReadonlyArray<readonly [Row, ...ReadonlyArray<Row>]> => {
  const groups: Array<[Row, ...Array<Row>]> = []
  let octets = 0
  for (const row of rows) {
    const last = groups.at(-1)
    octets += row.content.length
    if (last === undefined || last.length === maxRows || octets > maxOctets) {
      groups.push([row])
      octets = row.content.length
    } else last.push(row)
  }
  return groups
}

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
