import { type SecretKey, StoredKeys } from "@telemark/core"
import { Effect, Redacted } from "effect"
import assert from "node:assert/strict"
import { times, together } from "./fixtures.js"
import { suite } from "./suite.js"

const textOf = (keys: ReadonlyArray<SecretKey> | undefined) =>
  keys?.map((key) => Buffer.from(Redacted.value(key)).toString("base64"))

/** Tests of the port `StoredKeys`: a storage either stores keys, or doesn't support it. */
export const storedKeys = suite("StoredKeys", (test) => {
  test("are absent, or start with one 32-byte key that stays the same under concurrent reads", () =>
    Effect.gen(function* () {
      const { keys } = yield* StoredKeys
      const asked = (yield* together(times(10, () => keys))).map(textOf)
      const first = textOf(yield* keys)
      assert.deepEqual(
        asked,
        times(10, () => first)
      )
      if (first === undefined) return
      assert.equal(first.length, 1)
      assert.equal(Buffer.from(first[0] ?? "", "base64").length, 32)
    }))

  test("are replaced by others, in their order, if the storage supports keys", () =>
    Effect.gen(function* () {
      const { keys, update } = yield* StoredKeys
      const others = times(3, (index) => Redacted.make(new Uint8Array(32).fill(index)))
      const before = yield* keys
      if (before === undefined) {
        assert.equal((yield* Effect.flip(update(() => others)))._tag, "StorageError")
        assert.equal(yield* keys, undefined)
        return
      }
      assert.deepEqual(
        textOf(yield* update((present) => [...others, ...present])),
        textOf([...others, ...before])
      )
      assert.deepEqual(textOf(yield* keys), textOf([...others, ...before]))
      yield* update(() => others.slice(1))
      assert.deepEqual(textOf(yield* keys), textOf(others.slice(1)))
    }))

  test("lose nothing under concurrent changes", () =>
    Effect.gen(function* () {
      const { keys, update } = yield* StoredKeys
      const before = yield* keys
      if (before === undefined) return
      const added = times(10, (index) => Redacted.make(new Uint8Array(32).fill(index)))
      yield* together(added.map((key) => update((present) => [key, ...present])))
      assert.deepEqual(textOf(yield* keys)?.toSorted(), textOf([...added, ...before])?.toSorted())
    }))
})
