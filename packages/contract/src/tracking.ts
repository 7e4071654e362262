import { Schema } from "effect"
import { flag, optional } from "./members.js"

const opens = "Whether an invisible image in the html reports when the mail is opened."
const clicks =
  "Whether links in the html lead over this service, which reports when they are followed."

/** What of a send is tracked. What is left out is as the tenant has set it. */
export const Track = Schema.Struct({
  opens: optional(Schema.Boolean, opens),
  clicks: optional(Schema.Boolean, clicks)
}).annotate({ identifier: "Track" })
export type Track = typeof Track.Type

/** Names of the members of `track`. */
export const trackMembers: ReadonlyArray<string> = Object.keys(Track.fields)

/** Changes of what is tracked of a tenant's mail. A member that is left out stays as it is. */
export const UpdateTracking = Schema.Struct(Track.fields).annotate({
  identifier: "UpdateTracking"
})
export type UpdateTracking = typeof UpdateTracking.Type

/** What is tracked of a tenant's mail unless a send says otherwise. */
export const TrackingSettings = Schema.Struct({
  opens: flag(opens),
  clicks: flag(clicks),
  available: flag(
    "Whether this service has an address on the internet, without which nothing is tracked."
  )
}).annotate({ identifier: "TrackingSettings" })
export type TrackingSettings = typeof TrackingSettings.Type
