import type { BrokenReason } from "@telemark/core"
import type { Socket } from "node:net"
import { reasonOf } from "./failure.js"
import { decodeReply } from "./reply.js"

/** Who waits for what the server says next. */
export interface Listener {
  /** A whole reply, its lines separated by LF. */
  readonly onReply: (reply: string) => void
  /** No more replies will come. */
  readonly onBreak: (reason: BrokenReason) => void
}

/** A server that goes on and on in one reply isn't one to wait for. */
const maxReplyLength = 16 * 1024

/** Empty lines are no replies. Some servers let one slip; one that sends nothing else would have us for good. */
const maxBlanks = 20

/** How long a server may take to hang up after QUIT. */
const leaveMillis = 5000

/** The line to a server once the session is set up: commands go out, replies come in, breaks are noticed. */
export class Line {
  readonly #socket: Socket
  #listener: Listener | undefined
  #rest = ""
  #isBroken = false
  #isWriting = false
  #blanks = 0
  #patience = Infinity
  /** When it began to wait for the reply that is to come. */
  #since = 0

  constructor(socket: Socket) {
    this.#socket = socket
    // Whoever set the session up must not hear what the server says from now on.
    socket.removeAllListeners("data").removeAllListeners("timeout")
    socket.on("data", (chunk: Buffer) => this.#read(chunk.toString("latin1")))
    socket.on("timeout", () => this.#break("timeout"))
    socket.on("error", (error) => this.#break(reasonOf(error)))
    socket.on("end", () => this.#break("reset"))
    socket.on("close", () => this.#break("reset"))
    if (socket.destroyed || !socket.writable) this.#isBroken = true
  }

  get isOpen(): boolean {
    return !this.#isBroken
  }

  /** From now on, until the next call, the listener hears everything. */
  listen(listener: Listener): void {
    this.#listener = listener
  }

  /**
   * Nobody waits for anything: whatever the server says now, it is taking leave. If it said more than it was asked for, nobody could tell which
   * of its next replies belongs to which command: the line is closed.
   */
  rest(): void {
    this.#listener = undefined
    this.#socket.setTimeout(0)
    if (this.#rest.trim() !== "") this.close()
  }

  /** Silence of more than so many milliseconds is a break, and so is a reply that takes longer. */
  patience(millis: number): void {
    this.#patience = millis
    this.#since = performance.now()
    this.#socket.setTimeout(millis)
  }

  write(data: string): void {
    this.#socket.write(data)
  }

  /** Whether `writeAll` still has something to write. */
  get isWriting(): boolean {
    return this.#isWriting
  }

  /**
   * Writes one piece after the other, each when the one before has left this process: so a large message is never in memory
   * as a whole. `onOut` is called when all of it has left.
   */
  writeAll(pieces: Iterator<Buffer>, onOut: () => void): void {
    const writeNext = ({ done, value }: IteratorResult<Buffer, unknown>): void => {
      if (done === true || this.#isBroken) return
      // Never called before this turn is over, when there is a next one.
      this.#socket.write(value, (error) => {
        if (error !== null && error !== undefined) return
        if (next.done === true) onOut()
        // Not at once: while the system takes all there is, nothing else would run.
        else setImmediate(writeNext, next)
      })
      const next = pieces.next()
      this.#isWriting = next.done !== true
    }
    writeNext(pieces.next())
  }

  /** Takes leave, without waiting for the answer. */
  quit(): void {
    if (this.#isBroken) return
    this.#isBroken = true
    this.#socket.unref().setTimeout(leaveMillis, () => this.#socket.destroy()).end("QUIT\r\n")
  }

  close(): void {
    this.#isBroken = true
    this.#socket.destroy()
  }

  #break(reason: BrokenReason): void {
    if (this.#isBroken) return
    this.close()
    this.#listener?.onBreak(reason)
  }

  #read(chunk: string): void {
    if (this.#isBroken) return
    const text = this.#rest + chunk
    let start = 0
    let lineStart = 0
    for (let end = text.indexOf("\n"); end >= 0 && this.isOpen; end = text.indexOf("\n", lineStart)) {
      const goesOn = /^\d{3}-/.test(text.slice(lineStart, lineStart + 4))
      lineStart = end + 1
      if (goesOn) continue
      const reply = text.slice(start, end)
      start = lineStart
      this.#rest = text.slice(start)
      this.#hear(reply)
    }
    this.#rest = text.slice(start)
    if (this.#rest.length > maxReplyLength) this.#break("protocol")
    // A server that says a little now and then is never silent.
    else if (performance.now() - this.#since > this.#patience) this.#break("timeout")
  }

  #hear(reply: string): void {
    if (reply.trim() === "") {
      if (++this.#blanks > maxBlanks) this.#break("protocol")
      return
    }
    this.#since = performance.now()
    if (this.#listener === undefined) this.#break("protocol")
    else this.#listener.onReply(decodeReply(reply))
  }
}
