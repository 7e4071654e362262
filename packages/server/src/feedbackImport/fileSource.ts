import { isMbox, maxMessageBytes, splitMbox } from "@telemark/feedback"
import { Effect } from "effect"
import { createReadStream } from "node:fs"
import type { Readable } from "node:stream"
import { batchSize, sourceFailed } from "./MailSource.js"

const chunkSize = 262_144

/** Enough to tell an mbox file from a message. */
const beginning = 2_048

/** Of an mbox file, or one. */
const messagesOf = async function* (stream: Readable): AsyncGenerator<Uint8Array, void> {
  const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer, undefined>
  let front = Buffer.alloc(0)
  const readTo = async (length: number) => {
    while (front.length < length) {
      const next = await chunks.next()
      if (next.done === true) return
      front = Buffer.concat([front, next.value])
    }
  }
  await readTo(beginning)
  if (isMbox(front)) {
    yield* splitMbox(
      (async function* () {
        yield front
        front = Buffer.alloc(0)
        for (let next = await chunks.next(); next.done !== true; next = await chunks.next())
          yield next.value
      })()
    )
    return
  }
  await readTo(maxMessageBytes)
  if (front.length > 0) yield front.subarray(0, maxMessageBytes)
}

/** Messages are copies of what the file has. */
const nothing = () => Effect.void

/** In batches, until the scope closes. `name` is for failures. */
const streamSource = (name: string, open: () => Readable) =>
  Effect.map(
    Effect.acquireRelease(Effect.sync(open), (stream) =>
      Effect.sync(() => {
        stream.destroy()
      })
    ),
    (stream) => {
      const messages = messagesOf(stream)
      return {
        next: Effect.tryPromise({
          try: async () => {
            const batch: Array<Uint8Array> = []
            while (batch.length < batchSize) {
              const next = await messages.next()
              if (next.done === true) break
              batch.push(next.value)
            }
            return batch.length === 0 ? undefined : { messages: batch, dispose: nothing }
          },
          catch: sourceFailed(name)
        }),
        skipped: () => 0
      }
    }
  )

/** A message, or an mbox file however long. */
export const fileSource = (path: string) =>
  streamSource(path, () => createReadStream(path, { highWaterMark: chunkSize }))

export const inputSource = streamSource("Standard input", () => process.stdin)
