import { Data } from "effect"
import type { PauseReason } from "./responses.js"

const why: Readonly<Record<PauseReason, string>> = {
  complaints: "because too many recipients reported its mail as spam",
  bounces: "because too much of its mail went to addresses that don't exist",
  operator: "by the operator of this service"
}

/** The tenant's sending is paused. Nothing was queued. */
export class SendingPaused extends Data.TaggedError("SendingPaused")<{
  readonly reason: PauseReason
}> {
  readonly code = "sending_paused"

  override get message(): string {
    return `Sending is paused for this account ${why[this.reason]}. Nothing was queued. Ask the operator of this service to resume it.`
  }
}
