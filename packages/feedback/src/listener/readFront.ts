import type { Readable } from "node:stream"
import { maxMessageBytes } from "../bounces/parseMime.js"

/**
 * Calls `then` with the first 256 KiB of a stream once it has ended; never if it breaks off. What
 * comes behind them is dropped as it arrives.
 */
export const readFront = (stream: Readable, then: (front: Uint8Array) => void): void => {
  const chunks: Array<Buffer> = []
  let length = 0
  stream.on("data", (chunk: Buffer) => {
    if (length >= maxMessageBytes) return
    // A copy: a chunk is a view of a larger buffer, which would stay in memory with it.
    chunks.push(Buffer.from(chunk.subarray(0, maxMessageBytes - length)))
    length += chunk.length
  })
  stream.once("end", () => {
    then(Buffer.concat(chunks))
  })
  stream.on("error", () => {
    chunks.length = 0
  })
}
