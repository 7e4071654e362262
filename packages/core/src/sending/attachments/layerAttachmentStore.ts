import { Effect, Layer } from "effect"
import { Database } from "../../database/Database.js"
import { stored } from "../../database/storageError.js"
import type { Attachment } from "./Attachment.js"
import { AttachmentStore } from "./AttachmentStore.js"

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
