import { describe, expect, it } from "@effect/vitest"
import { Cause, Effect, Logger } from "effect"
import { jsonLine } from "../src/Telemetry/jsonLogger.js"

const logged = (effect: Effect.Effect<void>): Effect.Effect<ReadonlyArray<Record<string, unknown>>> => {
  const lines: Array<Record<string, unknown>> = []
  const logger = Logger.map(jsonLine, (line) => { lines.push(JSON.parse(line) as Record<string, unknown>) })
  return Effect.as(Effect.provide(effect, Logger.replace(Logger.defaultLogger, logger)), lines)
}

describe("a json log line", () => {
  it.effect("holds time, level and message", () =>
    Effect.gen(function*() {
      expect(yield* logged(Effect.logWarning("two", "parts"))).toEqual([
        { time: "1970-01-01T00:00:00.000Z", level: "warn", message: "two parts" }
      ])
    }))

  it.effect("has annotations and fields as members of their own", () =>
    Effect.gen(function*() {
      const lines = yield* logged(Effect.annotateLogs(Effect.logInfo("sent", { email_id: "em_1", attempts: 2n }), { request_id: "r" }))
      expect(lines).toMatchObject([{ message: "sent", email_id: "em_1", attempts: "2", request_id: "r" }])
    }))

  it.effect("tells of errors, whether they come as part, field or cause", () =>
    Effect.gen(function*() {
      const error = new TypeError("broken")
      const lines = yield* logged(Effect.all([
        Effect.logError("failed", error),
        Effect.logError("failed", { reason: error }),
        Effect.logError("failed", Cause.fail(error))
      ], { discard: true }))
      expect(lines).toMatchObject([
        { message: `failed "TypeError: broken"` },
        { reason: "TypeError: broken" },
        { message: "failed", cause: expect.stringContaining("TypeError: broken") as unknown }
      ])
    }))

  it.effect("is one line whatever it holds", () =>
    Effect.gen(function*() {
      const lines = yield* logged(Effect.logInfo("a\nb", null, 3, undefined, [1]))
      expect(lines).toMatchObject([{ message: "a\nb null 3  [1]" }])
    }))
})
