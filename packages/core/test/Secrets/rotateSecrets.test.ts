import { describe, expect, it } from "@effect/vitest"
import {
  rotateSecrets,
  type SealedSecretStore,
  type SecretReference,
  Secrets,
  type SecretsService,
  type StoredKeys
} from "@telemark/core"
import { Effect, Layer, Redacted } from "effect"
import { keyOf, memoryKeys, memorySecrets, passwordOf, secretOf } from "./support/memory.js"

const references = Array.from({ length: 20 }, (_, index) => passwordOf(`tn_${String(index)}`))
const textOf = (reference: SecretReference) => Redacted.make(`password of ${reference.tenant_id}`)

const withKeys = (
  secret: string | undefined,
  keys: Layer.Layer<StoredKeys>
): Effect.Effect<SecretsService> =>
  Secrets.pipe(Effect.provide(Layer.provide(Secrets.layer(secret), keys)), Effect.orDie)

/** Each place holds its own secret, sealed with the key of that byte. */
const filled = (store: ReturnType<typeof memorySecrets>, byte: number) =>
  Effect.gen(function* () {
    const { seal } = yield* withKeys(secretOf(byte), memoryKeys(undefined).layer)
    yield* Effect.forEach(references, (reference) =>
      Effect.map(seal(textOf(reference), reference), (sealed) => {
        store.put(reference, sealed)
      })
    )
  })

/** Whether every place opens with these keys alone. */
const allOpen = (store: ReturnType<typeof memorySecrets>, { open }: SecretsService) =>
  Effect.map(
    Effect.forEach(references, (reference) =>
      Effect.option(open(store.at(reference) ?? "", reference))
    ),
    (opened) =>
      opened.every(
        (option, index) =>
          option._tag === "Some" &&
          Redacted.value(option.value) === `password of tn_${String(index)}`
      )
  )

const run = <A, E>(
  effect: Effect.Effect<A, E, SealedSecretStore | StoredKeys>,
  store: ReturnType<typeof memorySecrets>,
  keys = memoryKeys(undefined)
) => Effect.provide(effect, Layer.merge(store.layer, keys.layer))

describe("rotating given keys", () => {
  it.effect("seals all with the first, so that the others can go", () =>
    Effect.gen(function* () {
      const store = memorySecrets()
      yield* filled(store, 1)
      expect(yield* run(rotateSecrets(secretOf(2, 1)), store)).toEqual({
        total: 20,
        resealed: 20,
        unreadable: [],
        complete: true
      })
      expect(yield* allOpen(store, yield* withKeys(secretOf(2), memoryKeys(undefined).layer))).toBe(
        true
      )
    })
  )

  it.effect("does nothing where all is sealed with the first", () =>
    Effect.gen(function* () {
      const store = memorySecrets()
      yield* filled(store, 1)
      expect(yield* run(rotateSecrets(secretOf(1)), store)).toEqual({
        total: 20,
        resealed: 0,
        unreadable: [],
        complete: true
      })
    })
  )

  it.effect("leaves what can't be opened unchanged, and names its location", () =>
    Effect.gen(function* () {
      const store = memorySecrets()
      yield* filled(store, 1)
      const { seal } = yield* withKeys(secretOf(3), memoryKeys(undefined).layer)
      const [lost = passwordOf(""), damaged = passwordOf("")] = references
      const sealed = yield* seal(Redacted.make("lost"), lost)
      store.put(lost, sealed)
      store.put(damaged, "damaged")
      expect(yield* run(rotateSecrets(secretOf(2, 1)), store)).toEqual({
        total: 20,
        resealed: 18,
        complete: true,
        unreadable: [
          { reference: lost, reason: "unknown_key" },
          { reference: damaged, reason: "damaged" }
        ]
      })
      expect(store.at(lost)).toBe(sealed)
    })
  )

  it.effect("goes again through what others saved meanwhile, and overwrites none of it", () =>
    Effect.gen(function* () {
      const { seal } = yield* withKeys(secretOf(1), memoryKeys(undefined).layer)
      const [raced = passwordOf("")] = references
      const newer = yield* seal(Redacted.make("newer"), raced)
      let isFirst = true
      const store = memorySecrets((reference) => {
        if (reference === raced && isFirst) store.put(raced, newer)
        if (reference === raced) isFirst = false
      })
      yield* filled(store, 1)
      expect(yield* run(rotateSecrets(secretOf(2, 1)), store)).toMatchObject({
        resealed: 20,
        complete: true
      })
      const { open } = yield* withKeys(secretOf(2), memoryKeys(undefined).layer)
      expect(yield* open(store.at(raced) ?? "", raced)).toEqual(Redacted.make("newer"))
    })
  )

  it.effect(
    "ends, and reports that it isn't complete, if something keeps sealing with an older key",
    () =>
      Effect.gen(function* () {
        const { seal } = yield* withKeys(secretOf(1), memoryKeys(undefined).layer)
        const [raced = passwordOf("")] = references
        const others = yield* Effect.replicateEffect(seal(Redacted.make("newer"), raced), 20)
        const store = memorySecrets((reference) => {
          if (reference === raced) store.put(raced, others.pop() ?? "")
        })
        yield* filled(store, 1)
        expect(yield* run(rotateSecrets(secretOf(2, 1)), store)).toMatchObject({ complete: false })
      })
  )
})

