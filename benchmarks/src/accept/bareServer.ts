import type { Mail } from "@telemark-tools/load"
import { randomUUID } from "node:crypto"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { serveParent, tell } from "../parent.js"

export type BareSend = Mail & { readonly to: string }

/**
 * A bare node:http server: no validation, no keys, no limits. Each request is answered once
 * `accept` has kept it.
 */
export const answerSends = (accept: (id: string, send: BareSend) => Promise<void> | void): void => {
  const server = createServer((request, response) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      const send = JSON.parse(Buffer.concat(chunks).toString()) as BareSend
      const id = randomUUID()
      const answer = (): void => {
        response.writeHead(201, { "content-type": "application/json" })
        response.end(
          JSON.stringify({
            queued: [{ id, recipient: send.to, status: "queued" }],
            suppressed: [],
            idempotent_replay: false
          })
        )
      }
      const kept = accept(id, send)
      if (kept === undefined) return answer()
      kept.then(answer, (error: unknown) => {
        process.stderr.write(`${String(error)}\n`)
        response.writeHead(500).end()
      })
    })
  })
  server.listen(0, "127.0.0.1", () => {
    tell(JSON.stringify({ port: (server.address() as AddressInfo).port, keys: ["none"] }))
  })
  serveParent()
}
