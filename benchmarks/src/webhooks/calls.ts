/**
 * Signed calls through the port, and bare requests of undici's pool, 20 at a time over kept
 * connections.
 */
import { type WebhookCall, WebhookCaller } from "@telemark/core"
import { layerNetworkGuard, layerWebhookCaller } from "@telemark/network"
import { Effect, Layer, ManagedRuntime, Redacted } from "effect"
import { Pool } from "undici"
import { randomBytes } from "node:crypto"

export const concurrency = 20

/** An event as it is posted, of about 500 bytes. */
const bodyOf = (index: number): string =>
  JSON.stringify({
    id: `evt_${String(index).padStart(32, "0")}`,
    type: "email.sent",
    created_at: "2026-11-22T09:00:00.000Z",
    data: {
      email_id: `em_${String(index).padStart(32, "0")}`,
      recipient: `customer-${String(index)}@example.com`,
      sender: "Shop <shop@example.com>",
      subject: `Your order ${String(index)}`,
      status: "sent",
      template_id: "order",
      metadata: { order: String(index) },
      attempts: 1,
      smtp_response: "250 2.0.0 Ok: queued as 4XkZ2c3Jq7z1",
      error_message: null
    }
  })

export interface Candidate {
  readonly name: string
  /** Makes so many calls. */
  readonly run: (calls: number) => Promise<void>
  readonly close: () => Promise<void>
}

export const bodies = (count: number): ReadonlyArray<string> =>
  Array.from({ length: count }, (_, index) => bodyOf(index))

export const barePool = (url: string, posted: ReadonlyArray<string>): Candidate => {
  const pool = new Pool(url, { connections: concurrency })
  const headers = { "content-type": "application/json", "user-agent": "benchmark" }
  const one = async (body: string): Promise<void> => {
    const answer = await pool.request({ method: "POST", path: "/hooks", headers, body })
    if (answer.statusCode !== 200 || (await answer.body.text()) !== "ok")
      throw new Error("A request was not taken.")
  }
  return {
    name: "undici's pool, unsigned",
    run: async (calls) => {
      let next = 0
      const loop = async (): Promise<void> => {
        while (next < calls) await one(posted[next++ % posted.length] ?? "")
      }
      await Promise.all(Array.from({ length: concurrency }, loop))
    },
    close: () => pool.close()
  }
}

export const signedCalls = (
  name: string,
  url: string,
  posted: ReadonlyArray<string>,
  secrets: number
): Candidate => {
  const runtime = ManagedRuntime.make(
    Layer.provide(layerWebhookCaller, layerNetworkGuard({ allow: ["127.0.0.1"] }))
  )
  const keys = Array.from({ length: secrets }, () =>
    Redacted.make(`whsec_${randomBytes(32).toString("base64")}`)
  )
  const callOf = (index: number): WebhookCall => ({
    endpoint_id: 1,
    url: `${url}/hooks`,
    event_id: `evt_${String(index).padStart(32, "0")}`,
    body: posted[index] ?? "",
    secrets: keys
  })
  const one = (caller: WebhookCaller["Service"]) => (index: number) =>
    Effect.map(caller.call(callOf(index)), (answer) => {
      if (answer._tag !== "Answered" || answer.status !== 200)
        throw new Error(`A call was not taken: ${JSON.stringify(answer)}`)
    })
  return {
    name,
    run: (count) =>
      runtime.runPromise(
        Effect.flatMap(WebhookCaller, (caller) => {
          let next = 0
          const post = one(caller)
          const loop = Effect.whileLoop({
            while: () => next < count,
            body: () => post(next++ % posted.length),
            step: () => {}
          })
          return Effect.all(
            Array.from({ length: concurrency }, () => loop),
            { concurrency, discard: true }
          )
        })
      ),
    close: () => runtime.dispose()
  }
}
