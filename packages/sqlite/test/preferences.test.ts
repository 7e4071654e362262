import { describe, expect, it } from "@effect/vitest"
import { aSend } from "@telemark-tools/storages"
import { NotFound } from "@telemark/contract"
import { emailQueries, Preferences, suppressionQueries, topicQueries } from "@telemark/core"
import { Effect, Layer } from "effect"
import { storage } from "./storage.js"

const services = Layer.provideMerge(Preferences.layer, storage({ filename: ":memory:" }))

const message = Effect.gen(function* () {
  const topics = yield* topicQueries
  for (const id of ["news", "offers"])
    yield* topics.insert({
      tenant_id: "tn_a",
      id,
      name: id,
      description: null,
      translations: {},
      created_at: 1
    })
  const id = `em_${"0".repeat(31)}1`
  yield* Effect.flatMap(emailQueries, ({ accept }) =>
    accept({
      ...aSend(1),
      topic: "news",
      recipients: [{ id, address: "Ada@example.com", name: null, folded: "ada@example.com" }]
    })
  )
  return id
})

describe("the preferences of a message's recipient", () => {
  it.effect("are read and set, and an unsubscription is taken back", () =>
    Effect.gen(function* () {
      const id = yield* message
      const { find, setPreferences, undo } = yield* Preferences
      const before = yield* find(id)
      expect(before).toMatchObject({
        email_id: id,
        tenant_id: "tn_a",
        recipient: "Ada@example.com",
        topic: "news",
        subscribed: true,
        all: { subscribed: true, reason: null },
        topics: [
          { id: "news", subscribed: true, reason: null },
          { id: "offers", subscribed: true, reason: null }
        ]
      })
      expect(yield* setPreferences(id, { topics: { news: false, offers: false } })).toMatchObject({
        subscribed: false,
        topics: [
          { subscribed: false, reason: "unsubscribe" },
          { subscribed: false, reason: "unsubscribe" }
        ],
        all: { subscribed: true }
      })
      expect(yield* undo(id)).toMatchObject({
        subscribed: true,
        topics: [{ subscribed: true }, { subscribed: false }]
      })
      expect(yield* setPreferences(id, { all: false })).toMatchObject({
        subscribed: false,
        all: { subscribed: false, reason: "unsubscribe" }
      })
      // An undo is of the message's topic.
      expect(yield* undo(id)).toMatchObject({ all: { subscribed: false } })
      expect(yield* setPreferences(id, { all: true, topics: { offers: true } })).toEqual(before)
    }).pipe(Effect.provide(services))
  )

  it.effect("can't take back what the tenant, a bounce or a complaint suppressed", () =>
    Effect.gen(function* () {
      const id = yield* message
      const { find, setPreferences, undo } = yield* Preferences
      const { insert } = yield* suppressionQueries
      for (const [topic, reason] of [
        ["news", "manual"],
        [null, "complaint"]
      ] as const) {
        yield* insert({
          tenant_id: "tn_a",
          folded: "ada@example.com",
          email_address: "ada@example.com",
          reason,
          added_at: 1,
          topic
        })
      }
      const before = yield* find(id)
      expect(before).toMatchObject({
        subscribed: false,
        topics: [{ reason: "manual" }, { reason: null }],
        all: { reason: "complaint" }
      })
      expect(yield* undo(id)).toEqual(before)
      expect(yield* setPreferences(id, { all: true, topics: { news: true } })).toEqual(before)
    }).pipe(Effect.provide(services))
  )

  it.effect("aren't found for what is no message", () =>
    Effect.gen(function* () {
      const { find, setPreferences, undo } = yield* Preferences
      for (const id of ["", "em_1", `em_${"f".repeat(32)}`]) {
        for (const one of [find(id), setPreferences(id, { all: false }), undo(id)])
          expect(yield* Effect.flip(one)).toBeInstanceOf(NotFound)
      }
    }).pipe(Effect.provide(services))
  )
})
