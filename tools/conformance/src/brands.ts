import { type BrandSettings, BrandStore } from "@telemark/core"
import { Effect, Exit } from "effect"
import assert from "node:assert/strict"
import { noon, times, together } from "./fixtures.js"
import { suite } from "./suite.js"

/** Tests of the port `BrandStore`. */
export const brands = suite("BrandStore", (test) => {
  const settings: BrandSettings = {
    name: "Zażółć & Söhne 😀",
    logo_url: null,
    primary_color: "#1a2b3c",
    font_family: "'Open Sans', sans-serif",
    postal_address: "1\n2"
  }

  test("returns nothing when no brand is set, and then the brand set last", () =>
    Effect.gen(function* () {
      const store = yield* BrandStore
      assert.deepEqual(yield* store.find("tn_a"), {})
      assert.deepEqual(yield* store.save("tn_a", () => settings, noon), settings)
      assert.deepEqual(yield* store.find("tn_a"), settings)
      const fewer = yield* store.save("tn_a", ({ name = "" }) => ({ name }), noon + 1)
      assert.deepEqual(fewer, { name: "Zażółć & Söhne 😀" })
      assert.deepEqual(yield* store.find("tn_a"), fewer)
    }))

  test("applies 20 concurrent changes, including the first ones", () =>
    Effect.gen(function* () {
      const store = yield* BrandStore
      const letters = times(20, (index) => String.fromCharCode(97 + index))
      yield* together(
        letters.map((letter) =>
          store.save("tn_a", ({ name = "" }) => ({ name: name + letter }), noon)
        )
      )
      const { name = "" } = yield* store.find("tn_a")
      assert.deepEqual(Array.from(name).sort(), letters)
    }))

  test("writes nothing if the change fails", () =>
    Effect.gen(function* () {
      const store = yield* BrandStore
      const broken = store.save("tn_a", () => assert.fail("broken"), noon)
      assert.ok(Exit.isFailure(yield* Effect.exit(broken)))
      assert.deepEqual(yield* store.find("tn_a"), {})
      yield* store.save("tn_a", () => settings, noon)
      assert.ok(Exit.isFailure(yield* Effect.exit(broken)))
      assert.deepEqual(yield* store.find("tn_a"), settings)
    }))

  test("isolates tenants", () =>
    Effect.gen(function* () {
      const store = yield* BrandStore
      yield* store.save("tn_a", () => settings, noon)
      assert.deepEqual(yield* store.find("tn_b"), {})
      assert.deepEqual(
        yield* store.save("tn_b", (current) => ({ ...current, text_color: "#000" }), noon),
        { text_color: "#000" }
      )
      assert.deepEqual(yield* store.find("tn_a"), settings)
    }))
})
