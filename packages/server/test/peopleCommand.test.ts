import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { call } from "./support/call.js"
import { startServing } from "./support/serving.js"
import { temporaryDirectory } from "./support/telemark.js"

describe("people on the command line", () => {
  it("are exported and erased, and get no mail afterwards", async () => {
    const directory = temporaryDirectory()
    const server = await startServing(directory)
    const environment = { TELEMARK_DATABASE_URL: `sqlite:${join(directory, "mail.db")}` }
    const run = (...args: ReadonlyArray<string>) => call(args, environment)
    const ada = "ada@example.com"
    await run("send", "--to", ada, "--subject", "Planted", "--text", "Planted")
    await expect.poll(server.inbox).toHaveLength(1)
    await expect
      .poll(async () => (await run("emails", "list")).stdout)
      .toMatch(/sent +ada@example\.com/)
    await run("suppressions", "add", ada)

    const exported = JSON.parse((await run("people", "export", "ADA@example.com")).stdout) as object
    expect(exported).toMatchObject({
      tenants: [
        {
          tenant: "default",
          emails: [{ content: { text: "Planted" } }],
          suppressions: [{ email_address: ada }]
        }
      ]
    })
    expect(await run("people", "erase", ada)).toMatchObject({ code: 1 })
    expect(await run("people", "erase", ada, "--yes")).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        /^default: 1 message erased \(0 of them cancelled\), 2 contents removed, 1 suppression kept/
      ) as unknown
    })
    expect((await run("emails", "list")).stdout).not.toContain(ada)
    const again = await run("send", "--to", ada, "--text", "x", "--json")
    expect(JSON.parse(again.stdout)).toMatchObject({ queued: [], suppressed: [ada] })
    expect((await run("suppressions", "remove", ada)).code).toBe(0)
  })
})
