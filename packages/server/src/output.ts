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

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`

/** Writes one JSON document to standard output. What JSON leaves as it is, but a terminal may obey, is escaped. */
export const printJson = (value: unknown): Effect.Effect<void> =>
  print(JSON.stringify(value, null, 2).replace(/[\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g, escaped))
