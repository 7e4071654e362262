/**
 * The load and the SMTP server of the latency benchmark, in one process so that one clock times
 * both ends. Its first line is the SMTP port; each `Run`, a line of JSON, is answered with its
 * `Latencies`.
 */
import { dueAt, mailOf, quantile, runOpenLoop } from "@telemark-tools/load"
import { startSink } from "@telemark-tools/sink"
import { Agent, request } from "node:http"
import { setTimeout as pause } from "node:timers/promises"
import { serveParent, tell } from "../parent.js"
import type { Latencies, Run, Times } from "./run.js"

/** How long to wait for what is under way when the last send was made. */
const maxMillis = 20_000

/** Enough that no send waits for a connection: that would be the load's own delay. */
const agent = new Agent({ keepAlive: true, maxSockets: 1000 })

const content = JSON.stringify(mailOf(1)).slice(1)
let run = 0
const recipientOf = (index: number): string => `customer-${run}-${index}@example.com`

/** When each mail of the present run was offered. */
const offered = new Map<string, number>()

const post = (url: string, key: string, to: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const body = `{"to":"${to}",${content}`
    const headers = {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body),
      authorization: `Bearer ${key}`
    }
    const sent = request(`${url}/emails/send`, { method: "POST", agent, headers }, (response) => {
      response.resume()
      response.once("end", () => {
        resolve(response.statusCode ?? 0)
      })
    })
    sent.once("error", reject)
    sent.end(body)
  })

const timesOf = (values: ReadonlyArray<number>): Times => ({
  p50: quantile(values, 0.5),
  p99: quantile(values, 0.99),
  max: quantile(values, 1)
})

/**
 * Sends at fixed instants, whether or not earlier ones were answered. Every time counts from such
 * an instant.
 */
const measure = async ({ keys, rate, seconds, url }: Run): Promise<Latencies> => {
  offered.clear()
  run++
  const count = rate * seconds
  const answers: Array<number> = []
  const lateness: Array<number> = []
  let refused = 0
  let open = count
  const loop = { begin: performance.now() + 20, rate, count }
  const due = (index: number): number => dueAt(loop, index)

  const send = async (index: number): Promise<void> => {
    lateness.push(performance.now() - due(index))
    const status = await post(url, keys[index % keys.length] ?? "", recipientOf(index)).catch(
      () => 0
    )
    answers.push(performance.now() - due(index))
    if (status !== 201) refused++
    open--
  }
  await runOpenLoop(loop, () => performance.now(), send)
  const deadline = performance.now() + maxMillis
  while ((open > 0 || offered.size < count - refused) && performance.now() < deadline)
    await pause(5)

  const handed = Array.from({ length: count }, (_, index) => {
    const at = offered.get(recipientOf(index))
    return at === undefined ? [] : [at - due(index)]
  }).flat()
  return {
    answer: timesOf(answers),
    data: timesOf(handed),
    lateness: timesOf(lateness),
    refused: refused + open,
    missing: count - handed.length
  }
}

const port = await startSink({
  arrived: (recipient) => {
    // What an earlier run left behind may still come.
    if (recipient.startsWith(`customer-${run}-`) && !offered.has(recipient))
      offered.set(recipient, performance.now())
  }
})
tell(String(port))
serveParent(async (line) => JSON.stringify(await measure(JSON.parse(line) as Run)))
