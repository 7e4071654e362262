import { describe, expect, it } from "@effect/vitest"
import { TestClock } from "@telemark-tools/clock"
import { StorageError } from "@telemark/contract"
import { makeReturnPathKeys, ReturnPaths, StoredKeys } from "@telemark/core"
import { emailIdOfToken, layerReturnPaths } from "@telemark/feedback"
import { Effect, Layer, Redacted } from "effect"

const id = "em_0199a0b0c0d07000800000000000000b"
const keyOf = (byte: number) => Redacted.make(Uint8Array.from(Buffer.alloc(32, byte)))

/** Keys that a storage keeps, newest first, or an error when they are read. */
const keptKeys = (...bytes: ReadonlyArray<number>) => {
  const kept = { keys: bytes, isBroken: false, reads: 0 }
  const layer = Layer.succeed(StoredKeys, {
    keys: Effect.suspend(() => {
      kept.reads++
      return kept.isBroken
        ? new StorageError({ reason: "unavailable", cause: undefined })
        : Effect.succeed(kept.keys.map(keyOf))
    }),
    update: () => Effect.succeed([])
  })
  return { kept, layer }
}

/** Whether a token that is made now is known to a process with this key of the storage. */
const isKnownTo = (byte: number) =>
  Effect.gen(function* () {
    const paths = yield* ReturnPaths
    const token = paths === undefined ? "" : (yield* paths.token)(id)
    const keys = yield* Effect.flatten(Effect.provide(makeReturnPathKeys(), keptKeys(byte).layer))
    return emailIdOfToken(keys, token) === id
  })

describe("return paths", () => {
  it.effect("don't exist without a host, and need no key then", () =>
    Effect.gen(function* () {
      const { kept, layer } = keptKeys()
      expect(
        yield* Effect.provide(ReturnPaths, Layer.provide(layerReturnPaths({}), layer))
      ).toBeUndefined()
      expect(kept.reads).toBe(0)
    })
  )

  it.effect("need a key", () =>
    Effect.gen(function* () {
      const failure = Effect.flip(
        Effect.provide(
          ReturnPaths,
          Layer.provide(layerReturnPaths({ host: "bounce.mail.example" }), keptKeys().layer)
        )
      )
      expect((yield* failure)._tag).toBe("SecretMissing")
    })
  )

  it.effect(
    "follow the storage's newest key within seconds, and keep the last one while none can be read",
    () => {
      const { kept, layer } = keptKeys(1)
      return Effect.gen(function* () {
        expect(yield* isKnownTo(1)).toBe(true)
        kept.keys = [2, 1]
        yield* TestClock.adjust("5 seconds")
        expect([yield* isKnownTo(1), yield* isKnownTo(2)]).toEqual([false, true])
        kept.isBroken = true
        yield* TestClock.adjust("5 seconds")
        expect(yield* isKnownTo(2)).toBe(true)
      }).pipe(
        Effect.provide(Layer.provide(layerReturnPaths({ host: "bounce.mail.example" }), layer))
      )
    }
  )

  it.effect("take the storage's keys once for many messages", () => {
    const { kept, layer } = keptKeys(1)
    return Effect.gen(function* () {
      const paths = yield* ReturnPaths
      if (paths === undefined) throw new Error("there are no return paths")
      const tokens = yield* Effect.replicateEffect(
        Effect.map(paths.token, (tokenOf) => tokenOf(id)),
        100
      )
      expect(new Set(tokens).size).toBe(1)
      expect(kept.reads).toBe(1)
    }).pipe(Effect.provide(Layer.provide(layerReturnPaths({ host: "bounce.mail.example" }), layer)))
  })
})
