import type { RateLimited } from "@telemark/contract"
import { Effect } from "effect"
import { count } from "../../kernel/metrics/metrics.js"

/** Fails with the refusal, and counts it. */
export const limited = (refusal: RateLimited): Effect.Effect<never, RateLimited> =>
  Effect.andThen(count("telemark_throttled_total", { cause: "rate_limit" }), refusal)
