import {
  rotateSecrets,
  sealedSecretQueries,
  type SecretKey,
  type SecretReference,
  Secrets,
  type SecretsService,
  StoredKeys
} from "@telemark/core"
import { Effect, Layer, Redacted, Result } from "effect"
import * as Statement from "effect/sql/Statement"
import assert from "node:assert/strict"
import { saved } from "./domainFixtures.js"
import { times } from "./fixtures.js"
import { suite } from "./suite.js"

const bytesOf = (byte: number): Uint8Array => new Uint8Array(32).fill(byte)

/** Keys of one byte each, as the text of a setting. */
const secretOf = (...bytes: ReadonlyArray<number>): string =>
  bytes.map((byte) => Buffer.from(bytesOf(byte)).toString("base64")).join(",")

/** Keys that a storage keeps, in memory. */
const keysOf = (...bytes: ReadonlyArray<number>) => {
  const state = { keys: bytes.map((byte): SecretKey => Redacted.make(bytesOf(byte))) }
  const layer = Layer.succeed(StoredKeys, {
    keys: Effect.sync(() => state.keys),
    update: (change) => Effect.sync(() => (state.keys = [...change(state.keys)]))
  })
  return { state, layer }
}

const references = times(20, (index): SecretReference => ({
  table: "smtp_configs",
  tenant_id: `tn_${String(index)}`,
  row: "",
  column: "password"
}))
const [raced, other] = references as readonly [SecretReference, SecretReference]

const passwordOf = ({ tenant_id }: SecretReference) => Redacted.make(`password of ${tenant_id}`)

const put = ({ tenant_id }: SecretReference, password: string) => saved({ tenant_id, password })

/** Seals and opens with these keys alone. */
const withKeys = (secret: string | undefined, keys = keysOf()): Effect.Effect<SecretsService> =>
  Secrets.pipe(Effect.provide(Layer.provide(Secrets.layer(secret), keys.layer)), Effect.orDie)

/** Stores a password for each reference, sealed with the key of that byte. */
const filled = (byte: number) =>
  Effect.gen(function* () {
    const { seal } = yield* withKeys(secretOf(byte))
    for (const reference of references)
      yield* put(reference, yield* seal(passwordOf(reference), reference))
  })

const stored = Effect.flatMap(sealedSecretQueries, ({ all }) =>
  Effect.map(all, (found) => new Map(found.map((one) => [one.reference.tenant_id, one.sealed])))
)

const opensAll = ({ open }: SecretsService) =>
  Effect.gen(function* () {
    const sealed = yield* stored
    for (const reference of references)
      assert.deepEqual(
        yield* open(sealed.get(reference.tenant_id) ?? "", reference),
        passwordOf(reference)
      )
  })

/** Runs an effect, and another one before each replacement of a password. */
const withBefore =
  <E2, R2>(before: (tenantId: unknown) => Effect.Effect<void, E2, R2>) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.flatMap(Effect.context<R2>(), (context) =>
      Effect.provideService(effect, Statement.CurrentTransformer, (statement) => {
        const [text, [, tenantId]] = statement.compile()
        return text.startsWith("UPDATE")
          ? before(tenantId).pipe(
              Effect.provideService(Statement.CurrentTransformer, undefined),
              Effect.provide(context),
              Effect.orDie,
              Effect.as(statement)
            )
          : Effect.succeed(statement)
      })
    )

const rotated = (secret?: string, keys = keysOf()) =>
  Effect.provide(rotateSecrets(secret), keys.layer)

const complete = { total: 20, resealed: 20, unreadable: [], complete: true }

