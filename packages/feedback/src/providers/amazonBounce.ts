import type { Verdict } from "@telemark/core"
import { hardVerdict, replyIn, softVerdict } from "./bounceVerdict.js"

/**
 * SES's subtypes that settle what a bounce means. The account's own list and its contact lists say
 * nothing about whether an address exists now.
 */
const subtypes: ReadonlyMap<string, Verdict> = new Map<string, Verdict>([
  ["NoEmail", "invalid_recipient"],
  ["Suppressed", "invalid_recipient"],
  ["OnAccountSuppressionList", "recipient_refused"],
  ["UnsubscribedRecipient", "recipient_refused"],
  ["MailboxFull", "mailbox_full"],
  ["MessageTooLarge", "too_large"],
  ["ContentRejected", "content"],
  ["AttachmentRejected", "content"]
])

/**
 * The verdict on a bounce by Amazon SES, and by those who send with it: type `Permanent`,
 * `Transient` or `Undetermined`, and a subtype. Only a permanent one blames the address:
 * https://docs.aws.amazon.com/ses/latest/dg/notification-contents.html#bounce-types
 */
export const amazonVerdict = (
  type: unknown,
  subtype: unknown,
  diagnostic: string | undefined
): Verdict => {
  const reply = replyIn(diagnostic)
  const known = subtypes.get(String(subtype))
  if (type !== "Permanent")
    return known === undefined || known === "invalid_recipient" ? softVerdict(reply) : known
  return known ?? hardVerdict(reply)
}
