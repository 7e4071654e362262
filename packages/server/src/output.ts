import { Effect } from "effect"

/** Writes lines to standard output: what a command was asked for. */
export const print = (text: string): Effect.Effect<void> =>
  Effect.sync(() => {
    process.stdout.write(`${text}\n`)
  })

/** Writes lines to standard error: remarks and failures. */
export const remark = (text: string): Effect.Effect<void> =>
  Effect.sync(() => {
    process.stderr.write(`${text}\n`)
  })

/** Writes one JSON document to standard output. */
export const printJson = (value: unknown): Effect.Effect<void> => print(JSON.stringify(value, null, 2))
