import { Effect } from "effect"
import { measured } from "../../kernel/metrics/Meters.js"
import { currentTraceparent, isTraced } from "../../kernel/traceparent.js"
import type { AcceptSend } from "./acceptSends.js"

/** What is accepted in a caller's transaction counts although that may be rolled back. */
const counted = (accept: AcceptSend): Effect.Effect<AcceptSend> =>
  Effect.clockWith((clock) =>
    measured(accept, (meters, outcome, { tenant_id }) => {
      if (outcome._tag === "QuotaExceeded")
        meters.add("telemark_throttled_total", { cause: "monthly_limit" })
      if (outcome._tag === "Accepted" && outcome.result.queued.length > 0)
        meters.add("telemark_accepted_total", {}, outcome.result.queued.length, {
          tenant: tenant_id,
          now: clock.currentTimeMillisUnsafe()
        })
    })
  )

/** Measures what is accepted and notes in which span, as far as somebody reads metrics and traces. */
export const observed = (accept: AcceptSend): Effect.Effect<AcceptSend> =>
  Effect.flatMap(isTraced, (areTraced) =>
    Effect.map(counted(accept), (accepting): AcceptSend =>
      areTraced
        ? (send) =>
            Effect.flatMap(currentTraceparent, (traceparent) => accepting({ ...send, traceparent }))
        : accepting
    )
  )
