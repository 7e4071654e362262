import { Schema } from "effect"

/** Why an attempt failed: what the mail server's refusal means, or why none was reached. */
export const attemptFailures = [
  "transient",
  "limit",
  "hop_refuses_us",
  "account_refused",
  "sender_refused",
  "authentication",
  "invalid_recipient",
  "recipient_refused",
  "mailbox_full",
  "too_large",
  "policy",
  "blocked",
  "content",
  "routing",
  "undetermined",
  "unsendable"
] as const

/** Why a message isn't delivered. */
export const FailureCode = Schema.Literals([
  ...attemptFailures,
  "suppressed",
  "content_missing",
  "cancelled"
]).annotate({
  identifier: "FailureCode",
  description:
    "Why a message isn't delivered. `cancelled`: it was cancelled. `suppressed`: its recipient was suppressed after it had been accepted. " +
    "`content_missing`: its content is no longer stored. `unsendable`: no mail can be composed from it. All others say why the last attempt failed: the next hop " +
    "couldn't be reached or refused for now (`transient`, `limit`), refuses this service (`hop_refuses_us`, `account_refused`, `blocked`), the sender " +
    "(`sender_refused`, `authentication`), the recipient (`invalid_recipient`, `recipient_refused`, `mailbox_full`, `routing`) or the message " +
    "(`too_large`, `policy`, `content`), or doesn't say what (`undetermined`)."
})
export type FailureCode = typeof FailureCode.Type
