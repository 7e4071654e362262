import type { StorageError } from "@telemark/contract"
import { Effect } from "effect"
import type * as SqlError from "effect/sql/SqlError"
import { Database } from "../../database/Database.js"
import { stored } from "../../database/storageError.js"
import type { Attachment, MessageBody } from "../../delivery/message/Message.js"
import { makeLimiter } from "../../kernel/Limiter.js"

type Row = Omit<Attachment, "size">

// The drivers return Buffers. A view, not a copy: contents are large.
const contentOf = ({ content }: Row): Uint8Array =>
  new Uint8Array(content.buffer, content.byteOffset, content.byteLength)

const attachmentOf = (row: Row): Attachment => ({
  ...row,
  size: row.content.length,
  content: contentOf(row)
})

/** They are removed with their body. */
export const attachmentQueries = Effect.map(Database, ({ sql, tables }) => {
  const select = (bodyId: string) =>
    sql<Row>`SELECT filename, content_type, content_id, content FROM ${tables.attachments} WHERE body_id = ${bodyId}`
  return {
    /** In the order of the send; fewer than the body lists if they are no longer stored. */
    read: (bodyId: string): Effect.Effect<ReadonlyArray<Attachment>, StorageError> =>
      stored(
        Effect.map(sql<Row>`${select(bodyId)} ORDER BY place`, (rows) => rows.map(attachmentOf))
      ),

    /** By its place in the send, from 0. The others aren't read. */
    readOne: (bodyId: string, place: number): Effect.Effect<Attachment | undefined, StorageError> =>
      stored(
        Effect.map(
          sql<Row>`${select(bodyId)} AND place = ${place}`,
          ([row]) => row && attachmentOf(row)
        )
      )
  }
})

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

/** Inside the caller's transaction. Messages without any cost no statement. */
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

/**
 * Octets of stored files that are read at once to be shown or sent again: they bound the memory of
 * a process.
 */
const maxShown = 32 * 1024 * 1024

type Files = Pick<MessageBody, "id" | "attachments">

/**
 * Reads stored files and keeps them in memory during `use`, which gets undefined if some are no
 * longer stored. Whoever waits for memory waits for other readers, never for the delivery of mail.
 */
export const makeStoredFiles = Effect.map(attachmentQueries, ({ read, readOne }) => {
  const octets = makeLimiter({ permits: maxShown, isWaitInterruptible: true })
  return {
    all: <A, E, R>(
      { attachments, id }: Files,
      use: (files: ReadonlyArray<Attachment> | undefined) => Effect.Effect<A, E, R>
    ): Effect.Effect<A, E | StorageError, R> =>
      attachments.length === 0
        ? use([])
        : octets.run({ permits: attachments.reduce((sum, { size }) => sum + size, 0) })(
            Effect.flatMap(read(id), (files) =>
              use(files.length < attachments.length ? undefined : files)
            )
          ),

    /** The file at a place, from 0. */
    one: <A, E, R>(
      { attachments, id }: Files,
      place: number,
      use: (file: Attachment | undefined) => Effect.Effect<A, E, R>
    ): Effect.Effect<A, E | StorageError, R> =>
      octets.run({ permits: attachments[place]?.size ?? 0 })(
        Effect.flatMap(readOne(id, place), use)
      )
  }
})

export type StoredFiles = Effect.Success<typeof makeStoredFiles>
