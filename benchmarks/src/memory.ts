/**
 * Whether the memory of server and worker grows with what is queued: before an SMTP server that
 * never answers.
 */
import { mailOf, memoryOf } from "@telemark-tools/load"
import autocannon from "autocannon"
import { setTimeout as pause } from "node:timers/promises"
import { chosenDatabases, type DatabaseName, freshDatabase, titles } from "./databases.js"
import { benchmark } from "./lifetime.js"
import { startMuteServer } from "./muteServer.js"
import { line, table } from "./report.js"
import { makeKeys, serve, type TelemarkProcess, work } from "./telemark.js"

const backlogs = (process.env["MESSAGES"] ?? "10000,30000").split(",").map(Number)
const seconds = Number(process.env["SECONDS"] ?? 20)
const connections = 50

const fill = async (server: TelemarkProcess, messages: number): Promise<void> => {
  const keys = await makeKeys(server, 30)
  let next = 0
  const result = await autocannon({
    url: `${server.url}/emails/send`,
    method: "POST",
    connections,
    amount: messages,
    body: JSON.stringify({ to: "ada@example.com", ...mailOf(1) }),
    setupClient: (client) => {
      client.setHeaders({
        "content-type": "application/json",
        authorization: `Bearer ${keys[next++ % keys.length] ?? ""}`
      })
    }
  })
  if (result["2xx"] !== messages)
    throw new Error(`${messages - result["2xx"]} of ${messages} sends were not accepted`)
}

const measure = async (name: DatabaseName, messages: number, smtpPort: number) => {
  const database = await freshDatabase(name)
  const settings = { database: database.url, smtpPort }
  const server = await serve(settings, "--no-worker")
  const worker = await work(settings)
  await fill(server, messages)
  await pause(1000 * seconds)
  const memory = { server: await memoryOf(server.pid), worker: await memoryOf(worker.pid) }
  await Promise.all([server.stop(), worker.stop()])
  await database.drop()
  return memory
}

await benchmark(20, async () => {
  const { port: smtpPort } = await startMuteServer()
  const rows: Array<ReadonlyArray<string>> = []
  for (const name of chosenDatabases()) {
    for (const messages of backlogs) {
      const { server, worker } = await measure(name, messages, smtpPort)
      const cells = [server.resident, server.peak, worker.resident, worker.peak].map((value) =>
        value.toFixed(0)
      )
      rows.push([`${titles[name]}, ${messages} queued`, ...cells])
    }
  }
  line(
    `\nmemory: queued messages of 10 kB, an SMTP server that never answers; resident and peak MB, ${seconds} s after the last was accepted`
  )
  table([["", "server", "peak", "worker", "peak"], ...rows])
})
