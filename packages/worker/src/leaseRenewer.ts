import type { StorageError } from "@telemark/contract"
import type { Lease } from "@telemark/core"
import { Clock, Duration, Effect } from "effect"
import type { WorkerSettings } from "./options.js"

export const leaseAt = (owner: string, settings: WorkerSettings, now: number): Lease => ({
  owner,
  until: now + Duration.toMillis(settings.lease)
})

export const leaseOf = (owner: string, settings: WorkerSettings) =>
  Effect.map(Clock.currentTimeMillis, (now) => leaseAt(owner, settings, now))

export interface LeaseRenewer {
  /** Three times per lease, so that one failure loses nothing. */
  readonly loop: Effect.Effect<unknown>
  /**
   * Renews if the process was frozen or the clock was set forward: a claim could lease what is in
   * flight a second time. If the storage was away for longer than a lease, it also waits until
   * other workers had time to renew theirs.
   */
  readonly beforeClaim: Effect.Effect<void, StorageError>
  readonly noting: <A>(claim: Effect.Effect<A, StorageError>) => Effect.Effect<A, StorageError>
}

interface LeaseRenewerOptions<Key> {
  readonly keys: () => ReadonlyArray<Key>
  readonly renew: (lease: Lease, keys: ReadonlyArray<Key>) => Effect.Effect<void, StorageError>
}

export const makeLeaseRenewer = <Key>(
  owner: string,
  settings: WorkerSettings,
  { keys, renew }: LeaseRenewerOptions<Key>
) =>
  Effect.gen(function* () {
    const third = Duration.times(Duration.fromInputUnsafe(settings.lease), 1 / 3)
    // All workers renew soon after the storage is back.
    const retry = Duration.times(third, 1 / 10)
    let keptAt = yield* Clock.currentTimeMillis
    /** When the storage answered last, and whether it has failed since. */
    let workedAt = keptAt
    let isAway = false
    const worked = Effect.map(Clock.currentTimeMillis, (now) => {
      workedAt = now
      isAway = false
    })
    const failed = Effect.sync(() => {
      isAway = true
    })
    const noting = <A>(use: Effect.Effect<A, StorageError>) =>
      use.pipe(
        Effect.tapError(() => failed),
        Effect.tap(() => worked)
      )
    const keep = Effect.gen(function* () {
      // The process may be frozen during the renewal.
      const began = yield* Clock.currentTimeMillis
      const leased = keys()
      if (leased.length > 0) yield* noting(renew(leaseAt(owner, settings, began), leased))
      keptAt = began
    })
    const orLog = Effect.matchEffect(keep, {
      onFailure: (error) =>
        Effect.as(
          Effect.logWarning("leases could not be renewed", { reason: error.message }),
          retry
        ),
      onSuccess: () => Effect.succeed(third)
    })
    const isLong = (since: number, now: number): boolean =>
      now - since > 2 * Duration.toMillis(third)
    return {
      loop: Effect.andThen(
        Effect.sleep(third),
        Effect.forever(Effect.flatMap(orLog, (pause) => Effect.sleep(pause)))
      ),
      beforeClaim: Effect.flatMap(Clock.currentTimeMillis, (now) => {
        if (isAway && isLong(workedAt, now))
          return Effect.andThen(keep, Effect.sleep(Duration.times(retry, 2)))
        return isLong(keptAt, now) ? keep : Effect.void
      }),
      noting
    }
  })
