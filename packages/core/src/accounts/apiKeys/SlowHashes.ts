import { ApiKeysBusy } from "@telemark/contract"
import { Clock, Context, Effect, type Scope } from "effect"
import { makeLimiter } from "../../kernel/Limiter.js"
import { makeMemory } from "../../kernel/memory.js"
import { makeSingleFlight } from "../../kernel/singleFlight.js"
import type { ApiKey } from "./ApiKey.js"
import { fingerprintOf } from "./keyFormat.js"

/** Port: a library does it that is compiled for each machine. */
export class KeyHasher extends Context.Service<
  KeyHasher,
  {
    /** Salted and encoded (argon2id). */
    readonly hash: (key: string) => Effect.Effect<string>
    readonly verify: (key: string, hash: string) => Effect.Effect<boolean>
  }
>()("@telemark/core/KeyHasher") {}

/** Concurrent slow hashes: each takes a core for 20 to 50 ms, and 19 MiB. */
const maxRunning = 2

/**
 * Keys waiting for verification, in total, per tenant and per prefix: the longest wait is about a
 * second.
 */
const maxWaiting = 48
const maxWaitingPerTenant = 8
const maxWaitingPerPrefix = 2

/** New keys waiting for their hash, in total and per tenant; one per tenant is hashed at a time. */
const maxNewKeysWaiting = 1000
const maxNewKeysWaitingPerTenant = 100

/** Remembered keys: good ones (one per hash) and wrong ones, these for a minute. */
const maxGood = 10_000
const maxWrong = 10_000
const wrongFor = 60_000

/** Fingerprints, never the keys. */
const makeKeyMemory = () => {
  const good = makeMemory<string>(maxGood)
  /** When each expires: a refused key stays in memory no longer than that is useful. */
  const wrong = makeMemory<number>(maxWrong)
  return {
    /** Undefined if unknown. */
    recall: (hash: string, fingerprint: string, now: number): boolean | undefined => {
      if (good.get(hash) === fingerprint) return true
      return (wrong.get(`${hash} ${fingerprint}`) ?? now) > now ? false : undefined
    },
    remember: (hash: string, fingerprint: string, isGood: boolean, now: number): void => {
      if (isGood) good.set(hash, fingerprint)
      else wrong.set(`${hash} ${fingerprint}`, now + wrongFor)
    }
  }
}

export type KeptKey = Pick<ApiKey, "tenant_id" | "prefix" | "hash">

interface SlowHashes {
  /** As far as this process remembers; undefined if it doesn't know. */
  readonly recall: (key: string, kept: KeptKey, now: number) => boolean | undefined
  /** Runs the slow hash once per good key, and once a minute per wrong one. */
  readonly verify: (key: string, kept: KeptKey) => Effect.Effect<boolean, ApiKeysBusy>
  /**
   * Creates the keys of a tenant one after another, so that a count taken inside `make` is still
   * true when the key is stored.
   */
  readonly inTurn: (
    tenantId: string
  ) => <A, E>(make: Effect.Effect<A, E>) => Effect.Effect<A, E | ApiKeysBusy>
  /** Call it inside `inTurn`. */
  readonly hash: (tenantId: string, key: string) => Effect.Effect<string, ApiKeysBusy>
}

/**
 * Bounds the slow hashes of a process. Tenants take turns with one verification each, so a tenant
 * that sends wrong secrets delays no other tenant, however many keys it owns. The bound per prefix
 * protects the tenant's other keys from someone who knows one prefix and sends wrong secrets.
 * Concurrent requests with the same key share one hash.
 */
export const makeSlowHashes = (
  hasher: typeof KeyHasher.Service
): Effect.Effect<SlowHashes, never, Scope.Scope> =>
  Effect.gen(function* () {
    const scope = yield* Effect.scope
    const error = () => new ApiKeysBusy()
    const limiter = makeLimiter({
      permits: maxRunning,
      permitsPerKey: 1,
      refuse: { maxWaiting, maxWaitingPerKey: maxWaitingPerTenant, error }
    })
    // Nothing waits in this limiter: it counts one running verification of the prefix and those
    // that wait for their tenant's turn.
    const prefixes = makeLimiter({
      permits: Number.POSITIVE_INFINITY,
      permitsPerKey: 1 + maxWaitingPerPrefix,
      refuse: { maxWaiting: 0, error }
    })
    const tenants = makeLimiter({
      permits: Number.POSITIVE_INFINITY,
      permitsPerKey: 1,
      refuse: { maxWaiting: maxNewKeysWaiting, maxWaitingPerKey: maxNewKeysWaitingPerTenant, error }
    })
    const memory = makeKeyMemory()
    const checks = makeSingleFlight({ scope })

    // Uninterruptible: the hashing thread keeps running after the caller has gone, so its permit
    // must stay taken.
    const check = (key: string, { hash, prefix, tenant_id }: KeptKey, fingerprint: string) =>
      Effect.uninterruptible(hasher.verify(key, hash)).pipe(
        limiter.run({ key: tenant_id }),
        prefixes.run({ key: prefix }),
        Effect.tap((isGood) =>
          Effect.map(Clock.currentTimeMillis, (now) => {
            memory.remember(hash, fingerprint, isGood, now)
          })
        )
      )

    return {
      recall: (key, { hash }, now) => memory.recall(hash, fingerprintOf(key), now),
      verify: (key, kept) =>
        Effect.gen(function* () {
          const { hash } = kept
          const fingerprint = fingerprintOf(key)
          const known = memory.recall(hash, fingerprint, yield* Clock.currentTimeMillis)
          if (known !== undefined) return known
          return yield* checks.run(`${hash} ${fingerprint}`, check(key, kept, fingerprint))
        }),
      inTurn: (tenantId) => (make) => tenants.run({ key: tenantId })(make),
      hash: (tenantId, key) =>
        limiter.run({ key: `new key of ${tenantId}` })(Effect.uninterruptible(hasher.hash(key)))
    }
  })
