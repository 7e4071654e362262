import { Effect } from "effect"
import type { KeyHasher } from "./ports.js"

const mostRemembered = 10_000
const slowHashesAtOnce = 2

/**
 * Checks raw keys against stored hashes. The slow hash runs once for a key in a process: afterwards the
 * key's fingerprint is compared with the one remembered for that hash. At most two slow hashes run at a
 * time, so that junk keys can't take the processor from everybody else.
 */
export const makeVerifier = (hasher: typeof KeyHasher.Service) =>
  Effect.map(Effect.makeSemaphore(slowHashesAtOnce), (semaphore) => {
    const verified = new Map<string, string>()

    const remember = (hash: string, fingerprint: string): void => {
      const [oldest] = verified.keys()
      if (verified.size >= mostRemembered && oldest !== undefined) verified.delete(oldest)
      verified.set(hash, fingerprint)
    }

    return (key: string, hash: string): Effect.Effect<boolean> => {
      const fingerprint = hasher.fingerprint(key)
      return verified.get(hash) === fingerprint
        ? Effect.succeed(true)
        : semaphore.withPermits(1)(Effect.suspend(() =>
          verified.get(hash) === fingerprint
            ? Effect.succeed(true)
            : Effect.tap(hasher.verify(key, hash), (isGood) =>
              Effect.sync(() => { if (isGood) remember(hash, fingerprint) }))))
    }
  })
