import { Effect } from "effect"

/** Writes to standard output, which is for a command's result. */
export const print = (text: string): Effect.Effect<void> =>
  Effect.sync(() => {
    process.stdout.write(`${text}\n`)
  })

/** Writes to standard error, which is for remarks and failures. */
export const remark = (text: string): Effect.Effect<void> =>
  Effect.sync(() => {
    process.stderr.write(`${text}\n`)
  })

const escaped = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`

/**
 * Writes one JSON document to standard output. Escapes characters that are valid in JSON but
 * control a terminal.
 */
export const printJson = (value: unknown): Effect.Effect<void> =>
  print(
    JSON.stringify(value, null, 2).replace(
      /[\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g,
      escaped
    )
  )
