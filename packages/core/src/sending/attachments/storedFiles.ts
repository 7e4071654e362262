import type { StorageError } from "@telemark/contract"
import { Effect } from "effect"
import { makeLimiter } from "../../kernel/Limiter.js"
import type { MessageBody } from "../emails/PreparedSend.js"
import type { Attachment } from "./Attachment.js"
import type { AttachmentStore } from "./AttachmentStore.js"

/**
 * Maximum size of stored files that are read at once to be shown or sent again, in octets: it
 * bounds the memory of a process.
 */
const maxOctets = 32 * 1024 * 1024

type Files = Pick<MessageBody, "id" | "attachments">

/**
 * Reads stored files and keeps them in memory during `use`, which gets undefined if some are no
 * longer stored.
 */
export interface StoredFiles {
  readonly all: <A, E, R>(
    body: Files,
    use: (files: ReadonlyArray<Attachment> | undefined) => Effect.Effect<A, E, R>
  ) => Effect.Effect<A, E | StorageError, R>
  /** The file at a place, from 0. */
  readonly one: <A, E, R>(
    body: Files,
    place: number,
    use: (file: Attachment | undefined) => Effect.Effect<A, E, R>
  ) => Effect.Effect<A, E | StorageError, R>
}

/** Whoever waits for memory waits for other readers, never for the delivery of mail. */
export const makeStoredFiles = (store: typeof AttachmentStore.Service): StoredFiles => {
  const octets = makeLimiter({ permits: maxOctets, isWaitInterruptible: true })
  return {
    all: ({ attachments, id }, use) =>
      attachments.length === 0
        ? use([])
        : octets.run({ permits: attachments.reduce((sum, { size }) => sum + size, 0) })(
            Effect.flatMap(store.read(id), (files) =>
              use(files.length < attachments.length ? undefined : files)
            )
          ),
    one: ({ attachments, id }, place, use) =>
      octets.run({ permits: attachments[place]?.size ?? 0 })(
        Effect.flatMap(store.readOne(id, place), use)
      )
  }
}
