import { countingSink } from "@telemark-tools/sink"
import { countSteps } from "@telemark-tools/steps"
import { Transport } from "@telemark/core"
import { capture, smtp } from "@telemark/smtp"
import { sqlite } from "@telemark/sqlite"
import { Effect, Layer, ManagedRuntime } from "effect"
import { spawn } from "node:child_process"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { createTelemark, type Telemark } from "telemark"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { heavyBatches, heavyMails } from "./heavySends.js"

/** A process that takes mail and throws it away. */
const startSink = async () => {
  const sink = spawn(process.execPath, ["--import", "tsx", fileURLToPath(countingSink)], {
    stdio: ["pipe", "pipe", "inherit"]
  })
  const lines = createInterface({ input: sink.stdout })[Symbol.asyncIterator]()
  const { value: port } = (await lines.next()) as { readonly value: string }
  return { url: `smtp://127.0.0.1:${port}`, close: () => sink.stdin.end() }
}

const size = 1024 * 1024

describe("a send to several is composed piece by piece", () => {
  let sink: Awaited<ReturnType<typeof startSink>>
  beforeAll(async () => {
    sink = await startSink()
  })
  afterAll(() => sink.close())

  it.each(heavyMails)("of 1 MiB of %s", async (_, _max, make) => {
    const message = make(size)
    const runtime = ManagedRuntime.make(Layer.orDie(smtp({ url: sink.url })))
    const deliver = Effect.flatMap(Transport, ({ deliver }) =>
      Effect.forEach([message, message, message], deliver, { concurrency: "unbounded" })
    )
    const { result, steps } = await countSteps(() => runtime.runPromise(deliver))
    await runtime.dispose()
    expect(result.map(({ _tag }) => _tag)).toEqual(["Accepted", "Accepted", "Accepted"])
    expect(size / steps).toBeLessThan(64 * 1024)
  })
})

describe("a batch of a hundred templates is rendered one after the other", () => {
  let telemark: Telemark
  beforeAll(async () => {
    telemark = await createTelemark({
      storage: sqlite({ filename: ":memory:" }),
      transport: capture(),
      from: "Shop <shop@example.com>"
    })
  })
  afterAll(() => telemark.close())

  it.each(heavyBatches)("with %s", async (name, html, data, accepted) => {
    const id = name.replaceAll(" ", "-")
    await telemark.templates.create({ id, name, subject_template: "S", html })
    const requests = Array.from({ length: 100 }, (_, index) => ({
      to: `b${String(index)}@example.org`,
      template_id: id,
      data
    }))
    const { result, steps } = await countSteps(() => telemark.emails.sendBatch(requests))
    // One step to check each send, one to answer it, and one for each mail that is rendered.
    expect(steps).toBeGreaterThanOrEqual(200 + accepted)
    // The first ones, as far as the budget of the batch goes; the others are told why.
    expect(result.data.map(({ error }) => error === undefined)).toEqual(
      result.data.map((_, index) => index < accepted)
    )
    expect(
      result.data.every(
        ({ error }) => error === undefined || /of one batch/.test(JSON.stringify(error))
      )
    ).toBe(true)
  })
})
