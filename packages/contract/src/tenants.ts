import { Schema } from "effect"
import { defineError } from "./defineError.js"
import { Sender } from "./mailbox.js"
import { count, flag, instant, named, optional, orNull, required, text } from "./members.js"
import { afterPage, pageWithNext, wholeListOf } from "./paging.js"
import { PauseReason, ReputationSummary } from "./reputation.js"
import { StoreContent } from "./emailContent.js"
import { MissingData } from "./templates.js"
import { boundedText, checkedText, wordedRule } from "./validation/text.js"

/** By which the operator and the in-process API select a tenant. */
export const TenantName = checkedText(
  (name) =>
    /^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/.test(name)
      ? undefined
      : "must be 1 to 64 letters, digits, dots, dashes or underscores, and begin with a letter or digit",
  {
    jsonSchema: { type: "string", pattern: "^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$" }
  }
)

/** `GET /tenants/events` isn't about a tenant of that name. */
const NewTenantName = TenantName.pipe(
  Schema.check(
    wordedRule((name) =>
      name === "events" ? "must not be events, which is a path of the interface" : undefined
    )
  )
)

const MonthlyLimit = Schema.Int.pipe(Schema.check(Schema.isGreaterThan(0)))

const missing = optional(
  MissingData,
  "What becomes of sends whose data lacks a variable of their template, unless a send says otherwise."
)

const store = optional(
  StoreContent,
  "For how long what its mail says is stored, unless a send says otherwise."
)

export const CreateTenant = named("CreateTenant", {
  name: required(NewTenantName, "Its name: 1 to 64 letters, digits, dots, dashes or underscores."),
  default_from: optional(Sender, "The sender of mail whose send names none."),
  monthly_limit: optional(
    MonthlyLimit,
    "Recipients that may be queued per calendar month (UTC); the deployment's limit by default."
  ),
  missing,
  store
})
export type CreateTenant = typeof CreateTenant.Type

/** Null takes a setting away. */
export const UpdateTenant = Schema.Struct({
  default_from: optional(
    Schema.NullOr(Sender),
    "The sender of mail whose send names none; null takes it away."
  ),
  monthly_limit: optional(
    Schema.NullOr(MonthlyLimit),
    "Recipients that may be queued per calendar month (UTC); null: the deployment's limit."
  ),
  track_opens: optional(
    Schema.Boolean,
    "Whether opens of its mail are tracked unless a send says otherwise."
  ),
  track_clicks: optional(
    Schema.Boolean,
    "Whether clicks in its mail are tracked unless a send says otherwise."
  ),
  missing,
  store
})
  .pipe(
    Schema.check(
      wordedRule((changes) =>
        Object.values(changes).every((change) => change === undefined)
          ? "must have a default_from, monthly_limit, track_opens, track_clicks, missing or store"
          : undefined
      )
    )
  )
  .annotate({ identifier: "UpdateTenant" })
export type UpdateTenant = typeof UpdateTenant.Type

const PauseNote = checkedText(
  (note) =>
    note.length >= 1 && note.length <= 500 && note.isWellFormed()
      ? undefined
      : "must have 1 to 500 characters",
  { jsonSchema: { type: "string", minLength: 1, maxLength: 500 } }
)

export const PauseTenant = named("PauseTenant", {
  note: optional(
    PauseNote,
    "The operator's own words, for the operator: the tenant doesn't see them; 1 to 500 characters."
  ),
  stop_links: optional(
    Schema.Boolean,
    "Whether tracked links in mail that it sent stop redirecting, too, and answer 410 until it is resumed; false by default. True also stops those of a tenant that is paused already."
  )
})
export type PauseTenant = typeof PauseTenant.Type

export const ListTenants = named("ListTenants", {
  ...afterPage(),
  q: optional(
    boundedText(64),
    "Only tenants whose name contains this text, in upper or lower case."
  )
})
export type ListTenants = typeof ListTenants.Type

export const RemoveTenant = named("RemoveTenant", {
  confirm: required(Schema.String, "The tenant's name once more: without it, nothing is removed.")
})
export type RemoveTenant = typeof RemoveTenant.Type

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
  store: StoreContent.annotate({
    description: "For how long what its mail says is stored, unless a send says otherwise."
  }),
  created_at: instant("When it was created."),
  paused: orNull(TenantPauseView)
}

/** As the operator sees it. */
export const TenantView = named("Tenant", members)
export type TenantView = typeof TenantView.Type

export const TenantDetails = named("TenantDetails", {
  ...members,
  reputation: ReputationSummary
})
export type TenantDetails = typeof TenantDetails.Type

export const TenantList = pageWithNext("TenantList", TenantView)
export type TenantList = typeof TenantList.Type

export const TenantEventType = Schema.Literals([
  "tenant.paused",
  "tenant.resumed",
  "tenant.warned"
]).annotate({ description: "What happened." })
export type TenantEventType = typeof TenantEventType.Type

export const TenantEvent = named("TenantEvent", {
  id: text("The event's id, `oev_…`."),
  type: TenantEventType,
  tenant: text("The tenant's name."),
  created_at: instant("When it happened."),
  reason: optional(PauseReason, "Why it was paused."),
  note: optional(Schema.String, "The operator's own words."),
  domain: optional(
    Schema.String,
    "The sending domain whose mail exceeds the limit; absent if that of all its domains together does."
  ),
  explanation: optional(Schema.String, "The limit that is exceeded, in words.")
})
export type TenantEvent = typeof TenantEvent.Type

export const TenantEventList = wholeListOf(
  "TenantEventList",
  "Newest first: at most 100 of the last 90 days.",
  TenantEvent
)
export type TenantEventList = typeof TenantEventList.Type

export class TenantExists extends defineError("TenantExists", {
  status: 409,
  code: "tenant_exists",
  description: "A tenant of that name exists already.",
  message: "A tenant of that name exists already. Choose another name, or use the existing tenant."
}) {}
