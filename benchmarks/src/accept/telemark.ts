/** Telemark's HTTP API on SQLite in one process, without a worker: validation, keys, limits, log, queue. */
import { capture } from "@telemark/smtp"
import { sqlite } from "@telemark/sqlite"
import { mkdtempSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createTelemark } from "telemark"

/** A key may make 10,000 sends a minute at most: the load is spread over as many keys as there are connections. */
const keyCount = 50

const filename = join(mkdtempSync(join(tmpdir(), "telemark-accept-")), "mail.db")
const telemark = await createTelemark({ storage: sqlite({ filename }), transport: capture() })
const keys: Array<string> = []
for (let index = 0; index < keyCount; index++) {
  keys.push((await telemark.apiKeys.create({ name: `load ${String(index)}`, rate_limit: 10_000 })).key)
}
const server = createServer(telemark.nodeHandler)
server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`${JSON.stringify({ port: (server.address() as AddressInfo).port, keys })}\n`)
})
