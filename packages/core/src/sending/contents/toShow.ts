import type { MessageLinks, OutgoingMessage } from "../../delivery/message/Message.js"
import type { Attachment } from "../attachments/Attachment.js"
import type { AcceptedMessage, MessageBody } from "../emails/EmailStore.js"
import { offersUnsubscribing } from "../emails/offersUnsubscribing.js"

/**
 * Stands for an address with a token: whoever may read mail may not unsubscribe its recipient. The
 * domain doesn't exist (RFC 6761 6.4).
 */
const placeholders = {
  page: "https://unsubscribe.invalid/",
  preferences: "https://preferences.invalid/",
  mailto: undefined
} as const

const linksOf = (
  { topic }: AcceptedMessage,
  { html, text }: MessageBody
): MessageLinks | undefined =>
  offersUnsubscribing({ topic, html, text })
    ? { pixel: undefined, click: undefined, unsubscribe: placeholders }
    : undefined

/**
 * A message to be composed for showing it: unsigned, untracked, with placeholders for addresses
 * that act for its recipient.
 */
export const toShow = (
  message: AcceptedMessage,
  body: MessageBody,
  attachments: ReadonlyArray<Attachment>
): OutgoingMessage => {
  const links = linksOf(message, body)
  const {
    created_at,
    id,
    recipient,
    recipient_name,
    scheduled_at,
    sender,
    subject,
    template_id,
    tenant_id
  } = message
  const shown = {
    id,
    tenant_id,
    sender,
    recipient,
    recipient_name,
    subject,
    created_at,
    scheduled_at,
    template_id,
    body,
    attachments,
    signing: []
  }
  return links === undefined ? shown : { ...shown, links }
}