/** Reseals secrets as `telemark secrets rotate` does. */
export const rotatingSecrets = suite("rotateSecrets", (test) => {
  test("seals all with the first of given keys, so that the others can go", () =>
    Effect.gen(function* () {
      yield* filled(1)
      assert.deepEqual(yield* rotated(secretOf(2, 1)), complete)
      yield* opensAll(yield* withKeys(secretOf(2)))
    }))

  test("does nothing where all is sealed with the first", () =>
    Effect.gen(function* () {
      yield* filled(1)
      assert.deepEqual(yield* rotated(secretOf(1)), { ...complete, resealed: 0 })
    }))

  test("leaves what can't be opened unchanged, and names its location", () =>
    Effect.gen(function* () {
      yield* filled(1)
      const { seal } = yield* withKeys(secretOf(3))
      const lost = yield* seal(Redacted.make("lost"), raced)
      yield* put(raced, lost)
      yield* put(other, "damaged")
      const { unreadable, ...rest } = yield* rotated(secretOf(2, 1))
      assert.deepEqual(rest, { total: 20, resealed: 18, complete: true })
      assert.deepEqual(
        [...unreadable].sort((a, b) => a.reference.tenant_id.localeCompare(b.reference.tenant_id)),
        [
          { reference: raced, reason: "unknown_key" },
          { reference: other, reason: "damaged" }
        ]
      )
      assert.equal((yield* stored).get(raced.tenant_id), lost)
    }))

  test("goes again through what others saved meanwhile, and overwrites none of it", () =>
    Effect.gen(function* () {
      const newer = yield* (yield* withKeys(secretOf(1))).seal(Redacted.make("newer"), raced)
      yield* filled(1)
      let isFirst = true
      const before = withBefore((tenantId) => {
        if (tenantId !== raced.tenant_id || !isFirst) return Effect.void
        isFirst = false
        return put(raced, newer)
      })
      assert.deepEqual(yield* before(rotated(secretOf(2, 1))), complete)
      const { open } = yield* withKeys(secretOf(2))
      const sealed = (yield* stored).get(raced.tenant_id) ?? ""
      assert.deepEqual(yield* open(sealed, raced), Redacted.make("newer"))
    }))

  test("ends, and reports that it isn't complete, if something keeps sealing with an older key", () =>
    Effect.gen(function* () {
      const { seal } = yield* withKeys(secretOf(1))
      const before = withBefore((tenantId) =>
        tenantId === raced.tenant_id
          ? Effect.flatMap(seal(Redacted.make("newer"), raced), (newer) => put(raced, newer))
          : Effect.void
      )
      yield* filled(1)
      assert.equal((yield* before(rotated(secretOf(2, 1)))).complete, false)
    }))

  test("adds a key to the storage's, seals all with it, and keeps only the one before", () =>
    Effect.gen(function* () {
      const keys = keysOf(2, 1)
      yield* filled(1)
      const running = yield* withKeys(undefined, keys)
      assert.deepEqual(yield* rotated(undefined, keys), complete)
      const [newest, ...others] = keys.state.keys.map((key) => Redacted.value(key))
      assert.deepEqual(others, [bytesOf(2)])
      assert.equal(newest?.length, 32)
      yield* opensAll(yield* withKeys(Buffer.from(newest).toString("base64")))
      yield* opensAll(running)
    }))

  test("forgets no key of the storage while a secret can't be opened", () =>
    Effect.gen(function* () {
      const keys = keysOf(2, 1)
      yield* filled(3)
      const { complete, resealed } = yield* rotated(undefined, keys)
      assert.deepEqual({ complete, resealed }, { complete: true, resealed: 0 })
      assert.equal(keys.state.keys.length, 3)
    }))

  test("loses nothing when another rotates the storage's keys at the same time", () =>
    Effect.gen(function* () {
      const keys = keysOf(1)
      yield* filled(1)
      let replaced = 0
      const before = withBefore(() =>
        Effect.sync(() => {
          if (replaced++ === 10) keys.state.keys = [Redacted.make(bytesOf(5)), ...keys.state.keys]
        })
      )
      assert.equal((yield* before(rotated(undefined, keys))).complete, true)
      assert.equal(keys.state.keys.length, 3)
      yield* opensAll(yield* withKeys(undefined, keys))
      assert.deepEqual(yield* rotated(undefined, keys), complete)
    }))

  test("needs storage that can keep keys, if none are given", () =>
    Effect.gen(function* () {
      const failed = yield* Effect.result(rotated())
      assert.ok(Result.isFailure(failed))
      assert.equal(failed.failure._tag, "SecretMissing")
    }))
})
