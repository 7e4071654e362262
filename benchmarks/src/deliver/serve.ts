import { mailOf } from "@telemark-tools/load"
import { makeKeys, serve, type TelemarkSettings } from "../telemark.js"
import { type Plan, recipientsOf } from "./plan.js"
import { setTimeout as sleep } from "node:timers/promises"

/** Sends under way at once while the queue is filled. */
const fillers = 50

const call = async (url: string, key: string, body?: unknown): Promise<unknown> => {
  const response = await fetch(url, {
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) })
  })
  if (!response.ok) throw new Error(`${url} was answered ${response.status}`)
  return response.json()
}

const sentOf = async (url: string, key: string): Promise<number> =>
  (
    (await call(`${url}/analytics/summary?period=24h`, key)) as {
      readonly statuses: { readonly sent: number }
    }
  ).statuses.sent

const fill = async (url: string, keys: ReadonlyArray<string>, plan: Plan): Promise<void> => {
  let next = 0
  const sends = plan.messages / plan.recipients
  await Promise.all(
    Array.from({ length: fillers }, async () => {
      for (let send = next++; send < sends; send = next++) {
        await call(`${url}/emails/send`, keys[send % keys.length] ?? "", {
          to: recipientsOf(send, plan.recipients),
          ...mailOf(send)
        })
      }
    })
  )
}

/**
 * `telemark serve` as operators start it, with a backlog that another one had accepted: messages a
 * second from when it is ready until the last is recorded, as the API counts them.
 */
export const drainByServe = async (settings: TelemarkSettings, plan: Plan): Promise<number> => {
  const accepting = await serve(settings, "--no-worker")
  const [key = "", ...keys] = await makeKeys(
    accepting,
    2 + Math.ceil(plan.messages / plan.recipients / 5000)
  )
  await fill(accepting.url, keys, plan)
  await accepting.stop()

  const { stop, url } = await serve(settings)
  const [before, started] = [await sentOf(url, key), performance.now()]
  let sent = before
  while (sent < plan.messages) {
    await sleep(50)
    sent = await sentOf(url, key)
  }
  const seconds = (performance.now() - started) / 1000
  await stop()
  return (sent - before) / seconds
}
