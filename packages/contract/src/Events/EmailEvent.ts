import { Schema } from "effect"
import { anyObject, count, flag, instant, orNull, text, textByName } from "../members.js"
import { EventType } from "./EventType.js"
import { FailureCode } from "./FailureCode.js"

/** The data of an event, the same in webhooks and in process. */
export const EmailEventData = Schema.Struct({
  email_id: text("The message's id."),
  recipient: text("The recipient's address."),
  sender: text("The sender's address."),
  subject: text("The subject that was sent."),
  status: text("The message's status after the event."),
  template_id: orNull(text("The template that it was made from.")),
  metadata: orNull(anyObject("The `metadata` of the send.")),
  tags: textByName("The `tags` of the send; empty if it had none."),
  topic: orNull(text("The topic of the send; null if it had none.")),
  attempts: count("The number of attempts so far."),
  smtp_response: orNull(text("The reply of the next hop.")),
  error_message: orNull(text("An explanation of the reply, for people.")),
  failure_code: orNull(FailureCode),
  next_attempt_at: orNull(instant("When the next attempt is due; null unless there will be one.")),
  link: Schema.optional(text("For `email.clicked`: the link's target.")),
  user_agent: Schema.optional(text("For `email.opened` and `email.clicked`: the user agent.")),
  machine: Schema.optional(
    flag("For `email.opened` and `email.clicked`: whether it was probably a program.")
  )
}).annotate({ identifier: "EmailEventData" })
export type EmailEventData = typeof EmailEventData.Type

/** An event as posted to endpoints and passed to listeners in process. */
export const EmailEvent = Schema.Struct({
  id: text("`evt_…`; it is the same each time the event is delivered."),
  type: EventType,
  created_at: instant("When it happened."),
  data: EmailEventData
}).annotate({ identifier: "EmailEvent" })

/** A delivery event of this kind. */
export type EmailEvent<Type extends EventType = EventType> = {
  readonly id: string
  readonly type: Type
  readonly created_at: string
  readonly data: EmailEventData
}
