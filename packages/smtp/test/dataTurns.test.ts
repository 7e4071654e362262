import { Readable } from "node:stream"
import { describe, expect, it } from "vitest"
import { DataTurns } from "../src/server/DataTurns.js"

const piece = Buffer.alloc(64 * 1024)

/** Brings all it can whenever it is read, as a socket does. */
const bringing = (pieces: number): Readable => {
  let left = pieces
  return new Readable({
    read() {
      this.push(left-- > 0 ? piece : null)
    }
  })
}

/** Brings all of them at once, and counts the octets of each turn of the event loop. */
const octetsOfTurns = async (
  streams: ReadonlyArray<Readable>,
  take: (stream: Readable) => void
): Promise<ReadonlyArray<number>> => {
  const turns = [0]
  let isOver = false
  const count = (): void => {
    if (isOver) return
    turns.push(0)
    setImmediate(count)
  }
  const ended = streams.map(
    (stream) =>
      new Promise((resolve) => {
        take(stream)
        stream.on("data", (octets: Buffer) => {
          turns[turns.length - 1] = (turns.at(-1) ?? 0) + octets.length
        })
        stream.once("end", resolve)
      })
  )
  setImmediate(count)
  await Promise.all(ended)
  isOver = true
  return turns
}

describe("mail that comes in on many connections", () => {
  it("is taken half a mebibyte at a time at most, from each connection in turn", async () => {
    const streams = Array.from({ length: 40 }, () => bringing(32))
    const turns = new DataTurns()
    const octets = await octetsOfTurns(streams, (stream) => {
      turns.take(stream)
    })
    // In the first turn, each brings a piece before it is paused.
    expect(Math.max(...octets.slice(1))).toBeLessThanOrEqual(8 * piece.length)
    expect(octets.reduce((sum, each) => sum + each, 0)).toBe(40 * 32 * piece.length)
  })

  it("would be taken all at once without turns", async () => {
    const streams = Array.from({ length: 40 }, () => bringing(32))
    expect(Math.max(...(await octetsOfTurns(streams, () => {})))).toBeGreaterThan(
      400 * piece.length
    )
  })

  it("isn't held up if it is small", async () => {
    const turns = new DataTurns()
    const octets = await octetsOfTurns([bringing(3)], (stream) => {
      turns.take(stream)
    })
    expect(octets.filter((each) => each > 0).length).toBeLessThanOrEqual(2)
  })
})
