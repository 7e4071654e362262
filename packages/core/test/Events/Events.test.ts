import { describe, expect, it } from "@effect/vitest"
import { BackOffStore, EmailStore, Events, EventStore } from "@telemark/core"
import { Effect, Layer } from "effect"
import { databaseOf } from "../sql/clientOf.js"
import { emailId, makeEmail, makeEvent } from "./support.js"

const notHere = () => Effect.die(new Error("not here"))
const event = makeEvent("email.sent", { attempts: 1 })

/** A storage with one message and its event. */
const layer = Events.layer.pipe(
  Layer.provide(
    Layer.mergeAll(
      BackOffStore.layerInProcess,
      databaseOf(notHere),
      Layer.succeed(EmailStore, {
        accept: notHere,
        findReplay: notHere,
        findAccepted: notHere,
        list: notHere,
        cancel: notHere,
        find: (tenantId, id) =>
          Effect.sync(() => {
            expect(id).toMatch(/^em_[0-9a-f]{32}$/)
            return tenantId === "tn_1" && id === emailId ? makeEmail({ status: "sent" }) : undefined
          })
      }),
      Layer.succeed(EventStore, {
        ofEmail: (tenantId, id) =>
          Effect.succeed(tenantId === "tn_1" && id === emailId ? [event] : []),
        find: notHere,
        list: notHere,
        head: notHere(),
        after: notHere,
        positionOf: notHere,
        latest: notHere
      })
    )
  )
)

describe("the timeline of a message", () => {
  it.effect("is made of its log and its events", () =>
    Effect.gen(function* () {
      const { timeline } = yield* Events
      expect(yield* timeline("tn_1", emailId)).toMatchObject({
        email_id: emailId,
        status: "sent",
        data: [{ id: event.id, type: "email.sent" }]
      })
    }).pipe(Effect.provide(layer))
  )

  const unknown: ReadonlyArray<readonly [string, string, string]> = [
    ["nobody knows", "tn_1", "em_0199a0b0c0d070008000000000000000"],
    ["is another tenant's", "tn_2", emailId],
    ["is no message's", "tn_1", event.id],
    ["is no id", "tn_1", "em_'; DROP TABLE emails"]
  ]
  it.effect.each(unknown)("isn't found under an id that %s", ([, tenantId, id]) =>
    Effect.gen(function* () {
      const { timeline } = yield* Events
      expect(yield* Effect.flip(timeline(tenantId, id))).toMatchObject({ _tag: "NotFound" })
    }).pipe(Effect.provide(layer))
  )
})
