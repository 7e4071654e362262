import { defineError } from "../defineError.js"
import { PauseReason } from "./responses.js"

const whyPaused: Readonly<Record<PauseReason, string>> = {
  complaints: "because too many recipients reported its mail as spam",
  bounces: "because too much of its mail went to addresses that don't exist",
  operator: "by the operator of this service"
}

/** The tenant's sending is paused. Nothing was queued. */
export class SendingPaused extends defineError("SendingPaused", {
  status: 403,
  code: "sending_paused",
  description:
    "The tenant's sending is paused; nothing was queued. `details.reason` says why. Only the operator can resume it.",
  details: { reason: PauseReason },
  message: ({ reason }) =>
    `Sending is paused for this account ${whyPaused[reason]}. Nothing was queued. Ask the operator of this service to resume it.`
}) {}
