import type { StorageError } from "@telemark/contract"
import { Context, type Effect } from "effect"
import type { Attachment } from "./Attachment.js"

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
