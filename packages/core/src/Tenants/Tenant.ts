import { type PauseReason, Sender } from "@telemark/contract"
import { Schema } from "effect"

/** A tenant's name, by which the command line and the in-process API select it. */
export const TenantName = Schema.String.pipe(
  Schema.filter((name) =>
    /^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/.test(name)
      ? undefined
      : "must be 1 to 64 letters, digits, dots, dashes or underscores, and begin with a letter or digit"
  )
)

/** The settings of a new tenant. */
export const CreateTenant = Schema.Struct({
  name: TenantName,
  /** The sender of mail whose send names none. */
  default_from: Schema.optional(Sender),
  /** Recipients that may be queued per calendar month (UTC). */
  monthly_limit: Schema.optional(Schema.Int.pipe(Schema.positive()))
})
export type CreateTenant = typeof CreateTenant.Type

/** What of a tenant can be changed. Null takes a setting away. */
export const UpdateTenant = Schema.Struct({
  default_from: Schema.optional(Schema.NullOr(Sender)),
  monthly_limit: Schema.optional(Schema.NullOr(Schema.Int.pipe(Schema.positive()))),
  /** Whether opens and clicks of its mail are tracked unless a send says otherwise. */
  track_opens: Schema.optional(Schema.Boolean),
  track_clicks: Schema.optional(Schema.Boolean)
}).pipe(Schema.filter((changes) =>
  Object.values(changes).every((change) => change === undefined)
    ? "must have a default_from, monthly_limit, track_opens or track_clicks"
    : undefined
))
export type UpdateTenant = typeof UpdateTenant.Type

/** What the operator says about a pause. Tenants don't see it. */
export const PauseNote = Schema.String.pipe(Schema.filter((note) =>
  note.length >= 1 && note.length <= 500 && note.isWellFormed() ? undefined : "must have 1 to 500 characters"
))

/** Why and since when a tenant's sending is paused, in epoch milliseconds. */
export interface TenantPause {
  readonly at: number
  readonly reason: PauseReason
  /** The operator's own words, or the limit that was exceeded; null if there are none. */
  readonly note: string | null
}

/** The account that owns keys, mail, suppressions and everything else. Times are epoch milliseconds. */
export interface Tenant {
  readonly id: string
  readonly name: string
  readonly default_from: string | null
  readonly monthly_limit: number | null
  /** Whether opens and clicks of its mail are tracked unless a send says otherwise. */
  readonly track_opens: boolean
  readonly track_clicks: boolean
  readonly created_at: number
  /** Absent unless its sending is paused. */
  readonly paused?: TenantPause | undefined
}
