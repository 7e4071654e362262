import { Feedback, type FeedbackResult, type FoundReport, type StorageError } from "@telemark/core"
import { readReturned, type Returned } from "@telemark/feedback"
import { Effect } from "effect"
import { setImmediate } from "node:timers/promises"
import type { ImapFailed } from "../Imap/index.js"
import type { Fate, MailSource, SourceFailed } from "./MailSource.js"
import { addTo, noMail, type Tally } from "./Tally.js"

export interface ImportOptions {
  /** The keys that return paths were signed with, all of them. */
  readonly keys: ReadonlyArray<Uint8Array>
  /** Called after each batch with what was read so far. */
  readonly note?: ((tally: Tally) => Effect.Effect<void>) | undefined
  /**
   * For a trial run: called with the reports instead of recording them. Nothing is done to the
   * messages then.
   */
  readonly show?: ((reports: ReadonlyArray<FoundReport>) => Effect.Effect<void>) | undefined
}

type Outcome = FeedbackResult["outcome"]

const reportsOf = (returned: Returned): ReadonlyArray<FoundReport> =>
  returned._tag === "Reports" ? returned.reports : []

/** One by one: reading a message may take 50 ms, and the process has other work. */
const readAll = async (
  messages: ReadonlyArray<Uint8Array>,
  keys: ReadonlyArray<Uint8Array>
): Promise<ReadonlyArray<Returned>> => {
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

/** The fate of each message, of whose reports `outcomes` are. */
const fatesOf = (
  readings: ReadonlyArray<Returned>,
  outcomes: ReadonlyArray<Outcome>
): ReadonlyArray<Fate> => {
  let at = 0
  return readings.map((returned) => fateOf(outcomes.slice(at, (at += reportsOf(returned).length))))
}

/**
 * Reads all messages of a source and records their reports, a batch at a time. What was read before
 * counts once, so this can be repeated at any time, also beside another process that reads the same
 * messages.
 */
export const importMail = (
  source: MailSource,
  { keys, note = () => Effect.void, show }: ImportOptions
): Effect.Effect<Tally, SourceFailed | ImapFailed | StorageError, Feedback> =>
  Effect.gen(function* () {
    const feedback = yield* Feedback
    let tally = noMail
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
