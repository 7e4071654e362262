import { describe, expect, it } from "@effect/vitest"
import { StorageError } from "@telemark/contract"
import {
  Secrets,
  type SecretsService,
  SecretUnreadable,
  WebhookAnswer,
  type WebhookCall,
  WebhookCaller,
  WebhookDelivery
} from "@telemark/core"
import { Effect, Layer, Logger, Redacted, References } from "effect"
import { makePost } from "../../src/events/webhooks/WebhookDelivery.js"
import { claimed, endpoint } from "./fixtures.js"

const changing = {
  ...claimed,
  endpoint: { ...endpoint, former_secret: "former", former_secret_until: 1 }
}
const away = new StorageError({ reason: "unavailable", cause: undefined })
const unreadable = new SecretUnreadable({ reason: "unknown_key" })

const opened: SecretsService["open"] = (sealed) =>
  Effect.succeed(Redacted.make(`${sealed}, opened`))

/** An attempt with these secrets, and what was called and logged meanwhile. */
const tried = (
  open: SecretsService["open"],
  answer: Effect.Effect<WebhookAnswer> = Effect.succeed(
    WebhookAnswer.Answered({ status: 200, response: "", duration_ms: 1 })
  )
) => {
  const calls: Array<WebhookCall> = []
  const lines: Array<string> = []
  const ports = Layer.mergeAll(
    Layer.mock(Secrets, { open }),
    Layer.mock(WebhookCaller, { call: (call) => Effect.suspend(() => (calls.push(call), answer)) }),
    Logger.layer([
      Logger.make(({ cause, fiber, message }) => {
        lines.push(JSON.stringify([message, cause, fiber.getRef(References.CurrentLogAnnotations)]))
      })
    ])
  )
  const layer = Layer.provideMerge(WebhookDelivery.layer, ports)
  const outcome = Effect.flatMap(WebhookDelivery, ({ attempt }) => attempt(changing)).pipe(
    Effect.map((settlement) => ({ ...settlement, calls, lines })),
    Effect.provide(layer)
  )
  const post = makePost.pipe(
    Effect.flatMap((post) => post(endpoint, { event_id: claimed.event.id, body: "{}" })),
    Effect.provide(ports)
  )
  return { outcome, post }
}

describe("an attempt at an endpoint", () => {
  it.effect("is signed with the present secret and the former one", () =>
    Effect.gen(function* () {
      const { calls, lines, outcome } = yield* tried(opened).outcome
      expect(outcome).toBe("taken")
      expect(calls[0]?.secrets.map(Redacted.value)).toEqual(["sealed, opened", "former, opened"])
      expect(lines).toEqual([])
    })
  )

  it.effect("is signed without a former secret that can't be opened, and the log says so", () =>
    Effect.gen(function* () {
      const { calls, lines, outcome } = yield* tried((sealed, place) =>
        sealed === "former" ? unreadable : opened(sealed, place)
      ).outcome
      expect(outcome).toBe("taken")
      expect(calls[0]?.secrets.map(Redacted.value)).toEqual(["sealed, opened"])
      expect(lines).toHaveLength(1)
      expect(lines[0]).toContain("former")
    })
  )

  it.effect.each([
    ["can't be opened", unreadable],
    ["can't be opened since the storage is away", away]
  ] as const)("is a fault of our own if the present secret %s", ([, error]) =>
    Effect.gen(function* () {
      const { calls, outcome } = yield* tried(() => error).outcome
      expect(outcome).toBe("ours")
      expect(calls).toEqual([])
    })
  )

  it.effect(
    "is our own fault if it fails unexpectedly, and the log says where, not what was said",
    () =>
      Effect.gen(function* () {
        const { lines, outcome } = yield* tried(
          opened,
          Effect.die(new TypeError("Invalid URL https://shop.example/hooks"))
        ).outcome
        expect(outcome).toBe("ours")
        expect(lines).toHaveLength(1)
        expect(lines[0]).toContain("TypeError")
        expect(lines[0]).toContain("delivery.test")
        expect(lines[0]).not.toContain("shop.example")
      })
  )
})

describe("a post that isn't an attempt", () => {
  it.effect("fails where the storage is away, and not where a secret can't be opened", () =>
    Effect.gen(function* () {
      expect(yield* Effect.flip(tried(() => away).post)).toBe(away)
      expect(yield* tried(() => unreadable).post).toMatchObject({
        _tag: "Broken",
        reason: "internal"
      })
    })
  )
})
