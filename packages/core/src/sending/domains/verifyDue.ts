import type { StorageError } from "@telemark/contract"
import { Clock, Effect, Random } from "effect"
import type { DomainKey, DomainStore } from "./DomainStore.js"
import { nextCheckOfTaken } from "./schedule.js"
import type { Verify } from "./verify.js"

const atOnce = 4

/**
 * A check takes 10 s at most; one interrupted by a crash is repeated after this, in milliseconds.
 */
const takenMillis = 10 * 60_000

/** Another tenant owns the domain: nothing can change until that tenant loses it. */
const postpone = (
  store: typeof DomainStore.Service,
  key: DomainKey
): Effect.Effect<void, StorageError> =>
  Effect.gen(function* () {
    yield* Effect.logDebug("a domain's records are right, but another tenant owns it", key)
    const next_check_at = nextCheckOfTaken(yield* Clock.currentTimeMillis, yield* Random.next)
    yield* store.update(key, (current) => ({ ...current, next_check_at }))
  })

export const makeVerifyDue = (store: typeof DomainStore.Service, verify: Verify) => {
  const verifyOne = (key: DomainKey): Effect.Effect<void> =>
    verify(key, false).pipe(
      Effect.catchTag("NotFound", () => Effect.void),
      Effect.catchTag("DomainExists", () => postpone(store, key)),
      Effect.catch((error) =>
        Effect.logWarning("a domain could not be checked; it will be tried again", {
          ...key,
          reason: error.message
        })
      ),
      Effect.catchDefect((defect) =>
        Effect.logError("checking a domain crashed; it will be tried again", key, defect)
      ),
      Effect.asVoid
    )

  return (limit: number): Effect.Effect<number, StorageError> =>
    Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const due = yield* store.takeDue(now, now + takenMillis, limit)
      yield* Effect.forEach(due, verifyOne, { concurrency: atOnce, discard: true })
      return due.length
    })
}
