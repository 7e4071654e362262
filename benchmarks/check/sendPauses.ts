import { Transport } from "@telemark/core"
import { capture, smtp } from "@telemark/smtp"
import { sqlite } from "@telemark/sqlite"
import { Effect, Layer, ManagedRuntime } from "effect"
import { createTelemark } from "telemark"
import { heavyBatches, heavyMails } from "../../packages/telemark/scenarios/heavySends.js"
import { startSinkProcess } from "../e2e/sink.js"
import { atEnd } from "../src/lifetime.js"
import type { Case, Check } from "./Check.js"
import { leastTurn } from "./longestTurn.js"

const recipients = 3
const ofBatch = 100
/** What a turn may always take, in milliseconds: less isn't cut into pieces. */
const slice = 10

const mailCases = async (): Promise<ReadonlyArray<Case>> => {
  const sink = await startSinkProcess()
  const runtime = ManagedRuntime.make(
    Layer.orDie(smtp({ url: `smtp://127.0.0.1:${String(sink.port)}` }))
  )
  atEnd(() => runtime.dispose())
  return heavyMails.map(([name, maxSize, make]) => {
    const pauseOf = (size: number) => {
      const made = make(size)
      return leastTurn(() => {
        // What is made of a body is kept with it: each time it is another one.
        const message = { ...made, body: { ...made.body } }
        return runtime.runPromise(
          Effect.flatMap(Transport, ({ deliver }) =>
            Effect.forEach(
              Array.from({ length: recipients }, () => message),
              deliver,
              { concurrency: "unbounded", discard: true }
            )
          )
        )
      })
    }
    const measure = async () => {
      const baseline = Math.max(slice, await pauseOf(maxSize / 4))
      return { millis: await pauseOf(maxSize), baseline }
    }
    return { name, measure }
  })
}

const batchCases = async (): Promise<ReadonlyArray<Case>> => {
  const telemark = await createTelemark({
    storage: sqlite({ filename: ":memory:" }),
    transport: capture(),
    from: "Shop <shop@example.com>"
  })
  atEnd(telemark.close)
  const cases: Array<Case> = []
  for (const [name, html, data] of heavyBatches) {
    const id = name.replaceAll(" ", "-")
    await telemark.templates.create({ id, name, subject_template: "S", html })
    const pauseOf = (count: number) =>
      leastTurn(() =>
        telemark.emails.sendBatch(
          Array.from({ length: count }, (_, index) => ({
            to: `b${String(index)}@example.org`,
            template_id: id,
            data
          }))
        )
      )
    const measure = async () => {
      await pauseOf(1)
      const baseline = Math.max(slice, await pauseOf(ofBatch / 4))
      return { millis: await pauseOf(ofBatch), baseline }
    }
    cases.push({ name: `a batch: ${name}`, measure })
  }
  return cases
}

export const sendPauses: Check = {
  name: "pauses of sends",
  compares: "longest turn of the event loop with four times the content against once",
  bound: 3,
  start: async () => [...(await mailCases()), ...(await batchCases())]
}
