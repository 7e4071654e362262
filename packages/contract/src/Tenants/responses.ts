import { Schema } from "effect"
import { count, flag, instant, listOf, optional, orNull, pageOf, text } from "../members.js"
import { PauseReason, ReputationSummary } from "../Reputation/index.js"
import { MissingData } from "../Templates/index.js"

/** Why and since when a tenant's sending is paused, as the operator sees it. */
export const TenantPauseView = Schema.Struct({
  reason: PauseReason,
  since: instant("When sending was paused."),
  note: orNull(
    text("The operator's own words, or the limit that was exceeded; null if there are none.")
  ),
  links_stopped: flag("Whether tracked links in mail that it sent answer 410 until it is resumed.")
}).annotate({
  identifier: "TenantPause",
  description: "Why and since when its sending is paused; null if it isn't."
})
export type TenantPauseView = typeof TenantPauseView.Type

const members = {
  id: text("The tenant's id, `tn_…`."),
  name: text("Its name."),
  default_from: orNull(text("The sender of mail whose send names none; null: the deployment's.")),
  monthly_limit: orNull(
    count("Recipients that may be queued per calendar month (UTC); null: the deployment's limit.")
  ),
  track_opens: flag("Whether opens of its mail are tracked unless a send says otherwise."),
  track_clicks: flag("Whether clicks in its mail are tracked unless a send says otherwise."),
  missing: MissingData.annotate({
    description:
      "What becomes of sends whose data lacks a variable of their template, unless a send says otherwise."
  }),
  created_at: instant("When it was created."),
  paused: orNull(TenantPauseView)
}

/** An account that owns keys, mail and everything else, as the operator sees it. */
export const TenantView = Schema.Struct(members).annotate({ identifier: "Tenant" })
export type TenantView = typeof TenantView.Type

/** A tenant with its complaint and bounce rates. */
export const TenantDetails = Schema.Struct({
  ...members,
  reputation: ReputationSummary
}).annotate({ identifier: "TenantDetails" })
export type TenantDetails = typeof TenantDetails.Type

export const TenantList = Schema.Struct({
  ...pageOf("TenantPage", "Newest first.", TenantView).fields,
  next: orNull(text("The `after` of the next page; null if this is the last page."))
}).annotate({ identifier: "TenantList" })
export type TenantList = typeof TenantList.Type

/** What happened to a tenant that concerns the operator. */
export const TenantEvent = Schema.Struct({
  id: text("The event's id, `oev_…`."),
  type: Schema.Literals(["tenant.paused", "tenant.resumed", "tenant.warned"]).annotate({
    description: "What happened."
  }),
  tenant: text("The tenant's name."),
  created_at: instant("When it happened."),
  reason: optional(PauseReason, "Why it was paused."),
  note: optional(Schema.String, "The operator's own words."),
  domain: optional(
    Schema.String,
    "The sending domain whose mail exceeds the limit; absent if that of all its domains together does."
  ),
  explanation: optional(Schema.String, "The limit that is exceeded, in words.")
}).annotate({ identifier: "TenantEvent" })
export type TenantEvent = typeof TenantEvent.Type

export const TenantEventList = listOf(
  "TenantEventList",
  "Newest first: at most 100 of the last 90 days.",
  TenantEvent
)
export type TenantEventList = typeof TenantEventList.Type
