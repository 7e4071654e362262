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

  /** Open connections by address. */
  private readonly places = new Map<string, number>()

  constructor(private readonly limits: Limits) {
    const { connections, connectionsPerAddress, connectionsPerMinute } = limits
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
    this.count(address, 1)
    let isOver = false
    return {
      _tag: "Admitted",
      address,
      leave: () => {
        if (isOver) return
        isOver = true
        this.count(address, -1)
        this.open.leave(job)
      }
    }
  }

  /** Whether all places are taken, and this address has fewer than it may. */
  isFullForOthers(remote: string | undefined): boolean {
    const { connections, connectionsPerAddress } = this.limits
    const own = this.places.get(addressGroup(remote)) ?? 0
    return this.open.inUse >= connections && own < connectionsPerAddress
  }

  private count(address: string, change: 1 | -1): void {
    const places = (this.places.get(address) ?? 0) + change
    if (places === 0) this.places.delete(address)
    else this.places.set(address, places)
  }
}
