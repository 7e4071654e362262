import { describe, expect, it } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { accepted, eventually, layerWith, taken } from "../harness.js"
import { endpointAt, noting, sendMails, stall, stalls, startWebhooks } from "./harness.js"

const hop = () => Effect.succeed(accepted)

describe("webhooks, while mail waits for the processor", () => {
  it.effect("have a sixth of the time", () => {
    let isPressed = true
    const { caller, calls } = noting(() => Effect.as(Effect.sleep("100 millis"), taken))
    return Effect.gen(function* () {
      yield* endpointAt("https://shop.example/hooks")
      yield* sendMails(200)
      const from = yield* Clock.currentTimeMillis
      yield* startWebhooks({ drain: 0 }, () => isPressed)
      yield* eventually(
        Effect.sync(() => calls.length >= 100),
        "5 millis"
      )
      // Ten at a time, after the first one.
      expect((yield* Clock.currentTimeMillis) - from).toBeGreaterThanOrEqual(600 * 10)
      expect((yield* Clock.currentTimeMillis) - from).toBeLessThan(700 * 11)
      isPressed = false
      const then = yield* Clock.currentTimeMillis
      yield* eventually(
        Effect.sync(() => calls.length === 200),
        "5 millis"
      )
      expect((yield* Clock.currentTimeMillis) - then).toBeLessThan(150 * 10 + 600)
    }).pipe(Effect.provide(layerWith(hop, { caller })))
  })

  it.effect("continue every other second at the least, whatever else is in progress", () => {
    const { caller, to } = noting((call) => (stalls(call) ? stall : Effect.succeed(taken)))
    return Effect.gen(function* () {
      yield* endpointAt("https://stalling.example/hooks")
      yield* endpointAt("https://shop.example/hooks")
      yield* sendMails(50)
      const from = yield* Clock.currentTimeMillis
      yield* startWebhooks({ drain: 0 }, () => true)
      yield* eventually(
        Effect.sync(() => to("https://shop.example/hooks").length === 50),
        "5 millis"
      )
      expect((yield* Clock.currentTimeMillis) - from).toBeLessThan(1600 * 6)
    }).pipe(Effect.provide(layerWith(hop, { caller })))
  })
})
