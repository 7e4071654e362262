import { Clock, Effect } from "effect"
import * as Direct from "../../kernel/direct.js"
import { CurrentMeters } from "../../kernel/metrics/Meters.js"
import { currentTraceparent, isTraced } from "../../kernel/traceparent.js"
import type { AcceptSend } from "./acceptSends.js"

/** What is accepted in a caller's transaction counts although that may be rolled back. */
const measured = (accept: AcceptSend): Effect.Effect<AcceptSend> =>
  Effect.gen(function* () {
    const meters = yield* CurrentMeters
    if (meters === undefined) return accept
    const clock = yield* Clock.clockWith(Effect.succeed)
    return (send) =>
      Direct.map(accept(send), (outcome) => {
        if (outcome._tag === "QuotaExceeded")
          meters.add("telemark_throttled_total", { cause: "monthly_limit" })
        if (outcome._tag === "Accepted" && outcome.result.queued.length > 0)
          meters.add("telemark_accepted_total", {}, outcome.result.queued.length, {
            tenant: send.tenant_id,
            now: clock.currentTimeMillisUnsafe()
          })
        return outcome
      })
  })

/** Measures what is accepted and notes in which span, as far as somebody reads metrics and traces. */
export const observed = (accept: AcceptSend): Effect.Effect<AcceptSend> =>
  Effect.flatMap(isTraced, (areTraced) =>
    Effect.map(measured(accept), (accepting): AcceptSend =>
      areTraced
        ? (send) =>
            Effect.flatMap(currentTraceparent, (traceparent) => accepting({ ...send, traceparent }))
        : accepting
    )
  )
