import { defineError } from "../defineError.js"

/** The reporting window is unknown. */
export class InvalidPeriod extends defineError("InvalidPeriod", {
  status: 400,
  code: "period must be one of 24h, 7d, 30d, 90d",
  description: "There is no such reporting window.",
  message: "period must be one of 24h, 7d, 30d, 90d",
  sentence:
    "There is no such reporting window: give `period` as 24h, 7d, 30d or 90d, or leave it out."
}) {}
