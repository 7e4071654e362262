import { type AttachmentInput, ValidationFailed } from "@telemark/contract"
import { Effect } from "effect"
import { decodeBase64 } from "../../kernel/base64.js"
import { inTimeSlices } from "../../kernel/timeSlices.js"

/** Maximum total size of a mail's files, in octets. */
export const maxAttachments = 10 * 1024 * 1024

const tooLarge = () =>
  ValidationFailed.at(
    "attachments",
    `must be at most ${String(maxAttachments)} octets together; host large files elsewhere and link to them`
  )

/** Base64 with a line break after every 4 characters is slightly shorter than this. */
const maxTextLength = 2 * maxAttachments

/** Reads the files of a send. Base64 is decoded once, and octets aren't copied. */
export const readAttachments = (
  inputs: ReadonlyArray<AttachmentInput> = []
): Effect.Effect<ReadonlyArray<Attachment>, ValidationFailed> =>
  Effect.gen(function* () {
    const files: Array<Attachment> = []
    let total = 0
    for (const [
      index,
      { content, content_id = null, content_type = null, filename }
    ] of inputs.entries()) {
      if (content.length > maxTextLength) return yield* tooLarge()
      const octets =
        typeof content === "string" ? yield* inTimeSlices(() => decodeBase64(content)) : content
      if (octets === undefined)
        return yield* ValidationFailed.at(
          `attachments.${String(index)}.content`,
          "must be base64 (RFC 4648, section 4)"
        )
      total += octets.length
      if (total > maxAttachments) return yield* tooLarge()
      files.push({ filename, content_type, content_id, size: octets.length, content: octets })
    }
    return files
  })

/** A file of a mail, without its content. */
export interface AttachmentInfo {
  readonly filename: string
  /** A media type such as `application/pdf` (RFC 6838); null: derived from the filename. */
  readonly content_type: string | null
  /**
   * The name that the HTML refers to, as in `cid:logo`, without angle brackets (RFC 2392); null for
   * a regular attachment.
   */
  readonly content_id: string | null
  /** In octets. */
  readonly size: number
}

/** A file of a mail with its content. */
export interface Attachment extends AttachmentInfo {
  readonly content: Uint8Array
}
