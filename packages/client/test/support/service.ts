import { createServer } from "node:http"
import { mkdtempSync, rmSync } from "node:fs"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { capture } from "@telemark/smtp"
import { sqlite } from "@telemark/sqlite"
import { createTelemark, type KeyScope, type Telemark } from "telemark"

/** Telemark on a SQLite file, and its HTTP interface on a port. */
export interface RunningService {
  readonly telemark: Telemark
  readonly baseUrl: string
  /** Makes a tenant with a key. */
  readonly newKey: (settings?: {
    readonly scopes?: ReadonlyArray<KeyScope>
    readonly rate_limit?: number
    readonly monthly_limit?: number
  }) => Promise<string>
  readonly close: () => Promise<void>
}

export const startService = async (): Promise<RunningService> => {
  const directory = mkdtempSync(join(tmpdir(), "telemark-client-"))
  const telemark = await createTelemark({
    storage: sqlite({ filename: join(directory, "mail.db") }),
    transport: capture(),
    from: "Shop <shop@example.com>",
    dnsServers: ["127.0.0.1:1"]
  })
  const server = createServer(telemark.nodeHandler)
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve)
  })
  const { port } = server.address() as AddressInfo
  let tenants = 0
  return {
    telemark,
    baseUrl: `http://127.0.0.1:${String(port)}/v1`,
    newKey: async ({ monthly_limit, ...settings } = {}) => {
      const name = `tenant-${String(++tenants)}`
      await telemark.tenants.create({ name, monthly_limit })
      const all: ReadonlyArray<KeyScope> = [
        "email:send",
        "email:read",
        "template:read",
        "template:manage",
        "domain:read",
        "domain:write",
        "smtp:read",
        "smtp:write",
        "topic:read",
        "topic:write",
        "suppression:read",
        "suppression:write",
        "webhook:read",
        "webhook:write",
        "tracking:read",
        "tracking:write",
        "apikey:manage"
      ]
      return (
        await telemark
          .tenant(name)
          .apiKeys.create({ name: "test", scopes: all, rate_limit: 10_000, ...settings })
      ).key
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => {
        server.close(resolve)
      })
      await telemark.close()
      rmSync(directory, { recursive: true, force: true })
    }
  }
}
