import { median } from "@telemark-tools/load"
import { setTimeout as pause } from "node:timers/promises"
import { freshDatabase } from "../src/databases.js"
import { atEnd } from "../src/lifetime.js"
import { serve, work } from "../src/telemark.js"
import { startSink } from "@telemark-tools/sink"
import type { Check } from "./Check.js"

const mails = 40

/** The median of the time from the answer to the command DATA, in milliseconds. */
const deliveryOf = async (hasOwnWorker: boolean): Promise<number> => {
  const arrivals = new Map<string, (at: number) => void>()
  const smtpPort = await startSink({
    arrived: (recipient) => arrivals.get(recipient)?.(performance.now())
  })
  const database = await freshDatabase("sqlite")
  const settings = { database: database.url, smtpPort }
  const server = await serve(settings, ...(hasOwnWorker ? [] : ["--no-worker"]))
  atEnd(server.stop)
  if (!hasOwnWorker) atEnd((await work(settings)).stop)
  const deliver = async (index: number): Promise<number> => {
    const to = `customer-${String(index)}@example.com`
    const arrived = new Promise<number>((resolve) => {
      arrivals.set(to, resolve)
    })
    await fetch(`${server.url}/emails/send`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${server.key ?? ""}`,
        "content-type": "application/json"
      },
      body: JSON.stringify({ to, from: "shop@example.com", text: "hello" })
    })
    const answered = performance.now()
    return Math.max(0, (await arrived) - answered)
  }
  // The worker is there once it has delivered one.
  await deliver(0)
  const times: Array<number> = []
  for (let index = 1; index <= mails; index++) {
    // Spread over the second in which it looks once.
    await pause(20 + ((index * 37) % 100))
    times.push(await deliver(index))
  }
  return median(times)
}

/** A poll each second takes half a second on average, which is a hundred times as long. */
export const wakeUp: Check = {
  name: "waking a worker",
  compares: "from the answer to DATA by telemark worker, against 10 ms and telemark serve alone",
  bound: 5,
  start: () => [
    {
      name: "mail on one SQLite file",
      measure: async () => {
        const baseline = 10 + (await deliveryOf(true))
        return { millis: await deliveryOf(false), baseline }
      }
    }
  ]
}
