import { Effect } from "effect"
import { createReadStream } from "node:fs"
import { sourceFailed } from "../feedbackImport/MailSource.js"
import { commandFailed } from "./failures.js"

const mebibyte = 1024 * 1024

/** More than any content of a mail. */
const maxContent = 4 * mebibyte

const tooMuch = (name: string, maxOctets: number) =>
  commandFailed("input_too_large", `${name} has more than ${String(maxOctets / mebibyte)} MiB.`)

/** A file, or standard input for `-`, to its end. */
export const readOctets = (path: string, maxOctets: number) => {
  const name = path === "-" ? "Standard input" : path
  return Effect.tryPromise({
    try: async () => {
      const input = path === "-" ? process.stdin : createReadStream(path)
      const chunks: Array<Buffer> = []
      let octets = 0
      for await (const chunk of input as AsyncIterable<Buffer>) {
        octets += chunk.length
        if (octets > maxOctets) return undefined
        chunks.push(chunk)
      }
      return Buffer.concat(chunks)
    },
    catch: sourceFailed(name)
  }).pipe(
    Effect.flatMap((found) =>
      found === undefined ? tooMuch(name, maxOctets) : Effect.succeed(found)
    )
  )
}

/** Standard input to its end, as text. */
export const readInput = Effect.map(readOctets("-", maxContent), (octets) =>
  octets.toString("utf8")
)
