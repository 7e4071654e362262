import { Schema } from "effect"

/** A message's status. `docs/message-flow.md` draws the transitions. */
export const EmailStatus = Schema.Literals([
  "queued",
  "sending",
  "sent",
  "failed",
  "bounced",
  "complained",
  "delivered",
  "deferred"
]).annotate({ identifier: "EmailStatus" })
export type EmailStatus = typeof EmailStatus.Type

/** All statuses, in the order of the interface. */
export const emailStatuses: ReadonlyArray<EmailStatus> = EmailStatus.literals
