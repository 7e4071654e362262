import { describe, expect, it } from "@effect/vitest"
import { Cause, Console, Effect, Logger } from "effect"
import { vi } from "vitest"
import { jsonLine, layerLogging } from "../src/telemetry.js"
import { start, stop, temporaryDirectory } from "./support/telemark.js"

const logged = (
  effect: Effect.Effect<void>
): Effect.Effect<ReadonlyArray<Record<string, unknown>>> => {
  const lines: Array<Record<string, unknown>> = []
  const logger = Logger.map(jsonLine, (line) => {
    lines.push(JSON.parse(line) as Record<string, unknown>)
  })
  return Effect.as(Effect.provide(effect, Logger.layer([logger])), lines)
}

describe("a json log line", () => {
  it.effect("contains time, level and message", () =>
    Effect.gen(function* () {
      expect(yield* logged(Effect.logWarning("two", "parts"))).toEqual([
        { time: "1970-01-01T00:00:00.000Z", level: "warn", message: "two parts" }
      ])
    })
  )

  it.effect("has annotations and fields as members of their own", () =>
    Effect.gen(function* () {
      const lines = yield* logged(
        Effect.annotateLogs(Effect.logInfo("sent", { email_id: "em_1", attempts: 2n }), {
          request_id: "r"
        })
      )
      expect(lines).toMatchObject([
        { message: "sent", email_id: "em_1", attempts: "2", request_id: "r" }
      ])
    })
  )

  it.effect("reports errors, whether they come as part, field or cause", () =>
    Effect.gen(function* () {
      const error = new TypeError("broken")
      const lines = yield* logged(
        Effect.all(
          [
            Effect.logError("failed", error),
            Effect.logError("failed", { reason: error }),
            Effect.logError("failed", Cause.fail(error))
          ],
          { discard: true }
        )
      )
      expect(lines).toMatchObject([
        { message: `failed "TypeError: broken"` },
        { reason: "TypeError: broken" },
        { message: "failed", cause: expect.stringContaining("TypeError: broken") as unknown }
      ])
    })
  )

  it.effect("is one line whatever it contains", () =>
    Effect.gen(function* () {
      const lines = yield* logged(Effect.logInfo("a\nb", null, 3, undefined, [1]))
      expect(lines).toMatchObject([{ message: "a\nb null 3  [1]" }])
    })
  )
})

/**
 * What one log line inside nested layers of logging, the innermost first, comes to on standard
 * error.
 */
const written = (formats: ReadonlyArray<"json" | "pretty">) =>
  Effect.gen(function* () {
    const lines: Array<string> = []
    const write = vi.spyOn(process.stderr, "write").mockImplementation((line) => {
      lines.push(String(line))
      return true
    })
    const ownConsole: Console.Console = {
      ...console,
      error: (line: unknown) => {
        lines.push(String(line))
      }
    }
    const inner = formats.reduce(
      (effect, logFormat) => Effect.provide(effect, layerLogging({ logFormat, logLevel: "Info" })),
      Effect.logInfo("serving")
    )
    yield* Effect.provideService(inner, Console.Console, ownConsole).pipe(
      Effect.ensuring(
        Effect.sync(() => {
          write.mockRestore()
        })
      )
    )
    return lines.filter((line) => line.includes("serving"))
  })

describe("logging", () => {
  it.effect.each<{ readonly formats: ReadonlyArray<"json" | "pretty"> }>([
    { formats: ["json"] },
    { formats: ["pretty"] },
    { formats: ["json", "json"] },
    { formats: ["pretty", "pretty"] },
    { formats: ["json", "pretty"] },
    { formats: ["pretty", "json"] },
    { formats: ["json", "pretty", "json"] }
  ])("writes a line once, in the innermost format: $formats", ({ formats }) =>
    Effect.gen(function* () {
      const lines = yield* written(formats)
      expect(lines).toHaveLength(1)
      expect(lines[0]?.startsWith("{")).toBe(formats[0] === "json")
    })
  )

  it("is written once by the process too", async () => {
    const server = start(["serve"], temporaryDirectory(), {
      TELEMARK_PORT: "0",
      TELEMARK_LOG_FORMAT: "pretty"
    })
    await server.printed(/Database .*\n/)
    const { stderr } = await stop(server)
    expect(stderr.match(/serving/g)).toHaveLength(1)
    expect(stderr).not.toContain('{"time"')
  })
})
