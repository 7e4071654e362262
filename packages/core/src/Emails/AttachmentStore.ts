import type { StorageError } from "@telemark/contract"
import { Context, type Effect } from "effect"
import type { Attachment } from "./Attachment.js"

/** Port: what the files of accepted mails hold. `EmailStore.accept` writes them; they go with the body that they belong to. */
export class AttachmentStore extends Context.Tag("@telemark/core/AttachmentStore")<AttachmentStore, {
  /** The files of a body, in the order of the send; fewer than the body names if they are no longer stored. */
  readonly read: (bodyId: string) => Effect.Effect<ReadonlyArray<Attachment>, StorageError>
}>() {}
