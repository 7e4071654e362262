import { describe, expect, it } from "@effect/vitest"
import { TestClock } from "@telemark-tools/clock"
import { ApiKeysBusy } from "@telemark/contract"
import { Effect, Exit, Fiber, Scope } from "effect"
import { type KeptKey, makeSlowHashes } from "../../src/accounts/apiKeys/SlowHashes.js"

/**
 * Ends all that it is told to at once, when it is told to; a key is good if the hash is `hash of`
 * it.
 */
const makeHasher = () => {
  const running: Array<{ readonly what: string; readonly end: () => void }> = []
  let made = 0
  const slow = <A>(what: string, answer: A) =>
    Effect.callback<A>((resume) => {
      made++
      const one = {
        what,
        end: () => {
          running.splice(running.indexOf(one), 1)
          resume(Effect.succeed(answer))
        }
      }
      running.push(one)
    })
  return {
    hasher: {
      hash: (key: string) => slow(key, `hash of ${key}`),
      verify: (key: string, hash: string) => slow(key, hash === `hash of ${key}`)
    },
    running: () => running.map(({ what }) => what),
    made: () => made,
    endAll: Effect.sync(() => {
      for (const one of [...running]) one.end()
    })
  }
}

/** The only key of its tenant, unless one is named. */
const kept = (hash: string, tenant_id = `tenant of ${hash}`): KeptKey => ({
  hash,
  prefix: `prefix of ${hash}`,
  tenant_id
})

const settle = Effect.repeat(Effect.yieldNow, { times: 100 })

/**
 * Lets a test end, and say why, where it fails with hashes under way: they can't be interrupted.
 */
const endAllLater = (endAll: Effect.Effect<void>) =>
  Effect.forkDetach(Effect.repeat(Effect.andThen(endAll, settle), { times: 20 }))

