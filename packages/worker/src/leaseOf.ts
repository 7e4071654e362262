import type { Lease } from "@telemark/core"
import { Clock, Duration, Effect } from "effect"
import type { WorkerSettings } from "./options.js"

export const leaseAt = (owner: string, settings: WorkerSettings, now: number): Lease => ({
  owner,
  until: now + Duration.toMillis(settings.lease)
})

export const leaseOf = (owner: string, settings: WorkerSettings): Effect.Effect<Lease> =>
  Effect.map(Clock.currentTimeMillis, (now) => leaseAt(owner, settings, now))
