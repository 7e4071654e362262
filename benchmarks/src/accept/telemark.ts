/** Telemark's HTTP API in one process, without a worker: validation, keys, limits, log, queue. */
import { capture } from "@telemark/smtp"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { createTelemark } from "telemark"
import { serveParent, tell } from "../parent.js"
import { secret, storageOf } from "../storage.js"

/**
 * A key may make 10,000 sends a minute at most: the load is spread over as many keys as there are
 * connections.
 */
const keyCount = 50

const telemark = await createTelemark({
  storage: storageOf(process.argv[2] ?? ""),
  transport: capture(),
  secret
})
const keys: Array<string> = []
for (let index = 0; index < keyCount; index++) {
  const { key } = await telemark.apiKeys.create({ name: `load ${index}`, rate_limit: 10_000 })
  // A key's first request takes a slow hash; of many at once most would be refused.
  await telemark.fetch(
    new Request("http://127.0.0.1/v1/emails?limit=1", {
      headers: { authorization: `Bearer ${key}` }
    })
  )
  keys.push(key)
}
const server = createServer(telemark.nodeHandler)
server.listen(0, "127.0.0.1", () => {
  tell(JSON.stringify({ port: (server.address() as AddressInfo).port, keys }))
})
serveParent()