describe("slow hashes of keys", () => {
  it.effect("leave nobody waiting who asks when they are closed", () =>
    Effect.gen(function* () {
      const { hasher, made } = makeHasher()
      const scope = yield* Scope.make()
      const { verify } = yield* Scope.provide(makeSlowHashes(hasher), scope)
      yield* Scope.close(scope, Exit.void)
      for (let times = 0; times < 2; times++)
        expect(Exit.hasInterrupts(yield* Effect.exit(verify("key", kept("hash of key"))))).toBe(
          true
        )
      expect(made()).toBe(0)
    })
  )

  it.effect("run one of each tenant at a time, and two in all", () =>
    Effect.gen(function* () {
      const { endAll, hasher, running } = makeHasher()
      const { verify } = yield* makeSlowHashes(hasher)
      const all = yield* Effect.forkChild(
        Effect.forEach(
          [
            ["a1", "a"],
            ["a2", "a"],
            ["b1", "b"],
            ["c1", "c"]
          ] as const,
          ([key, hash]) => verify(key, kept(hash)),
          { concurrency: "unbounded" }
        )
      )
      yield* settle
      expect(running()).toEqual(["a1", "b1"])
      yield* endAll
      yield* settle
      expect(running()).toEqual(["c1", "a2"])
      yield* endAll
      expect(yield* Fiber.join(all)).toEqual([false, false, false, false])
    })
  )

  it.effect("are made once for a good key, and for a wrong one once a minute", () =>
    Effect.gen(function* () {
      const { endAll, hasher, made } = makeHasher()
      const { verify } = yield* makeSlowHashes(hasher)
      const ask = (key: string) =>
        Effect.gen(function* () {
          const asked = yield* Effect.forkChild(verify(key, kept("hash of good")))
          yield* settle
          yield* endAll
          return yield* Fiber.join(asked)
        })
      expect([
        yield* ask("good"),
        yield* ask("good"),
        yield* ask("wrong"),
        yield* ask("wrong")
      ]).toEqual([true, true, false, false])
      expect(made()).toBe(2)
      yield* TestClock.adjust("1 minutes")
      expect([yield* ask("good"), yield* ask("wrong")]).toEqual([true, false])
      expect(made()).toBe(3)
    })
  )

  it.effect(
    "are shared by requests that bring the same key at once, even if the first of them has gone",
    () =>
      Effect.gen(function* () {
        const { endAll, hasher, made } = makeHasher()
        const { verify } = yield* makeSlowHashes(hasher)
        const first = yield* Effect.forkChild(verify("good", kept("hash of good")))
        const others = yield* Effect.forkChild(
          Effect.all(
            Array.from({ length: 200 }, () => verify("good", kept("hash of good"))),
            { concurrency: "unbounded" }
          )
        )
        yield* settle
        yield* Fiber.interrupt(first)
        yield* endAll
        expect(new Set(yield* Fiber.join(others))).toEqual(new Set([true]))
        expect(made()).toBe(1)
      })
  )

  it.effect(
    "refuse the fourth wrong key of one prefix, and let another prefix through while it is attacked",
    () =>
      Effect.gen(function* () {
        const { endAll, hasher, running } = makeHasher()
        const { verify } = yield* makeSlowHashes(hasher)
        yield* Effect.addFinalizer(() => endAll)
        const attack = yield* Effect.forkChild(
          Effect.forEach(
            Array.from({ length: 1200 }),
            (_, index) => Effect.exit(verify(`wrong ${String(index)}`, kept("hash of attacked"))),
            { concurrency: "unbounded" }
          )
        )
        const genuine = yield* Effect.forkChild(verify("good", kept("hash of good")))
        yield* settle
        expect([...running()].sort()).toEqual(["good", "wrong 0"])
        yield* endAll
        expect(yield* Fiber.join(genuine)).toBe(true)
        yield* settle
        while (running().length > 0) yield* Effect.andThen(endAll, settle)
        const answers = yield* Fiber.join(attack)
        expect(answers.slice(0, 3)).toEqual([
          Exit.succeed(false),
          Exit.succeed(false),
          Exit.succeed(false)
        ])
        expect(
          new Set(
            answers
              .slice(3)
              .map((exit) =>
                Exit.match(exit, { onSuccess: () => "checked", onFailure: () => "refused" })
              )
          )
        ).toEqual(new Set(["refused"]))
      })
  )

  it.effect(
    "of a tenant that attacks on 24 of its own prefixes don't delay checking or creating other tenants' keys",
    () =>
      Effect.gen(function* () {
        const { endAll, hasher, running } = makeHasher()
        const { hash, inTurn, verify } = yield* makeSlowHashes(hasher)
        yield* Effect.addFinalizer(() => endAllLater(endAll))
        const attack = yield* Effect.forkChild(
          Effect.forEach(
            Array.from({ length: 480 }),
            (_, index) =>
              Effect.exit(
                verify(`wrong ${String(index)}`, kept(`attacked ${String(index % 24)}`, "attacker"))
              ),
            { concurrency: "unbounded" }
          )
        )
        yield* settle
        expect(running()).toEqual(["wrong 0"])
        const genuine = yield* Effect.forkChild(verify("good", kept("hash of good")))
        yield* settle
        expect(running()).toEqual(["wrong 0", "good"])
        const made = yield* Effect.forkChild(inTurn("another")(hash("another", "new")))
        yield* settle
        yield* endAll
        yield* settle
        expect(running()).toContain("new")
        yield* endAll
        expect(yield* Fiber.join(genuine)).toBe(true)
        expect(yield* Fiber.join(made)).toBe("hash of new")
        yield* settle
        while (running().length > 0) yield* Effect.andThen(endAll, settle)
        expect((yield* Fiber.join(attack)).filter(Exit.isSuccess)).toHaveLength(9)
      })
  )

  it.effect("of one attacked prefix leave the tenant's other keys to be checked", () =>
    Effect.gen(function* () {
      const { endAll, hasher, running } = makeHasher()
      const { verify } = yield* makeSlowHashes(hasher)
      yield* Effect.addFinalizer(() => endAllLater(endAll))
      yield* Effect.forEach(Array.from({ length: 100 }), (_, index) =>
        Effect.forkChild(Effect.exit(verify(`wrong ${String(index)}`, kept("attacked", "one"))))
      )
      const genuine = yield* Effect.forkChild(verify("good", kept("hash of good", "one")))
      yield* settle
      expect(running()).toEqual(["wrong 0"])
      yield* Effect.repeat(Effect.andThen(endAll, settle), { times: 2 })
      expect(running()).toEqual(["good"])
      yield* endAll
      expect(yield* Fiber.join(genuine)).toBe(true)
    })
  )

  it.effect("wait at most 48 in all", () =>
    Effect.gen(function* () {
      const { endAll, hasher, running } = makeHasher()
      const { verify } = yield* makeSlowHashes(hasher)
      yield* Effect.forEach(Array.from({ length: 50 }), (_, index) =>
        Effect.forkChild(verify(`key ${String(index)}`, kept(String(index))))
      )
      yield* settle
      expect(running()).toHaveLength(2)
      expect(yield* Effect.flip(verify("one more", kept("another")))).toBeInstanceOf(ApiKeysBusy)
      while (running().length > 0) yield* Effect.andThen(endAll, settle)
    })
  )

  it.effect(
    "of new keys run one per tenant at a time, and queue together with those that are checked",
    () =>
      Effect.gen(function* () {
        const { endAll, hasher, running } = makeHasher()
        const { hash, inTurn } = yield* makeSlowHashes(hasher)
        const make = (tenant: string, key: string) => inTurn(tenant)(hash(tenant, key))
        const all = yield* Effect.forkChild(
          Effect.all([make("a", "a1"), make("a", "a2"), make("a", "a3"), make("b", "b1")], {
            concurrency: "unbounded"
          })
        )
        yield* settle
        expect(running()).toEqual(["a1", "b1"])
        while (running().length > 0) yield* Effect.andThen(endAll, settle)
        expect(yield* Fiber.join(all)).toEqual([
          "hash of a1",
          "hash of a2",
          "hash of a3",
          "hash of b1"
        ])
      })
  )

  it.effect("end with their scope, and nothing waits for them any more", () =>
    Effect.gen(function* () {
      const { hasher } = makeHasher()
      const scope = yield* Scope.make()
      const { verify } = yield* Scope.provide(
        makeSlowHashes({ ...hasher, verify: () => Effect.as(Effect.sleep("1 second"), true) }),
        scope
      )
      const waiting = yield* Effect.forkChild(
        Effect.all([verify("a1", kept("a")), verify("a2", kept("a"))], { concurrency: "unbounded" })
      )
      yield* settle
      const closing = yield* Effect.forkChild(Scope.close(scope, Exit.void))
      yield* TestClock.adjust("1 second")
      yield* Fiber.join(closing)
      expect(Exit.isFailure(yield* Fiber.await(waiting))).toBe(true)
    })
  )
})
