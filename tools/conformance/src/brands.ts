import { Brands, neutralBrand } from "@telemark/core"
import { Effect } from "effect"
import assert from "node:assert/strict"
import { together } from "./fixtures.js"
import { suite } from "./suite.js"

/** Reads and changes them as a caller does. */
export const brands = suite("Brands", (test) => {
  const provided = Effect.provide(Brands.layer)
  const settings = {
    name: "Zażółć & Söhne 😀",
    logo_url: "https://example.com/a.png",
    primary_color: "#1a2b3c",
    background_color: "#ffffff",
    text_color: "#000000",
    font_family: "'Open Sans', sans-serif",
    website_url: "https://example.com",
    support_email: "help@example.com",
    postal_address: "1\n2"
  }

  test("returns the neutral brand when none is set, and then what was set last", () =>
    provided(
      Effect.gen(function* () {
        const { get, update } = yield* Brands
        assert.deepEqual(yield* get("tn_a"), neutralBrand)
        assert.deepEqual(yield* update("tn_a", settings), settings)
        assert.deepEqual(yield* get("tn_a"), settings)
        const reset = { logo_url: null, text_color: null }
        const fewer = yield* update("tn_a", reset)
        const { logo_url, text_color } = neutralBrand
        assert.deepEqual(fewer, { ...settings, logo_url, text_color })
        assert.deepEqual(yield* get("tn_a"), fewer)
      })
    ))

  test("applies concurrent changes, including the first ones", () =>
    provided(
      Effect.gen(function* () {
        const { get, update } = yield* Brands
        const changes = Object.entries(settings).map(([name, value]) => ({ [name]: value }))
        yield* together([...changes, ...changes].map((change) => update("tn_a", change)))
        assert.deepEqual(yield* get("tn_a"), settings)
      })
    ))

  test("writes nothing if a change is refused", () =>
    provided(
      Effect.gen(function* () {
        const { get, update } = yield* Brands
        const broken = Effect.flip(update("tn_a", { name: "Acme", text_color: "no color" }))
        assert.equal((yield* broken)._tag, "ValidationFailed")
        assert.deepEqual(yield* get("tn_a"), neutralBrand)
        yield* update("tn_a", settings)
        assert.equal((yield* broken)._tag, "ValidationFailed")
        assert.deepEqual(yield* get("tn_a"), settings)
      })
    ))

  test("isolates tenants", () =>
    provided(
      Effect.gen(function* () {
        const { get, update } = yield* Brands
        yield* update("tn_a", settings)
        assert.deepEqual(yield* get("tn_b"), neutralBrand)
        const text_color = "#101010"
        assert.deepEqual(yield* update("tn_b", { text_color }), { ...neutralBrand, text_color })
        assert.deepEqual(yield* get("tn_a"), settings)
      })
    ))
})
