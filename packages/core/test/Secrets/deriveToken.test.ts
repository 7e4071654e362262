import { describe, expect, it } from "@effect/vitest"
import { deriveToken, StoredKeys } from "@telemark/core"
import { Effect, Layer, Redacted } from "effect"

const secretOf = (byte: number): string => Buffer.alloc(32, byte).toString("base64")

const stored = (...bytes: ReadonlyArray<number>) => {
  const keys = bytes.map((byte) => Redacted.make(Uint8Array.from(Buffer.alloc(32, byte))))
  return Layer.succeed(StoredKeys, {
    keys: Effect.succeed(keys),
    update: () => Effect.succeed(keys)
  })
}

const tokenOf = (purpose: string, secret?: string, keys = stored(9)) =>
  Effect.map(Effect.provide(deriveToken(purpose, secret), keys), Redacted.value)

describe("a derived token", () => {
  it.effect("is the same for all processes that have the key", () =>
    Effect.gen(function* () {
      const token = yield* tokenOf("inbox", secretOf(1))
      expect(token).toMatch(/^[\w-]{43}$/)
      expect(yield* tokenOf("inbox", secretOf(1))).toBe(token)
      expect(yield* tokenOf("inbox", `${secretOf(1)},${secretOf(2)}`)).toBe(token)
      expect(yield* tokenOf("inbox", undefined, stored(1, 2))).toBe(token)
    })
  )

  it.effect("is another for another purpose or newest key, and never the key itself", () =>
    Effect.gen(function* () {
      const token = yield* tokenOf("inbox", secretOf(1))
      const others = yield* Effect.all([
        tokenOf("other", secretOf(1)),
        tokenOf("inbox", secretOf(2)),
        tokenOf("inbox", `${secretOf(2)},${secretOf(1)}`)
      ])
      expect(others).not.toContain(token)
      expect(Buffer.from(token, "base64url").equals(Buffer.alloc(32, 1))).toBe(false)
    })
  )

  it.effect("needs a key", () =>
    Effect.gen(function* () {
      const none = Layer.succeed(StoredKeys, {
        keys: Effect.succeed(undefined),
        update: () => Effect.succeed([])
      })
      expect(yield* Effect.flip(tokenOf("inbox", undefined, none))).toMatchObject({
        _tag: "SecretMissing"
      })
      expect(yield* Effect.flip(tokenOf("inbox", "x"))).toMatchObject({ _tag: "InvalidSecret" })
    })
  )

  it.effect("costs one look at the keys, and a derivation from the newest alone", () =>
    Effect.gen(function* () {
      let looks = 0
      const [newest, ...others] = [1, 2, 3].map((byte) =>
        Redacted.make(new Uint8Array(32).fill(byte))
      )
      // Whoever uses one of these fails.
      for (const one of others) Redacted.wipeUnsafe(one)
      const keys = newest === undefined ? [] : [newest, ...others]
      const counted = Layer.succeed(StoredKeys, {
        keys: Effect.sync(() => {
          looks += 1
          return keys
        }),
        update: () => Effect.succeed(keys)
      })
      expect(yield* tokenOf("inbox", undefined, counted)).toBe(yield* tokenOf("inbox", secretOf(1)))
      expect(looks).toBe(1)
      yield* tokenOf("inbox", `${secretOf(1)},${secretOf(2)}`, counted)
      expect(looks).toBe(1)
    })
  )
})
