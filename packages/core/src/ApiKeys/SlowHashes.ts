import { ApiKeysBusy } from "@telemark/contract"
import { Clock, Deferred, Effect, type Scope } from "effect"
import { makeLimiter } from "../Limiter/index.js"
import type { ApiKey } from "./ApiKey.js"
import { makeKeyMemory } from "./keyMemory.js"
import type { KeyHasher } from "./ports.js"

/** Slow hashes at once: each takes a core for 20 to 50 ms, and 19 MiB. */
const maxRunning = 2

/** Keys that wait to be hashed, in all, of one tenant and of one prefix: the longest wait for an answer is about a second. */
const maxWaiting = 48
const maxWaitingPerTenant = 8
const maxWaitingPerPrefix = 2

/** Keys to be made that wait, in all and of one tenant; one of each tenant at a time is hashed. */
const maxNewKeysWaiting = 1000
const maxNewKeysWaitingPerTenant = 100

/** What a raw key is checked against. */
export type KeptKey = Pick<ApiKey, "tenant_id" | "prefix" | "hash">

/** What of API keys takes a slow hash. */
export interface SlowHashes {
  /** What is known without a hash of whether a raw key is the one that was hashed; undefined if nothing is. */
  readonly recall: (key: string, kept: KeptKey, now: number) => boolean | undefined
  /** Whether a raw key is the one that was hashed. The slow hash runs once for a key in a process, and for a wrong one once a minute. */
  readonly verify: (key: string, kept: KeptKey) => Effect.Effect<boolean, ApiKeysBusy>
  /** Runs what makes a key of a tenant once those before it are made: what it counts then is still so when it stores its key. */
  readonly inTurn: (tenantId: string) => <A, E>(make: Effect.Effect<A, E>) => Effect.Effect<A, E | ApiKeysBusy>
  /** The slow hash of a tenant's new key, to be asked for within its turn. */
  readonly hash: (tenantId: string, key: string) => Effect.Effect<string, ApiKeysBusy>
}

/**
 * Bounds the slow hashes of a process. Tenants take turns, and of each one key is checked at a time: whoever sends wrong secrets keeps
 * no other tenant waiting, however many keys they own. Few of one prefix are let in: whoever knows a prefix and sends wrong secrets
 * leaves the tenant's other keys most of what may wait. Requests that bring the same key at the same time share one hash.
 */
export const makeSlowHashes = (hasher: typeof KeyHasher.Service): Effect.Effect<SlowHashes, never, Scope.Scope> =>
  Effect.gen(function*() {
    const scope = yield* Effect.scope
    const error = () => new ApiKeysBusy()
    const limiter = makeLimiter({
      permits: maxRunning, permitsPerKey: 1, refuse: { maxWaiting, maxWaitingPerKey: maxWaitingPerTenant, error }
    })
    // Nothing waits here. One of a prefix is hashed at a time, as one of its tenant is.
    const prefixes = makeLimiter({ permits: Number.POSITIVE_INFINITY, permitsPerKey: 1 + maxWaitingPerPrefix, refuse: { maxWaiting: 0, error } })
    const tenants = makeLimiter({
      permits: Number.POSITIVE_INFINITY,
      permitsPerKey: 1,
      refuse: { maxWaiting: maxNewKeysWaiting, maxWaitingPerKey: maxNewKeysWaitingPerTenant, error }
    })
    const memory = makeKeyMemory()
    const underWay = new Map<string, Deferred.Deferred<boolean, ApiKeysBusy>>()

    // A thread works on for whoever has gone, so its turn isn't over before.
    const check = (key: string, { hash, prefix, tenant_id }: KeptKey, fingerprint: string) =>
      Effect.uninterruptible(hasher.verify(key, hash)).pipe(
        limiter.run({ key: tenant_id }),
        prefixes.run({ key: prefix }),
        Effect.tap((isGood) => Effect.map(Clock.currentTimeMillis, (now) => { memory.remember(hash, fingerprint, isGood, now) }))
      )

    /** In a fiber of its own: many may wait for it, and none of them may end it for the others. */
    const begin = (id: string, checked: Effect.Effect<boolean, ApiKeysBusy>) =>
      Effect.gen(function*() {
        const answer = yield* Deferred.make<boolean, ApiKeysBusy>()
        underWay.set(id, answer)
        const ended = Effect.ensuring(Effect.intoDeferred(Effect.interruptible(checked), answer), Effect.sync(() => { underWay.delete(id) }))
        yield* Effect.forkIn(ended, scope)
        return answer
      })

    return {
      recall: (key, { hash }, now) => memory.recall(hash, hasher.fingerprint(key), now),
      verify: (key, kept) =>
        Effect.gen(function*() {
          const { hash } = kept
          const fingerprint = hasher.fingerprint(key)
          const known = memory.recall(hash, fingerprint, yield* Clock.currentTimeMillis)
          if (known !== undefined) return known
          const id = `${hash} ${fingerprint}`
          return yield* Deferred.await(underWay.get(id) ?? (yield* Effect.uninterruptible(begin(id, check(key, kept, fingerprint)))))
        }),
      inTurn: (tenantId) => (make) => tenants.run({ key: tenantId })(make),
      hash: (tenantId, key) => limiter.run({ key: `new key of ${tenantId}` })(Effect.uninterruptible(hasher.hash(key)))
    }
  })
