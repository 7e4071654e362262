import { type Buckets, LimiterState, makeBuckets } from "@telemark/core"
import { addressGroup } from "./addressGroup.js"
import type { BounceLimits } from "./limits.js"

export type Admitted =
  | { readonly _tag: "Admitted"; readonly address: string; readonly leave: () => void }
  | { readonly _tag: "Refused"; readonly limit: "connections" | "connections_per_minute" }

type Limits = Pick<BounceLimits, "connections" | "connectionsPerAddress" | "connectionsPerMinute">

/**
 * Decides which connections are served: so many in all, so many of an address at once and in a
 * minute.
 */
export class Admission {
  private readonly open: LimiterState
  private readonly rates: Buckets

  constructor({ connections, connectionsPerAddress, connectionsPerMinute }: Limits) {
    this.open = new LimiterState({ permits: connections, permitsPerKey: connectionsPerAddress })
    this.rates = makeBuckets(connectionsPerMinute)
  }

  /** `now` is in epoch milliseconds. A connection that is refused doesn't count. */
  enter(remote: string | undefined, now: number): Admitted {
    const address = addressGroup(remote)
    const { bucket, status } = this.rates.look(address, now)
    if (!status.allowed) return { _tag: "Refused", limit: "connections_per_minute" }
    const job = this.open.enter(address, 1, false)
    if (job === undefined) return { _tag: "Refused", limit: "connections" }
    this.rates.set(address, bucket)
    return {
      _tag: "Admitted",
      address,
      leave: () => {
        this.open.leave(job)
      }
    }
  }
}
