import { Schema } from "effect"
import { Sender } from "../Addresses/index.js"
import { optional, required } from "../members.js"
import { PageRequest } from "../Paging/index.js"
import { MissingData } from "../Templates/index.js"
import { boundedText } from "../Validation/index.js"

/** A tenant's name, by which the operator and the in-process API select it. */
export const TenantName = Schema.String.pipe(
  Schema.check(
    Schema.makeFilter(
      (name) =>
        /^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/.test(name)
          ? undefined
          : "must be 1 to 64 letters, digits, dots, dashes or underscores, and begin with a letter or digit",
      {
        jsonSchema: { type: "string", pattern: "^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$" }
      }
    )
  )
)

/** `GET /tenants/events` isn't about a tenant of that name. */
const NewTenantName = TenantName.pipe(
  Schema.check(
    Schema.makeFilter(
      (name) =>
        name === "events" ? "must not be events, which is a path of the interface" : undefined,
      { jsonSchema: {} }
    )
  )
)

const MonthlyLimit = Schema.Int.pipe(Schema.check(Schema.isGreaterThan(0)))

const missing = optional(
  MissingData,
  "What becomes of sends whose data lacks a variable of their template, unless a send says otherwise."
)

/** The settings of a new tenant. */
export const CreateTenant = Schema.Struct({
  name: required(NewTenantName, "Its name: 1 to 64 letters, digits, dots, dashes or underscores."),
  default_from: optional(Sender, "The sender of mail whose send names none."),
  monthly_limit: optional(
    MonthlyLimit,
    "Recipients that may be queued per calendar month (UTC); the deployment's limit by default."
  ),
  missing
}).annotate({ identifier: "CreateTenant" })
export type CreateTenant = typeof CreateTenant.Type

/** What of a tenant can be changed. Null takes a setting away. */
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
  missing
})
  .pipe(
    Schema.check(
      Schema.makeFilter(
        (changes) =>
          Object.values(changes).every((change) => change === undefined)
            ? "must have a default_from, monthly_limit, track_opens, track_clicks or missing"
            : undefined,
        { jsonSchema: {} }
      )
    )
  )
  .annotate({ identifier: "UpdateTenant" })
export type UpdateTenant = typeof UpdateTenant.Type

const PauseNote = Schema.String.pipe(
  Schema.check(
    Schema.makeFilter(
      (note) =>
        note.length >= 1 && note.length <= 500 && note.isWellFormed()
          ? undefined
          : "must have 1 to 500 characters",
      { jsonSchema: { type: "string", minLength: 1, maxLength: 500 } }
    )
  )
)

/** Details of a pause by the operator. */
export const PauseTenant = Schema.Struct({
  note: optional(
    PauseNote,
    "The operator's own words, for the operator: the tenant doesn't see them; 1 to 500 characters."
  ),
  stop_links: optional(
    Schema.Boolean,
    "Whether tracked links in mail that it sent stop redirecting, too, and answer 410 until it is resumed; false by default. True also stops those of a tenant that is paused already."
  )
}).annotate({ identifier: "PauseTenant" })
export type PauseTenant = typeof PauseTenant.Type

/** Which tenants to list. */
export const ListTenants = Schema.Struct({
  ...PageRequest.fields,
  after: optional(
    boundedText(50, 1),
    "The `next` of the previous page: this page begins after it. Can't be combined with an offset."
  ),
  q: optional(
    boundedText(64),
    "Only tenants whose name contains this text, in upper or lower case."
  )
}).annotate({ identifier: "ListTenants" })
export type ListTenants = typeof ListTenants.Type

/** The confirmation of a removal that can't be undone. */
export const RemoveTenant = Schema.Struct({
  confirm: required(Schema.String, "The tenant's name once more: without it, nothing is removed.")
}).annotate({ identifier: "RemoveTenant" })
export type RemoveTenant = typeof RemoveTenant.Type
