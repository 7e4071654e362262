import { defineError, unavailable } from "../defineError.js"

/** This process tests too many endpoints at once. Nothing was posted; try again shortly. */
export class WebhookTestsBusy extends defineError("WebhookTestsBusy", {
  ...unavailable(5),
  description:
    "Too many webhook endpoints are being tested at once. Nothing was posted, and the same request may succeed after `Retry-After`.",
  message:
    "Too many webhook endpoints are being tested at once. Nothing was posted; try again in a moment."
}) {}
