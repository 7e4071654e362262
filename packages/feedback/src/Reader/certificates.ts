import { GetFailed, getThroughGuard, type NetworkGuardService, type Trust } from "@telemark/network"
import { Deferred, Effect, type Exit } from "effect"

/** For fetching a certificate and for confirming a subscription, in milliseconds. */
export const timeoutMillis = 5_000
export const maxOctets = 64 * 1024

/** SNS signs with one certificate in each region, and changes it once a year. */
const maxKept = 32

/** How long an address that gave no certificate isn't asked again, in milliseconds. */
const pauseMillis = 10_000

interface Kept {
  readonly certificate: Deferred.Deferred<string, GetFailed>
  /** When its failure is forgotten; undefined for others. */
  retryAt: number | undefined
}

/**
 * Fetches certificates by address: each once, even if many calls need it at the same moment. Only
 * give it addresses that `certificateUrl` returned.
 */
export const makeCertificates = (
  guard: NetworkGuardService,
  trust: Trust
): ((address: string) => Effect.Effect<string, GetFailed>) => {
  // The one that was used last comes last.
  const kept = new Map<string, Kept>()

  const fetch = (address: string): Effect.Effect<string, GetFailed> =>
    Effect.filterOrFail(
      getThroughGuard(guard, address, { ...trust, timeoutMillis, maxOctets }),
      ({ body, status }) => status === 200 && body.includes("-----BEGIN CERTIFICATE-----"),
      () => new GetFailed()
    ).pipe(Effect.map(({ body }) => body))

  const begin = (address: string, now: number): Effect.Effect<string, GetFailed> =>
    Effect.gen(function* () {
      const made: Kept = {
        certificate: yield* Deferred.make<string, GetFailed>(),
        retryAt: undefined
      }
      kept.set(address, made)
      const [oldest] = kept.keys()
      if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest)
      const settle = (exit: Exit.Exit<string, GetFailed>): Effect.Effect<void> => {
        if (exit._tag === "Failure") made.retryAt = now + pauseMillis
        return Effect.asVoid(Deferred.done(made.certificate, exit))
      }
      // A caller that goes away must not take the certificate from the others.
      yield* Effect.forkDaemon(Effect.onExit(fetch(address), settle))
      return yield* Deferred.await(made.certificate)
    })

  return (address) =>
    Effect.clockWith((clock) => {
      const now = clock.unsafeCurrentTimeMillis()
      const known = kept.get(address)
      if (known === undefined || (known.retryAt !== undefined && known.retryAt <= now))
        return begin(address, now)
      kept.delete(address)
      kept.set(address, known)
      return Deferred.await(known.certificate)
    })
}
