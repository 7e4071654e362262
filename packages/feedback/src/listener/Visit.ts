import type { Readable } from "node:stream"
import { maxMessageBytes } from "../bounces/parseMime.js"
import type { BounceLimits } from "./admission.js"

interface VisitPorts {
  readonly cut: (limit: string, text: string) => void
  readonly left: () => void
  readonly after: (millis: number, then: () => void) => () => void
}

type Limits = Pick<
  BounceLimits,
  "session" | "message" | "messagesPerConnection" | "commandsPerMessage" | "errorsPerConnection"
>

export class Visit {
  private messages = 0
  private commands = 0
  private errors = 0
  private isCut = false
  private readonly timers = new Set<() => void>()
  /** By address, the id of the message of a return path, or undefined for a role. */
  readonly recipients = new Map<string, string | undefined>()
  readonly unsubscribes = new Map<string, string>()
  /** Bounces and automatic replies have no envelope sender. */
  hasSender = false
  /** From DATA until its reply. */
  isBusy = false

  constructor(
    readonly address: string,
    private readonly limits: Limits,
    private readonly ports: VisitPorts
  ) {
    this.time(limits.session, "session", "This took too long, connect again")
  }

  /** Mail servers greet at once. */
  get isSilent(): boolean {
    return this.commands === 0 && this.messages === 0 && !this.isCut
  }

  get mayBring(): boolean {
    return this.messages < this.limits.messagesPerConnection
  }

  countCommand(): void {
    if (++this.commands > this.limits.commandsPerMessage)
      this.cut("commands", "Too many commands without a message")
  }

  countError(): void {
    if (++this.errors > this.limits.errorsPerConnection) this.cut("errors", "Too many errors")
  }

  beginMessage(sender: string): void {
    this.hasSender = sender !== ""
    this.recipients.clear()
    this.unsubscribes.clear()
  }

  beginData(): () => void {
    this.isBusy = true
    return this.time(this.limits.message, "message", "The message took too long")
  }

  endMessage(): void {
    this.messages++
    this.commands = 0
  }

  cut(limit: string, text: string): void {
    if (this.isCut) return
    this.isCut = true
    this.ports.cut(limit, text)
  }

  leave(): void {
    this.isCut = true
    for (const stop of this.timers) stop()
    this.ports.left()
  }

  private time(millis: number, limit: string, text: string): () => void {
    const cancel = this.ports.after(millis, () => {
      this.cut(limit, text)
    })
    const stop = (): void => {
      this.timers.delete(stop)
      cancel()
    }
    this.timers.add(stop)
    return stop
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
