/**
 * An application that sends mail from its own process, one by one at a fixed rate. Its argument is
 * a `Plan`; its first line is what it `Seen`.
 */
import { mailOf, monotonicMillis, recipientsOf, runOpenLoop, dueAt } from "@telemark-tools/load"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { monitorEventLoopDelay } from "node:perf_hooks"
import { setTimeout as pause } from "node:timers/promises"
import { serveParent, tell } from "../../src/parent.js"
import type { Plan, Seen } from "./plan.js"
import { senders } from "./senders.js"

/** Until all is compiled and connected, and until outcomes are recorded. */
const [warmUp, toRecord] = [50, 1000]
const quiet = 2000

serveParent()
const plan = JSON.parse(process.argv[2] ?? "") as Plan
const folder = await mkdtemp(join(tmpdir(), "telemark-embedded-"))

const cpuOfMillis = async (body: () => Promise<void>) => {
  const [from, before] = [monotonicMillis(), process.cpuUsage()]
  await body()
  const { system, user } = process.cpuUsage(before)
  return { cpu: (user + system) / 1000, millis: monotonicMillis() - from }
}

/** Waits as the load does between two sends, which takes time, too. */
const waitFor = (millis: number): Promise<void> =>
  runOpenLoop({ begin: monotonicMillis() + millis, rate: 1, count: 1 }, monotonicMillis, () =>
    Promise.resolve()
  )

// Looking at the loop each millisecond takes time as well.
const delays = monitorEventLoopDelay({ resolution: 1 })
delays.enable()
await pause(500)
const idle = await cpuOfMillis(() => waitFor(quiet))

const sender = await senders[plan.sender](join(folder, "mail.db"), plan.smtpPort)
const mail = mailOf(1)
for (let one = 0; one < warmUp; one++) {
  await sender.send(`warm-${one}@example.com`, mail)
  await pause(10)
}
await pause(toRecord)

const count = plan.rate * plan.seconds
let slowest = 0
delays.reset()
const busy = await cpuOfMillis(async () => {
  const loop = { begin: monotonicMillis() + 20, rate: plan.rate, count }
  const accepted: Array<Promise<unknown>> = []
  await runOpenLoop(loop, monotonicMillis, async (index) => {
    const [to = ""] = recipientsOf(plan.run, index, 1)
    const sent = sender.send(to, mail).then(() => {
      slowest = Math.max(slowest, monotonicMillis() - dueAt(loop, index))
    })
    accepted.push(sent)
    await sent
  })
  await Promise.all(accepted)
  await waitFor(toRecord)
})
const seen: Seen = {
  cpu: (busy.cpu - (idle.cpu * busy.millis) / idle.millis) / count,
  loopDelay: delays.percentile(99) / 1e6,
  slowest
}
delays.disable()
await sender.close()
await rm(folder, { recursive: true, force: true })
tell(JSON.stringify(seen))