describe("rotating the storage's keys", () => {
  it.effect("adds one, seals all with it, and keeps only the one before", () =>
    Effect.gen(function* () {
      const store = memorySecrets()
      const keys = memoryKeys([2, 1])
      yield* filled(store, 1)
      const running = yield* withKeys(undefined, keys.layer)
      expect(yield* run(rotateSecrets(), store, keys)).toEqual({
        total: 20,
        resealed: 20,
        unreadable: [],
        complete: true
      })
      const [newest = Redacted.make(keyOf(0)), ...others] = keys.state.keys ?? []
      expect(others.map((key) => Redacted.value(key))).toEqual([keyOf(2)])
      expect(Redacted.value(newest)).toHaveLength(32)
      expect(
        yield* allOpen(
          store,
          yield* withKeys(
            Buffer.from(Redacted.value(newest)).toString("base64"),
            memoryKeys(undefined).layer
          )
        )
      ).toBe(true)
      expect(yield* allOpen(store, running)).toBe(true)
    })
  )

  it.effect("forgets no key while a secret can't be opened", () =>
    Effect.gen(function* () {
      const store = memorySecrets()
      const keys = memoryKeys([2, 1])
      yield* filled(store, 3)
      expect(yield* run(rotateSecrets(), store, keys)).toMatchObject({
        resealed: 0,
        complete: true
      })
      expect(keys.state.keys).toHaveLength(3)
    })
  )

  it.effect("loses nothing when another rotates at the same time", () =>
    Effect.gen(function* () {
      const keys = memoryKeys([1])
      let replaced = 0
      const store = memorySecrets(() => {
        if (replaced++ === 10)
          keys.state.keys = [Redacted.make(keyOf(5)), ...(keys.state.keys ?? [])]
      })
      yield* filled(store, 1)
      expect(yield* run(rotateSecrets(), store, keys)).toMatchObject({ complete: true })
      expect(keys.state.keys).toHaveLength(3)
      expect(yield* allOpen(store, yield* withKeys(undefined, keys.layer))).toBe(true)
      expect(yield* run(rotateSecrets(), store, keys)).toMatchObject({
        total: 20,
        resealed: 20,
        unreadable: [],
        complete: true
      })
    })
  )

  it.effect("needs storage that can store them", () =>
    Effect.gen(function* () {
      expect(yield* Effect.flip(run(rotateSecrets(), memorySecrets()))).toMatchObject({
        _tag: "SecretMissing"
      })
    })
  )
})
