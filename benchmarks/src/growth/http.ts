import { capture } from "@telemark/smtp"
import { once } from "node:events"
import { Agent, createServer, request } from "node:http"
import type { AddressInfo } from "node:net"
import { createTelemark } from "telemark"
import { atEnd } from "../lifetime.js"
import { secret, storageOf } from "../storage.js"

/** A caller of the HTTP API over a log, on one connection that stays open. */
export interface Http {
  /** Makes a request and reads its answer; `body` makes it a POST. */
  readonly call: (path: string, body?: unknown) => Promise<unknown>
  readonly close: () => Promise<void>
}

/** Serves the API over a database and calls it as the tenant of that name. */
export const openHttp = async (url: string, tenant: string): Promise<Http> => {
  const telemark = await createTelemark({ storage: storageOf(url), transport: capture(), secret })
  const { key } = await telemark
    .tenant(tenant)
    .apiKeys.create({ name: "growth", rate_limit: 10_000, scopes: ["email:read", "email:send"] })
  const server = createServer(telemark.nodeHandler).listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })

  const call = (path: string, body?: unknown): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const options = {
        agent,
        port,
        host: "127.0.0.1",
        path: `/v1${path}`,
        method: body === undefined ? "GET" : "POST",
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" }
      }
      request(options, (response) => {
        const chunks: Array<Buffer> = []
        response.on("data", (chunk: Buffer) => chunks.push(chunk))
        response.on("end", () => {
          const text = Buffer.concat(chunks).toString()
          if (response.statusCode === 200 || response.statusCode === 201) resolve(JSON.parse(text))
          else reject(new Error(`${path} was answered ${response.statusCode ?? 0}: ${text}`))
        })
      })
        .on("error", reject)
        .end(body === undefined ? undefined : JSON.stringify(body))
    })

  const close = async (): Promise<void> => {
    agent.destroy()
    server.close()
    await telemark.close()
  }
  atEnd(close)
  return { call, close }
}
