import { join } from "node:path"
import { beforeEach, describe, expect, it } from "vitest"
import { call } from "./support/call.js"
import { startServing } from "./support/serving.js"
import { temporaryDirectory } from "./support/telemark.js"
import Database from "better-sqlite3"

let directory = ""
let environment: Readonly<Record<string, string>> = {}

const tenants = (...args: ReadonlyArray<string>) => call(["tenants", ...args], environment)
const json = async (...args: ReadonlyArray<string>) =>
  JSON.parse((await tenants(...args, "--json")).stdout) as Record<string, unknown>

/** Counts mail of a tenant in the present hour, as recording it does. */
const count = (name: string, domain: string, sent: number, bounced: number, complained: number) => {
  const database = new Database(join(directory, "mail.db"))
  const { id } = database.prepare("SELECT id FROM tenants WHERE name = ?").get(name) as {
    readonly id: string
  }
  database
    .prepare("INSERT INTO reputation_hours VALUES (?, ?, ?, ?, ?, ?)")
    .run(id, domain, Math.floor(Date.now() / 3_600_000) * 3_600_000, sent, bounced, complained)
  database.close()
}

beforeEach(async () => {
  directory = temporaryDirectory()
  environment = {
    TELEMARK_DATABASE_URL: `sqlite:${join(directory, "mail.db")}`,
    TELEMARK_PORT: "0"
  }
  await tenants("create", "acme")
  await tenants("create", "zeta")
})

describe("telemark tenants", () => {
  it("pauses and resumes sending, shows why, and keeps events of it", async () => {
    expect(await tenants("pause", "acme", "--reason", "a list that was bought")).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("is paused (operator)") as unknown
    })
    const { data } = (await json("list")) as { readonly data: ReadonlyArray<unknown> }
    expect(data).toMatchObject([
      { name: "zeta", paused: null },
      { name: "acme", paused: { reason: "operator", note: "a list that was bought" } }
    ])
    expect(await json("pause", "zeta", "--stop-links")).toMatchObject({
      paused: { links_stopped: true }
    })
    expect(await json("resume", "zeta")).toMatchObject({ paused: null })
    expect((await tenants("list")).stdout).toMatch(/acme .*\(operator\)/)
    expect((await call(["doctor"], environment)).stdout).toMatch(
      /warn +reputation +Sending of the tenant acme is paused since \S+ \(a list that was bought\)/
    )
    expect(await json("resume", "acme")).toEqual({ tenant: "acme", paused: null })
    expect(
      ((await json("events")) as { readonly data: ReadonlyArray<unknown> }).data
    ).toMatchObject([
      { type: "tenant.resumed", data: { tenant: "acme" } },
      { type: "tenant.resumed", data: { tenant: "zeta" } },
      { type: "tenant.paused", data: { tenant: "zeta" } },
      {
        type: "tenant.paused",
        data: { tenant: "acme", reason: "operator", note: "a list that was bought" }
      }
    ])
    expect((await tenants("events")).stdout).toMatch(
      /tenant\.paused +acme +operator +a list that was bought/
    )
  })

  it("refuses unknown tenants and empty reasons", async () => {
    expect(await json("pause", "nobody")).toMatchObject({ error: "not_found" })
    expect(await json("resume", "nobody")).toMatchObject({ error: "not_found" })
    expect(await json("reputation", "nobody")).toMatchObject({ error: "not_found" })
    expect(await json("pause", "acme", "--reason", "")).toMatchObject({
      error: "Validation failed"
    })
  })

  it("shows figures by domain, and the doctor names who exceeds a limit", async () => {
    count("acme", "acme.example", 1000, 60, 0)
    count("acme", "good.example", 1000, 0, 1)
    count("zeta", "zeta.example", 1000, 1, 0)
    expect(await json("reputation", "acme")).toMatchObject({
      level: "pause",
      paused: null,
      day: { sent: 2000, bounced: 60, bounce_rate: 0.03, level: "warn" },
      domains: [
        { domain: "acme.example", level: "pause" },
        { domain: "good.example", level: "ok" }
      ]
    })
    expect((await tenants("reputation", "acme")).stdout).toMatch(
      /acme\.example +day +1000 +0 \(0 %\) +60 \(6 %\) +pause/
    )
    const { stdout } = await call(["doctor"], environment)
    expect(stdout).toMatch(
      /Mail of the tenant acme from acme\.example had 60 hard bounces of 1000 messages in an hour \(6 %; the limit is 5 %\)/
    )
    expect(stdout).not.toContain("zeta.example")
  })
})

describe("a server", () => {
  it("answers 403 for a paused tenant's sends, which sees why, and 201 once it is resumed", async () => {
    directory = temporaryDirectory()
    environment = {
      TELEMARK_DATABASE_URL: `sqlite:${join(directory, "mail.db")}`,
      TELEMARK_PORT: "0"
    }
    const { post, url } = await startServing(directory, { TELEMARK_TRANSPORT: "capture" })
    const email = { to: "ada@example.com", subject: "Hello", text: "Hello" }
    expect((await post("/emails/send", email)).status).toBe(201)
    await tenants("pause", "default")
    expect(await post("/emails/send", email)).toEqual({
      status: 403,
      body: {
        error: "sending_paused",
        details: { reason: "operator" },
        message:
          "Sending is paused for this account by the operator of this service. Nothing was queued. Ask the operator of this service to resume it."
      }
    })
    expect((await post("/emails/batch", { emails: [email] })).body).toMatchObject({
      data: [{ status: 403, error: "sending_paused" }]
    })
    const key = (
      await call(["keys", "create", "--tenant", "default", "--scopes", "email:read"], environment)
    ).stdout.trim()
    const figures = await fetch(`${url}/reputation`, {
      headers: { authorization: `Bearer ${key}` }
    })
    expect(await figures.json()).toMatchObject({
      level: "ok",
      paused: { reason: "operator" },
      week: { bounced: 0 },
      domains: expect.any(Array) as unknown
    })
    await tenants("resume", "default")
    expect((await post("/emails/send", email)).status).toBe(201)
  })
})
