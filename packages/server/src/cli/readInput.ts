import { Effect } from "effect"
import { commandFailed } from "./failures.js"

/** More than any content of a mail. */
const maxOctets = 4 * 1024 * 1024

const tooMuch = commandFailed("input_too_large", "Standard input has more than 4 MiB.")

/** Standard input to its end, as text. */
export const readInput = Effect.flatMap(
  Effect.promise(async () => {
    const chunks: Array<Buffer> = []
    let octets = 0
    for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
      octets += chunk.length
      if (octets > maxOctets) return undefined
      chunks.push(chunk)
    }
    return Buffer.concat(chunks).toString("utf8")
  }),
  (text) => (text === undefined ? tooMuch : Effect.succeed(text))
)
