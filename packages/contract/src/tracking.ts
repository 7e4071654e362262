import { Schema } from "effect"
import { flag, named, optional } from "./members.js"

const opens = "Whether an invisible image in the html reports when the mail is opened."
const clicks =
  "Whether links in the html lead over this service, which reports when they are followed."

/** What is left out is as the tenant has set it. */
export const Track = named("Track", {
  opens: optional(Schema.Boolean, opens),
  clicks: optional(Schema.Boolean, clicks)
})
export type Track = typeof Track.Type

export const trackMembers: ReadonlyArray<string> = Object.keys(Track.fields)

/** A member that is left out stays as it is. */
export const UpdateTracking = named("UpdateTracking", Track.fields)
export type UpdateTracking = typeof UpdateTracking.Type

export const TrackingSettings = named("TrackingSettings", {
  opens: flag(opens),
  clicks: flag(clicks),
  available: flag(
    "Whether this service has an address on the internet, without which nothing is tracked."
  )
})
export type TrackingSettings = typeof TrackingSettings.Type
