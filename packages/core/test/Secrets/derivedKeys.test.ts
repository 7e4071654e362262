import { describe, expect, it } from "@effect/vitest"
import { deriveKeys, makeReturnPathKeys, StoredKeys } from "@telemark/core"
import { Effect, Layer, Redacted } from "effect"
import { TestClock } from "@telemark-tools/clock"

const secretOf = (byte: number): string => Buffer.alloc(32, byte).toString("base64")

const stored = (...bytes: ReadonlyArray<number>) => {
  const keys = bytes.map((byte) => Redacted.make(Uint8Array.from(Buffer.alloc(32, byte))))
  return Layer.succeed(StoredKeys, {
    keys: Effect.succeed(keys),
    update: () => Effect.succeed(keys)
  })
}

const hex = (keys: ReadonlyArray<Uint8Array>) => keys.map((key) => Buffer.from(key).toString("hex"))

const keysOf = (secret?: string, keys = stored(9)) =>
  Effect.map(Effect.provide(Effect.flatten(makeReturnPathKeys(secret)), keys), hex)

describe("derived keys", () => {
  it.effect("are one of each secret, in their order, whether given or kept by the storage", () =>
    Effect.gen(function* () {
      const [one, two] = [yield* keysOf(secretOf(1)), yield* keysOf(secretOf(2))]
      expect(one).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)])
      expect(yield* keysOf(`${secretOf(2)},${secretOf(1)}`)).toEqual([...two, ...one])
      expect(yield* keysOf(undefined, stored(2, 1))).toEqual([...two, ...one])
    })
  )

  it.effect("are others for another purpose, and never the secret itself", () =>
    Effect.gen(function* () {
      const [key] = yield* keysOf(secretOf(1))
      const other = hex(yield* Effect.provide(deriveKeys("other", secretOf(1)), stored(9)))
      expect(other).not.toContain(key)
      expect(key).not.toBe(Buffer.alloc(32, 1).toString("hex"))
    })
  )

  it.effect("need a secret", () =>
    Effect.gen(function* () {
      const none = Layer.succeed(StoredKeys, {
        keys: Effect.succeed(undefined),
        update: () => Effect.succeed([])
      })
      expect(yield* Effect.flip(keysOf(undefined, none))).toMatchObject({ _tag: "SecretMissing" })
      expect(yield* Effect.flip(keysOf("x"))).toMatchObject({ _tag: "InvalidSecret" })
    })
  )

  it.effect("are remembered, and those of the storage are looked at again after 2 s", () =>
    Effect.gen(function* () {
      let looks = 0
      const counted = Layer.effect(
        StoredKeys,
        Effect.map(StoredKeys, ({ keys, update }) => ({
          keys: Effect.tap(keys, () =>
            Effect.sync(() => {
              looks += 1
            })
          ),
          update
        }))
      ).pipe(Layer.provide(stored(1)))
      const ofStorage = yield* Effect.provide(makeReturnPathKeys(), counted)
      yield* Effect.all([ofStorage, ofStorage])
      expect(looks).toBe(1)
      yield* TestClock.adjust("3 seconds")
      yield* ofStorage
      expect(looks).toBe(2)
    })
  )
})
