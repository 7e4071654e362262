import { ReputationSummary } from "../Reputation/index.js"
import { operation } from "./Operation.js"

export const reputation = {
  /**
   * Returns complaint and bounce rates of the last hour, day and week, of all mail and by sending
   * domain, and whether sending is paused.
   */
  get: operation({
    method: "GET",
    path: "/reputation",
    scope: "email:read",
    summary: "Get complaint and bounce rates by sending domain",
    description:
      "Counts since sending was last resumed, of the last hour, 24 hours and seven days. Answers while sending is paused, too.",
    response: ReputationSummary,
    answers: { 200: "The figures." },
    mark: "domains"
  })
} as const
