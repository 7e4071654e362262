import { createDecipheriv, hkdfSync } from "node:crypto"
import { describe, expect, it } from "@effect/vitest"
import {
  SecretMissing,
  type SecretReference,
  Secrets,
  type SecretsService,
  SecretUnreadable
} from "@telemark/core"
import { Effect, Inspectable, Layer, Redacted } from "effect"
import * as FastCheck from "fast-check"
import { keyOf, memoryKeys, passwordOf, secretOf } from "./support/memory.js"

const place = passwordOf("tn_1")
const password = Redacted.make("p4ssw0rd")
const secrets = (
  secret: string | undefined,
  keys = memoryKeys(undefined)
): Effect.Effect<SecretsService> =>
  Secrets.pipe(Effect.provide(Layer.provide(Secrets.layer(secret), keys.layer)), Effect.orDie)

describe("a sealed secret", () => {
  it.effect("opens again for its location, whatever characters it has", () =>
    Effect.gen(function* () {
      const { open, seal } = yield* secrets(secretOf(1))
      yield* Effect.promise(() =>
        FastCheck.assert(
          FastCheck.asyncProperty(
            FastCheck.string({ unit: "binary", maxLength: 300 }),
            async (text) => {
              const opened = await Effect.runPromise(
                Effect.flatMap(seal(Redacted.make(text), place), (sealed) => open(sealed, place))
              )
              expect(Redacted.value(opened)).toBe(text)
            }
          )
        )
      )
      const sealed = yield* seal(Redacted.make("\uFEFF with a mark before it\0"), place)
      expect(Redacted.value(yield* open(sealed, place))).toBe("\uFEFF with a mark before it\0")
    })
  )

  it.effect(
    "is AES-256-GCM with a key by HKDF, bound to its location, as another implementation reads it",
    () =>
      Effect.gen(function* () {
        const { seal } = yield* secrets(secretOf(1))
        const sealed = Buffer.from(yield* seal(password, place), "base64")
        const derive = (purpose: string, length: number) =>
          Buffer.from(
            hkdfSync("sha256", keyOf(1), new Uint8Array(0), `telemark/secrets/1/${purpose}`, length)
          )
        expect(sealed[0]).toBe(1)
        expect(sealed.subarray(1, 5)).toEqual(derive("key id", 4))
        const decipher = createDecipheriv(
          "aes-256-gcm",
          derive("aes-256-gcm", 32),
          sealed.subarray(5, 17)
        )
        decipher.setAAD(Buffer.from(JSON.stringify(["smtp_configs", "tn_1", "", "password"])))
        decipher.setAuthTag(sealed.subarray(17, 33))
        expect(
          decipher.update(sealed.subarray(33), undefined, "utf8") + decipher.final("utf8")
        ).toBe("p4ssw0rd")
      })
  )

  it.effect("differs each time, and shows nothing of the secret", () =>
    Effect.gen(function* () {
      const { seal } = yield* secrets(secretOf(1))
      const all = yield* Effect.replicateEffect(seal(password, place), 50)
      expect(new Set(all).size).toBe(50)
      expect(
        all.every(
          (sealed) =>
            /^[A-Za-z0-9+/]+=*$/.test(sealed) && !Buffer.from(sealed, "base64").includes("p4ssw0rd")
        )
      ).toBe(true)
    })
  )

  const elsewhere: ReadonlyArray<readonly [string, SecretReference]> = [
    ["tenant", { ...place, tenant_id: "tn_2" }],
    ["row", { ...place, row: "x" }],
    ["column", { ...place, column: "username" }],
    ["table", { ...place, table: "dkim_keys" }],
    ["place with the same letters", { ...place, tenant_id: 'tn_1","', row: "" }]
  ]
  it.effect.each(elsewhere)("opens in no other %s", ([, other]) =>
    Effect.gen(function* () {
      const { open, seal } = yield* secrets(secretOf(1))
      const error = yield* Effect.flip(open(yield* seal(password, place), other))
      expect(error).toEqual(new SecretUnreadable({ reason: "damaged" }))
    })
  )

  it.effect(
    "opens no more when any byte of it was changed, and no error shows what was in it",
    () =>
      Effect.gen(function* () {
        const { open, seal } = yield* secrets(secretOf(1))
        const sealed = Buffer.from(yield* seal(password, place), "base64")
        for (const index of sealed.keys()) {
          const changed = Buffer.from(sealed)
          changed[index] = (changed[index] ?? 0) ^ 1
          const error = yield* Effect.flip(open(changed.toString("base64"), place))
          expect(error).toMatchObject({
            _tag: "SecretUnreadable",
            reason: index >= 1 && index < 5 ? "unknown_key" : "damaged"
          })
          expect(Inspectable.toStringUnknown(error)).not.toContain("p4ssw0rd")
        }
      })
  )

  it.effect.each([
    "",
    "p4ssw0rd",
    "AQ==",
    Buffer.alloc(33).toString("base64"),
    "not base64 at all"
  ])("is damaged: %j", (text) =>
    Effect.gen(function* () {
      const { isCurrent, open } = yield* secrets(secretOf(1))
      expect(yield* Effect.flip(open(text, place))).toEqual(
        new SecretUnreadable({ reason: "damaged" })
      )
      expect(yield* isCurrent(text)).toBe(false)
    })
  )
})

