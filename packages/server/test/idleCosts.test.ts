import { expect, it } from "@effect/vitest"
import { TestClock } from "@telemark-tools/clock"
import { countStatements, describeCounts, fibersSoFar } from "@telemark-tools/storages"
import Database from "better-sqlite3"
import { Effect } from "effect"
import { join } from "node:path"
import { serve } from "../src/serve/serve.js"
import { readSettings } from "../src/settings/Settings.js"
import { temporaryDirectory } from "./support/telemark.js"
import { withEnvironment } from "./support/withEnvironment.js"

/** A turn of the real event loop, in which no virtual time passes. */
const turn = Effect.promise(
  () =>
    new Promise<void>((resolve) => {
      setImmediate(resolve)
    })
)

const pass = (seconds: number) =>
  Effect.repeat(Effect.andThen(TestClock.adjust("1 second"), Effect.repeat(turn, { times: 9 })), {
    times: seconds - 1
  })

/**
 * The virtual clock itself begins one to pass, and one for each of the two loops that sleep. Some
 * more are for what is due three times a minute.
 */
const fibersOf = (seconds: number): number => 3 * seconds + 20

it.effect("an idle server makes two looks a second, writes nothing and begins nothing anew", () =>
  Effect.gen(function* () {
    const filename = join(temporaryDirectory(), "mail.db")
    const settings = yield* withEnvironment(readSettings, {
      TELEMARK_DATABASE_URL: `sqlite:${filename}`,
      TELEMARK_PORT: "0",
      TELEMARK_SMTP_URL: "smtp://127.0.0.1:9"
    })
    yield* serve(settings)
    yield* pass(5)
    const counter = yield* Effect.acquireRelease(
      Effect.sync(() => countStatements(Database, ({ name }) => name === filename)),
      ({ stop }) => Effect.sync(stop)
    )
    const before = fibersSoFar()
    yield* pass(60)
    const fibers = fibersSoFar() - before - 1
    const counts = counter.take()
    const all = [...counts.values()].reduce((sum, { statements }) => sum + statements, 0)
    expect(all, describeCounts(counts)).toBeLessThanOrEqual(120)
    expect(counts.get("looks at queue")?.statements, "safety looks").toBeGreaterThanOrEqual(60)
    expect(
      [...counts.values()].reduce((sum, { transactions }) => sum + transactions, 0),
      describeCounts(counts)
    ).toBe(0)
    expect(fibers, "fibers").toBeLessThanOrEqual(fibersOf(60))
  })
)
