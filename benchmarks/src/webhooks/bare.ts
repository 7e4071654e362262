/**
 * What a developer writes instead: signed requests of undici's pool, over kept connections, with nothing to remember
 * them by. Prints how many it made in a second, and its processor time for each in microseconds.
 */
import { Pool } from "undici"
import { createHmac, randomBytes } from "node:crypto"
import { serveParent, tell } from "../parent.js"
import { bodies } from "./calls.js"
import { meter, planOf } from "./plan.js"

serveParent()
const { endpoints, messages, receiverPort, webhookConcurrency } = planOf(process.argv.slice(2))
const pool = new Pool(`http://127.0.0.1:${receiverPort}`, { connections: webhookConcurrency })
const posted = bodies(100)
const secret = randomBytes(32)

const post = async (index: number): Promise<void> => {
  const body = posted[index % posted.length] ?? ""
  const id = `evt_${String(index).padStart(32, "0")}`
  const at = String(Math.floor(Date.now() / 1000))
  const signature = createHmac("sha256", secret).update(`${id}.${at}.${body}`).digest("base64")
  const answer = await pool.request({
    method: "POST",
    path: `/hooks/${String(index % endpoints)}`,
    headers: {
      "content-type": "application/json",
      "user-agent": "benchmark",
      "webhook-id": id,
      "webhook-timestamp": at,
      "webhook-signature": `v1,${signature}`
    },
    body
  })
  if (answer.statusCode !== 200 || (await answer.body.text()) !== "ok")
    throw new Error("A request was not taken.")
}

const calls = messages * endpoints
let next = 0
const loop = async (): Promise<void> => {
  while (next < calls) await post(next++)
}
const read = meter(calls)
await Promise.all(Array.from({ length: webhookConcurrency }, loop))
tell(read())
await pool.close()
