// Hot path (docs/hot-paths.md): callbacks from permit to final reply, without a fiber.
import type { BrokenReason } from "@telemark/core"
import type { Socket } from "node:net"
import { reasonOf } from "./failure.js"
import { decodeReply } from "./reply.js"

interface Listener {
  /** A whole reply, its lines separated by LF. */
  readonly onReply: (reply: string) => void
  /** No more replies will come. */
  readonly onBreak: (reason: BrokenReason) => void
}

/** A longer reply is a protocol error. In characters. */
const maxReplyLength = 16 * 1024

/**
 * Some servers send an empty line by mistake. One that sends nothing else would keep the connection
 * waiting forever.
 */
const maxBlanks = 20

/** How long a server may take to hang up after QUIT, in milliseconds. */
const quitTimeout = 5000

/** The connection after the session is set up: writes commands, splits replies, detects breaks. */
export class SmtpChannel {
  readonly #socket: Socket
  #listener: Listener | undefined
  #unread = ""
  #isBroken = false
  #isWriting = false
  #blanks = 0
  #replyTimeout = Infinity
  #since = 0

  constructor(socket: Socket) {
    this.#socket = socket
    // nodemailer, which set the session up, gets nothing any more.
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

  listen(listener: Listener): void {
    this.#listener = listener
  }

  /**
   * No reply is expected until the next message. Closes the connection if there is unread data:
   * later replies couldn't be assigned to commands.
   */
  expectNoReply(): void {
    this.#listener = undefined
    this.#socket.setTimeout(0)
    if (this.#unread.trim() !== "") this.close()
  }

  /** How long a reply may take in total, in milliseconds. A longer silence is a break, too. */
  setReplyTimeout(millis: number): void {
    this.#replyTimeout = millis
    this.#since = performance.now()
    this.#socket.setTimeout(millis)
  }

  write(data: string): void {
    this.#socket.write(data)
  }

  get isWriting(): boolean {
    return this.#isWriting
  }

  /**
   * Each piece when the previous one has left this process, so that a large message is never in
   * memory as a whole.
   */
  writeAll(pieces: Iterator<Buffer>, onOut: () => void): void {
    const writeNext = ({ done, value }: IteratorResult<Buffer, unknown>): void => {
      if (done === true || this.#isBroken) return
      // The callback is always asynchronous, so `next` is assigned by then.
      this.#socket.write(value, (error) => {
        if (error !== null && error !== undefined) return
        if (next.done === true) onOut()
        // Not synchronously: while the system accepts all data, nothing else would run.
        else setImmediate(writeNext, next)
      })
      const next = pieces.next()
      this.#isWriting = next.done !== true
    }
    writeNext(pieces.next())
  }

  /** Sends QUIT without waiting for the reply. */
  quit(): void {
    if (this.#isBroken) return
    this.#isBroken = true
    this.#socket
      .unref()
      .setTimeout(quitTimeout, () => this.#socket.destroy())
      .end("QUIT\r\n")
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
    const text = this.#unread + chunk
    let start = 0
    let lineStart = 0
    for (
      let end = text.indexOf("\n");
      end >= 0 && this.isOpen;
      end = text.indexOf("\n", lineStart)
    ) {
      const goesOn = /^\d{3}-/.test(text.slice(lineStart, lineStart + 4))
      lineStart = end + 1
      if (goesOn) continue
      const reply = text.slice(start, end)
      start = lineStart
      this.#unread = text.slice(start)
      this.#receive(reply)
    }
    this.#unread = text.slice(start)
    if (this.#unread.length > maxReplyLength) this.#break("protocol")
    // A server that sends a little now and then never triggers the socket's timeout.
    else if (performance.now() - this.#since > this.#replyTimeout) this.#break("timeout")
  }

  #receive(reply: string): void {
    if (reply.trim() === "") {
      if (++this.#blanks > maxBlanks) this.#break("protocol")
      return
    }
    this.#since = performance.now()
    if (this.#listener === undefined) this.#break("protocol")
    else this.#listener.onReply(decodeReply(reply))
  }
}
