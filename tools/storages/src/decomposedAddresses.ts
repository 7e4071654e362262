// What versions stored that didn't compose letters: composed and decomposed ones made two keys.
import {
  emailQueries,
  makeSelectSuppressions,
  suppressionQueries,
  type SuppressionRecord
} from "@telemark/core"
import { Effect } from "effect"
import assert from "node:assert/strict"
import { aSend } from "./aSend.js"

const jürgen = "jürgen@example.com"
const decomposed = jürgen.normalize("NFD")

/** More than are read at once. */
const many = Array.from(
  { length: 1_100 },
  (_, index) => `u\u0308${String(index).padStart(4, "0")}@example.com`
)

const ofTenant = (
  tenant_id: string,
  folded: string,
  [reason, added_at, topic]: readonly [reason: string, added_at: number, topic?: string]
): SuppressionRecord => ({
  tenant_id,
  folded,
  email_address: folded,
  reason,
  added_at,
  topic: topic ?? null
})

/** Of each tenant: what is stored of the composed spelling, of the decomposed, and what stays. */
const pairs = [
  ["tn_alone", undefined, ["bounce", 5], ["bounce", 5, decomposed]],
  ["tn_older", ["manual", 5], ["manual", 4], ["manual", 4, decomposed]],
  ["tn_younger", ["manual", 4], ["manual", 5], ["manual", 4, jürgen]],
  ["tn_graver", ["bounce", 4], ["complaint", 5], ["complaint", 5, decomposed]],
  ["tn_lighter", ["their wish", 5], ["unsubscribe", 4], ["their wish", 5, jürgen]]
] as const

const ids = [aSend(1), aSend(2)].map(({ recipients }) => recipients[0]?.id ?? "")

export const storesDecomposedAddresses = Effect.gen(function* () {
  const { insert } = yield* suppressionQueries
  const { accept } = yield* emailQueries
  for (const [tenant, one, other] of pairs) {
    if (one !== undefined) yield* insert(ofTenant(tenant, jürgen, one))
    yield* insert(ofTenant(tenant, decomposed, other))
  }
  yield* insert(ofTenant("tn_topics", decomposed, ["unsubscribe", 1, "news"]))
  yield* insert(ofTenant("tn_topics", jürgen, ["unsubscribe", 2, "offers"]))
  yield* insert(ofTenant("tn_many", "ada@example.com", ["manual", 1]))
  yield* Effect.forEach(many, (folded) => insert(ofTenant("tn_many", folded, ["manual", 1])), {
    concurrency: 8,
    discard: true
  })
  for (const [index, address] of [jürgen, decomposed].entries()) {
    yield* accept({
      ...aSend(index + 1),
      recipients: [{ id: ids[index] ?? "", address, name: null, folded: address }]
    })
  }
})

export const findsDecomposedAddresses = Effect.gen(function* () {
  const { find } = yield* suppressionQueries
  const list = yield* makeSelectSuppressions
  const found = (tenant: string, folded: string) =>
    Effect.map(find(tenant, folded), (records) =>
      records.map(({ added_at, email_address, reason }) => [reason, added_at, email_address])
    )
  for (const [tenant, , , kept] of pairs) {
    assert.deepEqual(yield* found(tenant, jürgen), [kept], tenant)
    assert.deepEqual(yield* found(tenant, decomposed), [], tenant)
  }
  assert.deepEqual(
    (yield* find("tn_topics", jürgen)).map(({ topic }) => topic),
    ["news", "offers"]
  )
  const all = yield* list("tn_many", { limit: 2_000, offset: 0 })
  assert.deepEqual(
    all.map(({ folded }) => folded).sort(),
    ["ada@example.com", ...many.map((folded) => folded.normalize("NFC"))].sort()
  )

  const emails = yield* emailQueries
  for (const recipient of [jürgen, decomposed, '"Ju\u0308rgen"@EXAMPLE.com']) {
    const logged = yield* emails.list("tn_a", { limit: 10, offset: 0 }, { recipient })
    assert.deepEqual(logged?.emails.map(({ id }) => id).sort(), [...ids].sort(), recipient)
  }
})
