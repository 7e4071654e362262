import { join } from "node:path"
import { expect, it } from "vitest"
import { clientOf } from "./client.js"
import { command, type Environment, serve, temporaryFolder } from "./harness.js"

const table = `email_address\n${Array.from({ length: 40_000 }, (_, index) => `customer-${String(index)}@example.com\n`).join("")}`

it("imports by four tenants at once, 64 in all, end in 200 or 503 with 256 MiB of heap, and others send meanwhile", async () => {
  const env: Environment = {
    TELEMARK_DATABASE_URL: `sqlite:${join(await temporaryFolder(), "mail.db")}`,
    TELEMARK_DEFAULT_RATE_LIMIT: "10000",
    NODE_OPTIONS: "--max-old-space-size=256"
  }
  const { key, url } = await serve(env)
  const keys: Array<string> = []
  for (const tenant of ["a", "b", "c", "d"]) {
    await command(["tenants", "create", tenant, "--json"], env)
    const made = await command(
      ["keys", "create", "--tenant", tenant, "--all-scopes", "--json"],
      env
    )
    keys.push((JSON.parse(made) as { readonly key: string }).key)
  }
  const load = async (index: number): Promise<number> => {
    const response = await fetch(`${url}/suppressions/import`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${keys[index % keys.length] ?? ""}`,
        "content-type": "text/csv"
      },
      body: table
    })
    await response.arrayBuffer()
    return response.status
  }
  const over = new AbortController()
  const sending = (async () => {
    const statuses = new Set<number>()
    while (!over.signal.aborted) {
      const mail = { to: "ada@example.com", subject: "Code", text: "1234" }
      statuses.add((await clientOf(url, key ?? "").send(mail)).status)
    }
    return statuses
  })()
  const statuses = await Promise.all(Array.from({ length: 64 }, (_, index) => load(index)))
  over.abort()
  expect(statuses).toContain(200)
  expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([])
  expect(await sending).toEqual(new Set([201]))
})
