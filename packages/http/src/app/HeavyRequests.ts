import { LargeBodiesBusy } from "@telemark/contract"
import { type Limiter, makeLimiter } from "@telemark/core"
import { Context } from "effect"

/**
 * Turns for operations that make much more of a body than its octets, which is all that
 * `LargeBodies` counts: 100,000 addresses are 2 MB as a table, and 40 MB as records. Two at once in
 * a process, and one of a tenant; others wait for up to 10 seconds, with their bodies unread.
 */
export const HeavyRequests = Context.Reference("@telemark/http/HeavyRequests", {
  defaultValue: (): Limiter<LargeBodiesBusy> =>
    makeLimiter({
      permits: 2,
      permitsPerKey: 1,
      refuse: {
        maxWaiting: Number.POSITIVE_INFINITY,
        maxWait: "10 seconds",
        error: () => new LargeBodiesBusy()
      },
      isWaitInterruptible: true
    })
})
