import { makeMemory, makeSingleFlight } from "@telemark/core"
import { GetFailed, getThroughGuard, type NetworkGuardService, type Trust } from "@telemark/network"
import { Effect, Exit, type Scope } from "effect"

/** In milliseconds. */
export const timeoutMillis = 5_000
export const maxOctets = 64 * 1024

/** SNS signs with one certificate in each region, and changes it once a year. */
const maxKept = 256

/** Addresses of one owner that are being fetched, or gave no certificate lately. */
const maxTried = 8

/** How long such an address isn't asked again, in milliseconds. */
const pauseMillis = 10_000

const maxOwners = 1000

/**
 * Fetches certificates by address, each once for all of an owner's calls. What was fetched serves
 * every owner; what an owner tries in vain takes nothing from others. Only for addresses that
 * `certificateUrl` returned.
 */
export const makeCertificates = (
  guard: NetworkGuardService,
  trust: Trust,
  scope: Scope.Scope
): ((owner: string, address: string) => Effect.Effect<string, GetFailed>) => {
  const kept = makeMemory<string>(maxKept)
  /** By owner and address, when it may be tried again; never while it is fetched. */
  const attempts = makeMemory<Map<string, number>>(maxOwners)
  // In the scope: a caller that goes away must not take the certificate from the others.
  const { run } = makeSingleFlight({ scope })

  const fetch = (address: string) =>
    Effect.filterOrFail(
      getThroughGuard(guard, address, { ...trust, timeoutMillis, maxOctets }),
      ({ body, status }) => status === 200 && body.includes("-----BEGIN CERTIFICATE-----"),
      () => new GetFailed()
    ).pipe(Effect.map(({ body }) => body))

  return (owner, address) =>
    Effect.clockWith((clock) => {
      const found = kept.get(address)
      if (found !== undefined) return Effect.succeed(found)
      const now = clock.currentTimeMillisUnsafe()
      const own = attempts.get(owner) ?? new Map<string, number>()
      attempts.set(owner, own)
      for (const [each, retryAt] of own) if (retryAt <= now) own.delete(each)
      const retryAt = own.get(address)
      if (retryAt === undefined ? own.size >= maxTried : retryAt < Infinity) return new GetFailed()
      own.set(address, Infinity)
      return run(
        `${owner} ${address}`,
        Effect.onExit(fetch(address), (exit) =>
          Effect.sync(() => {
            // Not `own`: the owner may have been forgotten meanwhile, and have begun anew.
            if (Exit.isFailure(exit)) attempts.get(owner)?.set(address, now + pauseMillis)
            else {
              attempts.get(owner)?.delete(address)
              kept.set(address, exit.value)
            }
          })
        )
      )
    })
}
