import { Visit } from "@telemark/smtp"
import type { Readable } from "node:stream"
import { maxMessageBytes } from "../bounces/parseMime.js"

export class BounceVisit extends Visit {
  /** By address, the id of the message of a return path, or undefined for a role. */
  readonly recipients = new Map<string, string | undefined>()
  readonly unsubscribes = new Map<string, string>()
  /** Bounces and automatic replies have no envelope sender. */
  hasSender = false

  beginMessage(sender: string): void {
    this.hasSender = sender !== ""
    this.recipients.clear()
    this.unsubscribes.clear()
  }
}

/** Calls `then` with the first 256 KiB of a stream once it has ended; never if it breaks off. */
export const readFront = (stream: Readable, then: (front: Uint8Array) => void): void => {
  const chunks: Array<Buffer> = []
  let length = 0
  stream.on("data", (chunk: Buffer) => {
    if (length >= maxMessageBytes) return
    // A chunk is a view of a larger buffer, which would stay in memory with it.
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
