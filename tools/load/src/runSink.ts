import { startSink } from "@telemark-tools/sink"
import { createInterface } from "node:readline"
import { setTimeout as pause } from "node:timers/promises"
import { monotonicMillis } from "./clock.js"
import { sendOf } from "./recipients.js"
import type { SinkQuestion, Taken } from "./sinkProtocol.js"

const nothing: Taken = { count: 0, first: 0, last: 0, octets: 0, head: "" }

/**
 * The SMTP server that all is delivered to, as a program: it takes all mail, keeps none, and notes
 * when each was offered. Its first line is its port; each `SinkQuestion` is answered with a line of
 * JSON. It ends with its standard input.
 */
export const runSink = async (): Promise<void> => {
  let run = 0
  let taken = nothing
  const arrivals = new Map<number, number>()
  const isOfRun = (recipient: string): boolean => sendOf(recipient)?.run === run

  const port = await startSink({
    arrived: (recipient) => {
      const send = sendOf(recipient)
      if (send?.run === run && !arrivals.has(send.send)) arrivals.set(send.send, monotonicMillis())
    },
    taken: ({ head, octets, recipients }) => {
      const served = recipients.filter(isOfRun).length
      if (served === 0) return
      const now = monotonicMillis()
      taken = {
        count: taken.count + served,
        first: taken.count === 0 ? now : taken.first,
        last: now,
        octets,
        head
      }
    }
  })

  const answer = async (question: SinkQuestion): Promise<unknown> => {
    if (question.ask === "begin") {
      run = question.run
      taken = nothing
      arrivals.clear()
      return null
    }
    if (question.ask === "arrivals") return [...arrivals]
    const deadline = monotonicMillis() + question.within
    while (taken.count < question.count && monotonicMillis() < deadline) await pause(5)
    return taken
  }

  process.stdout.write(`${port}\n`)
  createInterface({ input: process.stdin })
    .on("line", (line) => {
      void answer(JSON.parse(line) as SinkQuestion).then((said) =>
        process.stdout.write(`${JSON.stringify(said)}\n`)
      )
    })
    .on("close", () => process.exit(0))
}
