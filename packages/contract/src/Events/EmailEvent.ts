import { Schema } from "effect"
import { anyObject, count, flag, instant, orNull, text, textByName } from "../members.js"
import { EventType } from "./EventType.js"
import { FailureCode } from "./FailureCode.js"

/** The data of an event, the same in webhooks and in process. */
export const EmailEventData = Schema.Struct({
  email_id: text("The message's id."),
  recipient: text("The address that it goes to."),
  sender: text("The address that it comes from."),
  subject: text("The subject that was sent."),
  status: text("The message's status once the event had happened."),
  template_id: orNull(text("The template that it was made from.")),
  metadata: orNull(anyObject("What the send gave as `metadata`.")),
  tags: textByName("What the send gave as `tags`; empty if it gave none."),
  attempts: count("How many attempts were made."),
  smtp_response: orNull(text("What the next hop said.")),
  error_message: orNull(text("The same for people.")),
  failure_code: orNull(FailureCode),
  next_attempt_at: orNull(instant("When the next attempt is due; null unless there will be one.")),
  link: Schema.optional(text("Of `email.clicked`: where the link goes.")),
  user_agent: Schema.optional(text("Of `email.opened` and `email.clicked`: what the opener says of itself.")),
  machine: Schema.optional(flag("Of `email.opened` and `email.clicked`: whether it was a program, as far as can be told."))
}).annotations({ identifier: "EmailEventData" })
export type EmailEventData = typeof EmailEventData.Type

/** An event as posted to endpoints and passed to listeners in process. */
export const EmailEvent = Schema.Struct({
  id: text("`evt_…`; the same however often the event is delivered."),
  type: EventType,
  created_at: instant("When it happened."),
  data: EmailEventData
}).annotations({ identifier: "EmailEvent" })

/** A delivery event of this kind. */
export type EmailEvent<Type extends EventType = EventType> = {
  readonly id: string
  readonly type: Type
  readonly created_at: string
  readonly data: EmailEventData
}
