import { type AttachmentInput, ValidationFailed } from "@telemark/contract"
import { Effect } from "effect"
import type { Attachment } from "../../delivery/message/Message.js"
import { decodeBase64 } from "../../kernel/base64.js"
import { inTimeSlices } from "../../kernel/timeSlices.js"

/** Octets of a mail's files in total. */
export const maxAttachments = 10 * 1024 * 1024

const tooLarge = () =>
  ValidationFailed.at(
    "attachments",
    `must be at most ${String(maxAttachments)} octets together; host large files elsewhere and link to them`
  )

/** Base64 with a line break after every 4 characters is slightly shorter than this. */
const maxTextLength = 2 * maxAttachments

/** Base64 is decoded once, and octets aren't copied. */
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
