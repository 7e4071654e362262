import { describe, expect, it } from "@effect/vitest"
import { TestClock } from "@telemark-tools/clock"
import { StorageError } from "@telemark/contract"
import { type CapturedMail, Inbox, Transport } from "@telemark/core"
import { capture, compose, layerCapture, toSource } from "@telemark/smtp"
import { Effect, Layer } from "effect"
import { publish, verify } from "./signatures.js"
import { makeMessage } from "./support.js"

const makeInbox = () => {
  const kept: Array<readonly [CapturedMail, Uint8Array]> = []
  const layer = Layer.succeed(Inbox, {
    put: (mail, source) => Effect.sync(() => void kept.push([mail, source])),
    list: () => Effect.succeed([]),
    find: () => Effect.succeed(undefined),
    remove: () => Effect.succeed(false),
    markReleased: () => Effect.succeed(undefined),
    clear: () => Effect.void
  })
  return { kept, layer }
}

const brokenInbox = Layer.succeed(Inbox, {
  put: () => new StorageError({ reason: "unavailable", cause: undefined }),
  list: () => Effect.succeed([]),
  find: () => Effect.succeed(undefined),
  remove: () => Effect.succeed(false),
  markReleased: () => Effect.succeed(undefined),
  clear: () => Effect.void
})

const deliver = (message = makeMessage()) =>
  Effect.flatMap(Transport, (transport) => transport.deliver(message))

describe("the capture transport", () => {
  it.effect("keeps the bytes that would be sent", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(5000)
      const { kept, layer } = makeInbox()
      const message = makeMessage()
      const result = yield* Effect.provide(deliver(message), Layer.provide(capture(), layer))
      expect(result).toStrictEqual({
        _tag: "Accepted",
        provider: "capture",
        response: "250 2.0.0 captured"
      })
      const mail = compose(message)
      expect(kept).toStrictEqual([
        [
          {
            id: message.id,
            tenant_id: message.tenant_id,
            sender: "Shop <shop@example.com>",
            recipient: "ada@example.org",
            subject: "Your order",
            captured_at: 5000
          },
          mail === undefined ? undefined : toSource(mail)
        ]
      ])
    })
  )

  it.effect("keeps the address alone of a sender without a name", () =>
    Effect.gen(function* () {
      const { kept, layer } = makeInbox()
      yield* Effect.provide(
        deliver(makeMessage({ sender: { name: null, address: "shop@example.com" } })),
        Layer.provide(capture(), layer)
      )
      expect(kept[0]?.[0].sender).toBe("shop@example.com")
    })
  )

  it.effect("keeps the mail signed", () =>
    Effect.gen(function* () {
      const { kept, layer } = makeInbox()
      const published = publish("rsa")
      yield* Effect.provide(
        deliver(makeMessage({ signing: [published.key] })),
        Layer.provide(capture(), layer)
      )
      const source = Buffer.from(kept[0]?.[1] ?? [])
      expect(yield* Effect.promise(() => verify(source, [published]))).toStrictEqual([
        "pass example.com aligned"
      ])
    })
  )

  it.effect("captures the mail of tenants with their own server, unless configured otherwise", () =>
    Effect.gen(function* () {
      const { layer } = makeInbox()
      const deliversAll = (transport: Layer.Layer<Transport, never, Inbox>) =>
        Effect.map(
          Effect.provide(Transport, Layer.provide(transport, layer)),
          (made) => made.deliversAll
        )
      expect(
        yield* Effect.all([
          deliversAll(capture()),
          deliversAll(layerCapture({ all: true })),
          deliversAll(capture({ all: false }))
        ])
      ).toStrictEqual([true, true, false])
    })
  )

  it.effect("keeps nothing of a message that can't be composed", () =>
    Effect.gen(function* () {
      const { kept, layer } = makeInbox()
      const result = yield* Effect.provide(
        deliver(makeMessage({ recipient: "nobody" })),
        Layer.provide(layerCapture(), layer)
      )
      expect(result).toStrictEqual({
        _tag: "Unsendable",
        provider: "capture",
        reason: "composition"
      })
      expect(kept).toHaveLength(0)
    })
  )

  it.effect("has the message tried again when the inbox can't be written", () =>
    Effect.gen(function* () {
      const result = yield* Effect.provide(deliver(), Layer.provide(layerCapture(), brokenInbox))
      expect(result).toMatchObject({ _tag: "Broken", ambiguous: false })
    })
  )
})
