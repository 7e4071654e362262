import { type ChildProcess } from "node:child_process"
import { userInfo } from "node:os"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { isInNetworks } from "../src/serve/isInNetworks.js"
import { call } from "./support/call.js"
import { startServing } from "./support/serving.js"
import { start, stop, temporaryDirectory } from "./support/telemark.js"

interface Entry {
  readonly operation: string
  readonly actor: { readonly kind: string; readonly name: string | null }
  readonly tenant: string | null
  readonly target: { readonly kind: string; readonly id: string | null } | null
  readonly members: ReadonlyArray<string>
  readonly ip_address: string | null
}

const environmentOf = (directory: string) => ({
  TELEMARK_DATABASE_URL: `sqlite:${join(directory, "mail.db")}`
})

/** Until standard error has said so. */
const says = (child: ChildProcess, words: string) =>
  new Promise<void>((resolve, reject) => {
    let text = ""
    child.stderr?.on("data", (part) => {
      text += String(part)
      if (text.includes(words)) resolve()
    })
    child.on("close", () => {
      reject(new Error(`ended before it said “${words}”:\n${text}`))
    })
  })

describe("the audit log on the command line", () => {
  it("has what commands change, with the user of the machine, and lists it by filters", async () => {
    const directory = temporaryDirectory()
    const environment = environmentOf(directory)
    const run = async (...args: ReadonlyArray<string>) => {
      const called = await call(args, environment)
      expect([args, called.code, called.stderr]).toEqual([args, 0, called.stderr])
      return called.stdout
    }
    const audit = async (...args: ReadonlyArray<string>) =>
      (JSON.parse(await run("audit", ...args, "--json")) as { data: ReadonlyArray<Entry> }).data

    await run("tenants", "create", "acme", "--monthly-limit", "5")
    const { key } = JSON.parse(
      await run("keys", "create", "--tenant", "acme", "--name", "Shop", "--json")
    ) as { key: string }
    await run("keys", "revoke", key)
    await run("topics", "create", "news", "--name", "hunter2", "--tenant", "acme")
    await run("suppressions", "add", "ada@example.com", "--reason", "hunter2", "--tenant", "acme")
    await run("dashboard")
    await run("hold", "--force")
    await run("held", "release", "--all", "--tenant", "acme")
    await run("secrets", "rotate")
    await run("tenants", "pause", "acme", "--reason", "hunter2")
    await run("tenants", "remove", "acme", "--yes")
    const failed = await call(["topics", "remove", "none", "--tenant", "default"], environment)
    expect(failed.code).toBe(1)

    const entries = await audit()
    expect(entries.map(({ operation, target, tenant }) => [operation, tenant, target?.id])).toEqual(
      [
        ["tenants.remove", "acme", "acme"],
        ["tenants.pause", "acme", "acme"],
        ["secrets.rotate", null, null],
        ["heldMail.release", "acme", null],
        ["heldMail.hold", null, null],
        ["session.createLink", null, undefined],
        ["suppressions.add", "acme", null],
        ["topics.create", "acme", "news"],
        ["apiKeys.revoke", "acme", expect.stringMatching(/^tmk_|^[\w-]+$/)],
        ["apiKeys.create", "acme", expect.stringMatching(/^key_/)],
        ["tenants.create", "acme", "acme"]
      ]
    )
    for (const { actor, ip_address } of entries) {
      expect(actor).toEqual({ kind: "command_line", id: null, name: userInfo().username })
      expect(ip_address).toBeNull()
    }
    expect(entries.at(-1)?.members).toEqual(["name", "monthly_limit"])
    const text = JSON.stringify(entries)
    for (const secret of ["hunter2", "ada@example.com", key]) expect(text).not.toContain(secret)
    expect((await audit("--operation", "topics.create")).length).toBe(1)
    expect((await audit("--actor", "operator")).length).toBe(0)
    expect(await run("audit", "--target", "api_key")).toMatch(
      /OPERATION +ACTOR[^\n]*\naud_\w+ +\S+ +apiKeys\.revoke +command_line /
    )
    expect((await run("audit", "--limit", "1")).split("\n").length).toBe(3)
    expect((await call(["audit", "--since", "yesterday"], environment)).code).toBe(1)
  })

  it("follows what a running server writes", async () => {
    const directory = temporaryDirectory()
    const server = await startServing(directory)
    const running = start(["audit", "--follow", "--json"], directory, environmentOf(directory))
    await says(running.child, "Following the audit log")
    const line = new Promise<string>((resolve) => {
      running.child.stdout?.once("data", (part) => {
        resolve(String(part))
      })
    })
    await server.post("/topics", { id: "followed", name: "x" })
    expect(JSON.parse(await line)).toMatchObject({
      operation: "topics.create",
      target: { id: "followed" },
      ip_address: "127.0.0.1"
    })
    await stop(running)
  })
})

describe("the address in the audit log", () => {
  const addressOf = async (
    forwarded: string | undefined,
    environment: Readonly<Record<string, string>> = {}
  ) => {
    const directory = temporaryDirectory()
    const server = await startServing(directory, environment)
    const { key } = JSON.parse(
      (
        await call(
          ["keys", "create", "--tenant", "default", "--all-scopes", "--json"],
          environmentOf(directory)
        )
      ).stdout
    ) as { key: string }
    await fetch(`${server.url}/topics`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${key}`,
        "content-type": "application/json",
        ...(forwarded === undefined ? {} : { "x-forwarded-for": forwarded })
      },
      body: JSON.stringify({ id: "t", name: "x" })
    })
    const { body } = await server.get("/audit-log?operation=topics.create")
    return (body["data"] as ReadonlyArray<Entry>)[0]?.ip_address
  }

  it.each<[string | undefined, string | undefined, string]>([
    ["192.0.2.1", undefined, "127.0.0.1"],
    [undefined, "127.0.0.1", "127.0.0.1"],
    ["192.0.2.1", "127.0.0.1", "192.0.2.1"],
    ["forged, 192.0.2.1, 10.1.2.3", "127.0.0.0/8,10.1.0.0/16", "192.0.2.1"],
    ["198.51.100.9, 192.0.2.1", "127.0.0.1", "192.0.2.1"],
    ["2001:db8::1", "127.0.0.1", "2001:db8::1"]
  ])("of %s with the proxies %s is %s", async (forwarded, proxies, address) => {
    expect(
      await addressOf(forwarded, proxies === undefined ? {} : { TELEMARK_TRUSTED_PROXIES: proxies })
    ).toBe(address)
  })

  it("is one of a proxy whatever way it is written", () => {
    const isTrusted = isInNetworks(["10.1.0.0/16", "fd00::/8", "127.0.0.1/32"])
    expect(
      ["10.1.2.3", "::ffff:10.1.2.3", "fd00::1", "127.0.0.1", "10.2.0.1", "x", ""].map(isTrusted)
    ).toEqual([true, true, true, true, false, false, false])
  })
})
