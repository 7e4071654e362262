import type { Readable } from "node:stream"

/**
 * Octets after which a connection has to wait for the next turn of the event loop: a few
 * milliseconds.
 */
const perTurn = 256 * 1024

/** What a socket brings at once. */
const ofSocket = 64 * 1024

/**
 * Lets connections that bring mail at once have turns. A socket is read as long as it has data,
 * megabytes of it: 200 clients that sent all they could kept everything else in the process waiting
 * for 12 s.
 */
export class DataTurns {
  private left = perTurn
  private isTurning = false
  private readonly waiting: Array<Readable> = []

  /** The stream is paused after each piece that is too much for the turn. */
  take(stream: Readable): void {
    stream.on("data", (piece: Buffer) => {
      this.left -= piece.length
      if (this.left <= 0) {
        stream.pause()
        this.waiting.push(stream)
      }
      this.turn()
    })
  }

  private turn(): void {
    if (this.isTurning) return
    this.isTurning = true
    setImmediate(() => {
      this.isTurning = false
      this.left = perTurn
      for (const stream of this.waiting.splice(0, perTurn / ofSocket)) stream.resume()
      if (this.waiting.length > 0) this.turn()
    })
  }
}

/** Those of this process. */
export const dataTurns = new DataTurns()
