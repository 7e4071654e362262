import { Effect } from "effect"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { counted, printAs, remark } from "../output.js"
import { describe } from "../bench/describe.js"
import { commandFailed, Reported } from "./failures.js"
import { json, optional } from "./parameters.js"

const maxSeconds = 60
const maxRate = 2000

const duration = Flag.Int("duration").pipe(
  Flag.withDescription(`Seconds of each of the two parts, at most ${maxSeconds}; 10 by default.`),
  Flag.withDefault(10)
)
const rate = Flag.Int("rate").pipe(
  Flag.withDescription(
    `Sends a second at which latency is measured, at most ${maxRate}; 50 by default.`
  ),
  Flag.withDefault(50)
)
const database = optional(
  Flag.String("database").pipe(
    Flag.withDescription(
      "An empty Postgres database, or sqlite:FILE for a file that doesn't exist yet; a file in the folder for temporary files by default. What is made there is removed."
    )
  )
)

const within = (name: string, value: number, max: number) =>
  value >= 1 && value <= max
    ? Effect.void
    : commandFailed("usage", `--${name} takes an integer from 1 to ${max}.`)

export const bench = Command.make("bench", { duration, rate, database, json }, (asked) =>
  Effect.gen(function* () {
    yield* within("duration", asked.duration, maxSeconds)
    yield* within("rate", asked.rate, maxRate)
    // Other commands don't load it.
    const { measure } = yield* Effect.promise(() => import("../bench/measure.js"))
    const measured = yield* measure(asked)
    yield* printAs(asked.json, measured, describe(measured))
    if (measured.missing > 0) {
      yield* remark(
        `${counted(measured.missing, "mail was", "mails were")} refused or did not arrive, so these figures are of less than was sent.`
      )
      return yield* new Reported()
    }
  })
).pipe(
  Command.withDescription(
    "Measures this machine in half a minute: starts `telemark serve` with its defaults on a database of its own, and sends mail through it to an SMTP server that throws it away. Your settings, data and mail servers aren't touched."
  )
)
