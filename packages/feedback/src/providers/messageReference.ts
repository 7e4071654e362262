import { emailIdIn, type MessageReference } from "@telemark/core"
import { textOf } from "./readJson.js"

/** RFC 5322's longest line. */
const maxMessageId = 998

/** What a webhook says of the message. */
export interface MessageTraces {
  /** Our own id, from the provider's metadata. */
  readonly metadata?: unknown
  /** The Message-ID field, with or without angle brackets. */
  readonly messageId?: unknown
  /** The provider's own id. */
  readonly providerId?: string | undefined
}

/** Without white space and angle brackets. */
export const bareMessageId = (value: unknown): string | undefined => {
  if (typeof value !== "string" || value.length > maxMessageId) return undefined
  const text = value.trim()
  return textOf(text.startsWith("<") && text.endsWith(">") ? text.slice(1, -1) : text, maxMessageId)
}

/**
 * References by everything that is known. Our own id comes from the metadata, else from a
 * Message-ID such as `<em_…@example.com>`.
 */
export const messageReference = ({
  messageId,
  metadata,
  providerId
}: MessageTraces): MessageReference => {
  const message_id = bareMessageId(messageId)
  const email_id =
    emailIdIn(textOf(metadata, 100)) ??
    emailIdIn(message_id?.includes("@") === true ? message_id : undefined)
  return {
    ...(email_id === undefined ? {} : { email_id }),
    ...(message_id === undefined ? {} : { message_id }),
    ...(providerId === undefined ? {} : { provider_id: providerId })
  }
}
