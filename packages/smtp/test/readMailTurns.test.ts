import { Effect } from "effect"
import { expect, it } from "vitest"
import { readMail } from "../src/capture/readMail.js"

/** Takes more than one slice to parse. */
const hostile = Buffer.from(
  `MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${"--b\r\n\r\n\r\n".repeat(12_000)}--b--\r\n`
)

it("hostile mails that are read at once are read one after the other", async () => {
  const ended: Array<number> = []
  let turns = 0
  let isOver = false
  const count = (): void => {
    turns++
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  await Promise.all(
    Array.from({ length: 6 }, async () => {
      await Effect.runPromise(readMail(hostile))
      ended.push(turns)
    })
  )
  isOver = true
  // Parsed all at once, they would end within a few turns of one another.
  const between = ended.map((turn, index) => turn - (ended[index - 1] ?? 0))
  expect(Math.min(...between.slice(1))).toBeGreaterThan(1)
  expect(ended).toEqual([...ended].sort((a, b) => a - b))
})
