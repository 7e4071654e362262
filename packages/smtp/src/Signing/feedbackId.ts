import type { OutgoingMessage } from "@telemark/core"

const sender = "telemark"

/** Ids begin with the time; their end tells them apart. */
const shortLength = 12

const plain = (text: string): string => text.replace(/[^\w.-]/g, "")

/**
 * The field by which Gmail breaks down complaints: template, tenant, kind of mail, sender. It counts only where a
 * signature covers it.
 */
export const feedbackId = ({ template_id, tenant_id }: OutgoingMessage): string =>
  `Feedback-ID: ${plain(template_id ?? "raw")}:${plain(tenant_id).slice(-shortLength)}:tx:${sender}\r\n`
