import { Data } from "effect"

/** This process tests too many endpoints at once. Nothing was posted; try again shortly. */
export class WebhookTestsBusy extends Data.TaggedError("WebhookTestsBusy")<{}> {
  readonly code = "Service unavailable"

  override get message(): string {
    return "Too many webhook endpoints are being tested at once. Nothing was posted; try again in a moment."
  }
}
