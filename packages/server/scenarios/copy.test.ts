import { defer, startSmtpPeer } from "@telemark/testing"
import { createDatabase, testPostgresUrl } from "@telemark-tools/postgres"
import { readFile } from "node:fs/promises"
import { describe, expect, it, onTestFinished } from "vitest"
import { clientOf } from "./client.js"
import { report, startCustomers, tally } from "./customers.js"
import { sqliteUrl } from "./databases.js"
import { command, type Environment, eventually, type Process, run, serve } from "./harness.js"
import { repeatsAreIdentical, sendMany } from "./mails.js"

const emptyPostgresUrl = async (): Promise<string> => {
  const { drop, url } = await createDatabase(testPostgresUrl())
  onTestFinished(drop)
  return url
}

const said = ({ log }: Process, pattern: RegExp): Promise<void> =>
  eventually(() => {
    expect(log()).toMatch(pattern)
  })

/** Begins the copy and kills it, each time further on, and leaves one that follows. */
const copyWithKills = async (to: string, env: Environment): Promise<Process> => {
  for (const pattern of [/api_keys: /, /bodies: /, /events: /, /Following changes/]) {
    const killed = run(["copy", "--to", to, "--follow"], env)
    await said(killed, pattern)
    expect(await killed.end("SIGKILL")).toBe("SIGKILL")
  }
  const copy = run(["copy", "--to", to, "--follow"], env)
  await said(copy, /It has every change|changes? behind/)
  return copy
}

/** The processes on the source are stopped. Killed once while it is closed. */
const switchOver = async (to: string, env: Environment): Promise<void> => {
  await eventually(async () => {
    const killed = run(["copy", "--to", to, "--switch"], env)
    await said(killed, /Comparing every table|A process of Telemark uses/)
    await killed.end("SIGKILL")
    expect(killed.log()).toContain("is closed")
  })
  const refused = run(["serve"], env)
  expect(await refused.exited).toBe(1)
  expect(refused.log()).toContain("This database is closed")
  expect(JSON.parse(await command(["copy", "--to", to, "--switch", "--json"], env))).toMatchObject({
    moved: true
  })
  const moved = run(["serve"], env)
  expect(await moved.exited).toBe(1)
  expect(moved.log()).toContain("This database was moved to")
}

describe("a Telemark that is moved while it is used", () => {
  it("loses nothing, and repeats nothing that no kill explains, from SQLite to Postgres and back", async () => {
    const peer = await startSmtpPeer({ rules: [defer("deferred@example.com")] })
    onTestFinished(() => peer.close())
    const [first, second, third] = [await sqliteUrl(), await emptyPostgresUrl(), await sqliteUrl()]
    const env: Environment = {
      TELEMARK_SMTP_URL: peer.url,
      TELEMARK_LEASE: "1s",
      TELEMARK_DEFAULT_RATE_LIMIT: "10000"
    }
    const onFirst = { ...env, TELEMARK_DATABASE_URL: first }
    const before = await serve(onFirst)
    const key = before.key ?? ""
    const secret = (await readFile(`${first.slice("sqlite:".length)}.secret`, "utf8")).trim()
    let urls = [before.url]
    const early = clientOf(before.url, key)
    await sendMany(early, 500)
    const deferred = (
      await early.send({ to: "deferred@example.com", from: "shop@example.com", text: "Later" })
    ).body.queued[0]?.id
    const scheduled = (
      await early.send({
        to: "scheduled@example.com",
        from: "shop@example.com",
        text: "Much later",
        scheduled_at: new Date(Date.now() + 24 * 60 * 60_000).toISOString()
      })
    ).body.queued[0]?.id
    await eventually(async () => {
      expect((await early.email(deferred ?? "")).status).toBe("deferred")
    })

    const customers = startCustomers({ urls: () => urls, key, count: 4 })
    const missing = run(["copy", "--to", second], onFirst)
    expect(await missing.exited).toBe(1)
    expect(missing.log()).toContain("set TELEMARK_SECRET to the keys in it")
    const withSecret = { ...onFirst, TELEMARK_SECRET: secret }
    const copy = await copyWithKills(second, withSecret)
    const inUse = run(["copy", "--to", second, "--switch"], withSecret)
    expect(await inUse.exited).toBe(1)
    expect(inUse.log()).toContain("A process of Telemark uses")
    const accepted = customers.accepted.length
    await eventually(() => {
      expect(customers.accepted.length).toBeGreaterThan(accepted + 50)
    })
    urls = []
    await before.end("SIGKILL")
    expect(await copy.end("SIGTERM")).toBe(0)
    await switchOver(second, withSecret)

    const onSecond = { ...env, TELEMARK_DATABASE_URL: second, TELEMARK_SECRET: secret }
    const middle = await serve(onSecond)
    urls = [middle.url]
    const later = clientOf(middle.url, key)
    const resumed = customers.accepted.length
    await eventually(() => {
      expect(customers.accepted.length).toBeGreaterThan(resumed + 50)
    })
    await eventually(() => {
      expect(tally(customers, peer).lost).toBeLessThan(20)
    })
    expect(await later.email(scheduled ?? "")).toMatchObject({ status: "queued" })
    expect((await later.email(deferred ?? "")).status).toBe("deferred")
    const explained = tally(customers, peer).repeated
    expect(explained).toBeLessThanOrEqual(100)

    const back = await copyWithKills(third, {
      ...onSecond,
      TELEMARK_DATABASE_URL: second
    })
    urls = []
    expect(await middle.end("SIGTERM")).toBe(0)
    expect(await back.end("SIGTERM")).toBe(0)
    await switchOver(third, onSecond)
    const last = await serve({ ...env, TELEMARK_DATABASE_URL: third, TELEMARK_SECRET: secret })
    urls = [last.url]
    const again = customers.accepted.length
    await eventually(() => {
      expect(customers.accepted.length).toBeGreaterThan(again + 50)
    })
    await customers.stop()
    await eventually(() => {
      expect(tally(customers, peer).lost).toBe(0)
    })
    report("moved from SQLite to Postgres and back", tally(customers, peer))
    expect(tally(customers, peer).repeated).toBe(explained)
    expect(repeatsAreIdentical(peer)).toBe(true)
  })
})
