import { awaitDone } from "@telemark/core"
import { GetFailed, getThroughGuard, type NetworkGuardService, type Trust } from "@telemark/network"
import { Deferred, Effect, type Exit } from "effect"

/** In milliseconds. */
export const timeoutMillis = 5_000
export const maxOctets = 64 * 1024

/** SNS signs with one certificate in each region, and changes it once a year. */
const maxKept = 256

/** Addresses of one owner that are being fetched, or gave no certificate lately. */
const maxTried = 8

/** How long such an address isn't asked again, in milliseconds. */
const pauseMillis = 10_000

interface Attempt {
  readonly owner: string
  readonly certificate: Deferred.Deferred<string, GetFailed>
  /** When its failure is forgotten; undefined while it is fetched. */
  retryAt: number | undefined
}

/**
 * Fetches certificates by address, each once for all of an owner's calls. What was fetched serves
 * every owner; what an owner tries in vain takes nothing from others. Only for addresses that
 * `certificateUrl` returned.
 */
export const makeCertificates = (
  guard: NetworkGuardService,
  trust: Trust
): ((owner: string, address: string) => Effect.Effect<string, GetFailed>) => {
  // The one that was used last comes last.
  const kept = new Map<string, string>()
  const attempts = new Map<string, Attempt>()

  const keep = (address: string, certificate: string): string => {
    kept.delete(address)
    kept.set(address, certificate)
    const [oldest] = kept.keys()
    if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest)
    return certificate
  }

  const fetch = (address: string): Effect.Effect<string, GetFailed> =>
    Effect.filterOrFail(
      getThroughGuard(guard, address, { ...trust, timeoutMillis, maxOctets }),
      ({ body, status }) => status === 200 && body.includes("-----BEGIN CERTIFICATE-----"),
      () => new GetFailed()
    ).pipe(Effect.map(({ body }) => body))

  /** Forgets failures that may be tried again, and counts what is left of an owner. */
  const triedBy = (owner: string, now: number): number => {
    let tried = 0
    for (const [key, attempt] of attempts) {
      if (attempt.retryAt !== undefined && attempt.retryAt <= now) attempts.delete(key)
      else if (attempt.owner === owner) tried++
    }
    return tried
  }

  const begin = (
    owner: string,
    address: string,
    key: string,
    now: number
  ): Effect.Effect<string, GetFailed> =>
    Effect.gen(function* () {
      const made: Attempt = {
        owner,
        certificate: yield* Deferred.make<string, GetFailed>(),
        retryAt: undefined
      }
      attempts.set(key, made)
      const settle = (exit: Exit.Exit<string, GetFailed>): Effect.Effect<void> => {
        if (exit._tag === "Failure") made.retryAt = now + pauseMillis
        else {
          attempts.delete(key)
          keep(address, exit.value)
        }
        return Effect.asVoid(Deferred.done(made.certificate, exit))
      }
      // A caller that goes away must not take the certificate from the others.
      yield* Effect.forkDetach(Effect.onExit(fetch(address), settle))
      return yield* awaitDone(made.certificate)
    })

  return (owner, address) =>
    Effect.clockWith((clock) => {
      const found = kept.get(address)
      if (found !== undefined) return Effect.succeed(keep(address, found))
      const now = clock.currentTimeMillisUnsafe()
      const tried = triedBy(owner, now)
      const key = `${owner} ${address}`
      const known = attempts.get(key)
      if (known !== undefined) return awaitDone(known.certificate)
      return tried < maxTried ? begin(owner, address, key, now) : new GetFailed()
    })
}
