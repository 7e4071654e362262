import { Feedback, type FeedbackResult, type FoundReport, makeReturnPathKeys } from "@telemark/core"
import { readReturned, type Returned } from "@telemark/feedback"
import { Effect } from "effect"
import { setImmediate } from "node:timers/promises"
import { secretMissing, type Settings } from "../settings/Settings.js"
import type { Fate, MailSource } from "./MailSource.js"

type Outcome = FeedbackResult["outcome"]

export interface Tally {
  readonly messages: number
  /** By outcome; in a trial run, `found` alone. */
  readonly reports: Readonly<Partial<Record<Outcome | "found", number>>>
  /** Automatic replies, receipts and feedback that says nothing about the recipient. */
  readonly ignored: number
  /** Without a report that can be read. */
  readonly unread: number
}

export const noMail: Tally = { messages: 0, reports: {}, ignored: 0, unread: 0 }

const plus = (
  counts: Tally["reports"],
  more: ReadonlyArray<Outcome | "found">
): Tally["reports"] => {
  const sum = { ...counts }
  for (const each of more) sum[each] = (sum[each] ?? 0) + 1
  return sum
}

const count = (readings: ReadonlyArray<Returned>, tag: Returned["_tag"]): number =>
  readings.filter(({ _tag }) => _tag === tag).length

const addTo = (
  tally: Tally,
  readings: ReadonlyArray<Returned>,
  outcomes: ReadonlyArray<Outcome | "found">
): Tally => ({
  messages: tally.messages + readings.length,
  reports: plus(tally.reports, outcomes),
  ignored: tally.ignored + count(readings, "Ignored"),
  unread: tally.unread + count(readings, "Unknown")
})

interface ImportOptions {
  /** All that return paths were signed with. */
  readonly keys: ReadonlyArray<Uint8Array>
  /** What was read before this source. */
  readonly from?: Tally
  /** Called after each batch with what was read so far. */
  readonly note?: ((tally: Tally) => Effect.Effect<void>) | undefined
  /** For a trial run: called instead of recording the reports; nothing is done to the messages. */
  readonly show?: ((reports: ReadonlyArray<FoundReport>) => Effect.Effect<void>) | undefined
}

const reportsOf = (returned: Returned): ReadonlyArray<FoundReport> =>
  returned._tag === "Reports" ? returned.reports : []

/** One by one: reading a message may take 50 ms, and the process has other work. */
const readAll = async (messages: ReadonlyArray<Uint8Array>, keys: ReadonlyArray<Uint8Array>) => {
  const found: Array<Returned> = []
  for (const message of messages) {
    found.push(await readReturned(message, keys))
    await setImmediate()
  }
  return found
}

const fateOf = (outcomes: ReadonlyArray<Outcome>): Fate => {
  if (outcomes.includes("too_early")) return "waiting"
  return outcomes.length === 0 || outcomes.includes("unknown_email") ? "left" : "settled"
}

/** `outcomes` are those of all reports. */
const fatesOf = (
  readings: ReadonlyArray<Returned>,
  outcomes: ReadonlyArray<Outcome>
): ReadonlyArray<Fate> => {
  let at = 0
  return readings.map((returned) => fateOf(outcomes.slice(at, (at += reportsOf(returned).length))))
}

/**
 * Records the reports of all messages of a source, a batch at a time. What was read before counts
 * once: this can be repeated at any time, also beside another process that reads the same messages.
 */
export const importMail = (
  source: MailSource,
  { from = noMail, keys, note = () => Effect.void, show }: ImportOptions
) =>
  Effect.gen(function* () {
    const feedback = yield* Feedback
    let tally = from
    for (let batch = yield* source.next; batch !== undefined; batch = yield* source.next) {
      const { dispose, messages } = batch
      const readings = yield* Effect.promise(() => readAll(messages, keys))
      const reports = readings.flatMap(reportsOf)
      if (show === undefined) {
        const outcomes =
          reports.length === 0
            ? []
            : yield* feedback.receive({ tenant_id: null, source: "import" }, reports)
        yield* dispose(fatesOf(readings, outcomes))
        tally = addTo(tally, readings, outcomes)
      } else {
        yield* show(reports)
        tally = addTo(
          tally,
          readings,
          reports.map(() => "found" as const)
        )
      }
      yield* note(tally)
    }
    return tally
  })

/**
 * That return paths were signed with. Without any secret yet, as in a new SQLite database, there
 * are none; on Postgres that is an error.
 */
export const returnPathKeys = ({ database, secret }: Pick<Settings, "database" | "secret">) =>
  Effect.map(makeReturnPathKeys(secret), (keys) =>
    Effect.catchTags(keys, {
      SecretMissing: () => (database._tag === "Postgres" ? secretMissing : Effect.succeed([])),
      InvalidSecret: () => secretMissing
    })
  )
