import type { OutgoingMessage } from "@telemark/core"

const sender = "telemark"

/** Ids begin with the time. Only their end distinguishes them. */
const shortLength = 12

const plain = (text: string): string => text.replace(/[^\w.-]/g, "")

/**
 * Gmail breaks complaints down by this field: template, tenant, kind of mail, sender. It counts
 * only if it is signed.
 */
export const feedbackId = ({ template_id, tenant_id }: OutgoingMessage): string =>
  `Feedback-ID: ${plain(template_id ?? "raw")}:${plain(tenant_id).slice(-shortLength)}:tx:${sender}\r\n`
