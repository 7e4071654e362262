import { Data } from "effect"

/** Too many tests of endpoints are under way in this process; the next may be made in a moment. Nothing was posted. */
export class WebhookTestsBusy extends Data.TaggedError("WebhookTestsBusy")<{}> {
  readonly code = "Service unavailable"

  override get message(): string {
    return "Too many webhook endpoints are being tested at once. Nothing was posted; try again in a moment."
  }
}
