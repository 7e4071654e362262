import { Schema } from "effect"
import { defineError } from "./defineError.js"
import { count, instant, list, named, orNull, text } from "./members.js"

export const PauseReason = Schema.Literals(["complaints", "bounces", "operator"]).annotate({
  identifier: "PauseReason",
  description:
    "Why sending is paused: too many complaints, too many hard bounces, or the operator's decision."
})
export type PauseReason = typeof PauseReason.Type

export const ReputationLevel = Schema.Literals(["ok", "warn", "pause"]).annotate({
  identifier: "ReputationLevel",
  description:
    "`warn`: above what mailbox providers ask of senders. `pause`: above the limits at which sending may be paused."
})
export type ReputationLevel = typeof ReputationLevel.Type

const rate = (description: string) => Schema.Number.annotate({ description })

export const ReputationFigures = named("ReputationFigures", {
  sent: count("Messages that a next hop accepted, or refused because of their recipient."),
  bounced: count("Messages whose recipient was refused permanently, at once or by a later report."),
  complained: count("Messages that were reported as spam."),
  bounce_rate: rate("bounced as a fraction of sent; 0 when nothing was sent."),
  complaint_rate: rate("complained as a fraction of sent; 0 when nothing was sent."),
  level: ReputationLevel
})
export type ReputationFigures = typeof ReputationFigures.Type

const windows = {
  hour: ReputationFigures,
  day: ReputationFigures,
  week: ReputationFigures
}

export const DomainReputation = named("DomainReputation", {
  domain: text("The domain of the mail's From address, as A-labels."),
  level: ReputationLevel,
  ...windows
})
export type DomainReputation = typeof DomainReputation.Type

export const SendingPause = Schema.Struct({
  reason: PauseReason,
  since: instant("When sending was paused.")
}).annotate({
  identifier: "SendingPause",
  description: "Why and since when sending is paused; null if it isn't."
})
export type SendingPause = typeof SendingPause.Type

export const ReputationSummary = Schema.Struct({
  level: ReputationLevel,
  paused: orNull(SendingPause),
  ...windows,
  domains: list(
    DomainReputation,
    "By sending domain, those with the most complaints and bounces first; at most 100."
  )
}).annotate({
  identifier: "ReputationSummary",
  description:
    "`hour`, `day` and `week` are the last hour, 24 hours and seven days, all from the beginning of an hour: so `hour` is the present hour and the one before it."
})
export type ReputationSummary = typeof ReputationSummary.Type

const whyPaused: Readonly<Record<PauseReason, string>> = {
  complaints: "because too many recipients reported its mail as spam",
  bounces: "because too much of its mail went to addresses that don't exist",
  operator: "by the operator of this service"
}

export class SendingPaused extends defineError("SendingPaused", {
  status: 403,
  code: "sending_paused",
  description:
    "The tenant's sending is paused; nothing was queued. `details.reason` says why. Only the operator can resume it.",
  details: { reason: PauseReason },
  message: ({ reason }) =>
    `Sending is paused for this account ${whyPaused[reason]}. Nothing was queued. Ask the operator of this service to resume it.`
}) {}