describe("given keys", () => {
  it.effect("seal with the first and open with each", () =>
    Effect.gen(function* () {
      const before = yield* secrets(secretOf(1))
      const between = yield* secrets(secretOf(2, 1))
      const after = yield* secrets(secretOf(2))
      const old = yield* before.seal(password, place)
      expect(yield* between.open(old, place)).toEqual(password)
      expect(yield* between.isCurrent(old)).toBe(false)
      const fresh = yield* between.seal(password, place)
      expect(yield* between.isCurrent(fresh)).toBe(true)
      expect(yield* after.open(fresh, place)).toEqual(password)
      expect(yield* Effect.flip(after.open(old, place))).toEqual(
        new SecretUnreadable({ reason: "unknown_key" })
      )
    })
  )

  it.effect("don't change those of the storage", () =>
    Effect.gen(function* () {
      const keys = memoryKeys([9])
      const { seal } = yield* secrets(secretOf(1), keys)
      yield* seal(password, place)
      expect(keys.state.reads).toBe(0)
    })
  )
})

describe("the storage's keys", () => {
  it.effect("are used where none are given", () =>
    Effect.gen(function* () {
      const keys = memoryKeys([1])
      const { open, seal } = yield* secrets(undefined, keys)
      expect(yield* open(yield* seal(password, place), place)).toEqual(password)
      expect(
        yield* (yield* secrets(secretOf(1))).open(yield* seal(password, place), place)
      ).toEqual(password)
    })
  )

  it.effect(
    "are looked at again before sealing and for an unknown key, since another process may have changed them",
    () =>
      Effect.gen(function* () {
        const keys = memoryKeys([1])
        const { isCurrent, open, seal } = yield* secrets(undefined, keys)
        const old = yield* seal(password, place)
        keys.state.keys = [Redacted.make(keyOf(2)), Redacted.make(keyOf(1))]
        const { seal: sealElsewhere } = yield* secrets(secretOf(2))
        expect(yield* open(yield* sealElsewhere(password, place), place)).toEqual(password)
        expect(yield* isCurrent(old)).toBe(false)
        expect(yield* isCurrent(yield* seal(password, place))).toBe(true)
        const { reads } = keys.state
        yield* open(old, place)
        expect(keys.state.reads).toBe(reads)
      })
  )

  it.effect(
    "are missing if the storage can't store them: nothing starts, and the message says what to set",
    () =>
      Effect.gen(function* () {
        const error = yield* Secrets.pipe(
          Effect.provide(Layer.provide(Secrets.layer(), memoryKeys(undefined).layer)),
          Effect.flip
        )
        expect(error).toBeInstanceOf(SecretMissing)
        expect(error.message).toContain("TELEMARK_SECRET")
      })
  )
})
