import { Context, type Effect } from "effect"
import type { HeaderField, OutgoingMessage } from "../../delivery/message/Message.js"

/** How a mail reads. */
export interface DescribedMail {
  /**
   * The header fields in their order, each on one line, but those that describe how the content is
   * encoded.
   */
  readonly headers: ReadonlyArray<HeaderField>
  /** The plain text: the one that was given, else what is made from the html. */
  readonly text: string | null
  /** The media types of the files, in their order. */
  readonly contentTypes: ReadonlyArray<string>
}

/** The beginning of a mail, and the size of the whole in octets. */
export interface ComposedSource {
  readonly source: Uint8Array
  readonly size: number
}

/** Port: composes messages to be looked at, as a transport composes them to be sent. */
export class Composer extends Context.Service<
  Composer,
  {
    /** Needs no files. Header fields of a message that can't be composed are empty. */
    readonly describe: (message: OutgoingMessage) => Effect.Effect<DescribedMail>
    /** At most `max` octets of the unsigned mail; undefined if it can't be composed. */
    readonly compose: (
      message: OutgoingMessage,
      max: number
    ) => Effect.Effect<ComposedSource | undefined>
  }
>()("@telemark/core/Composer") {}
