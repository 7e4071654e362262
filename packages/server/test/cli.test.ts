import { beforeEach, describe, expect, it, vi } from "@effect/vitest"
import { allScopes } from "@telemark/core"
import Database from "better-sqlite3"
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { dirname, join } from "node:path"
import { settingList } from "../src/settings/settingList.js"
import { usualNames } from "../src/settings/usualRelay.js"
import { call } from "./support/call.js"
import { loadedBy } from "./support/loadedBy.js"
import { temporaryDirectory } from "./support/telemark.js"

let filename = ""
let environment: Readonly<Record<string, string>> = {}

beforeEach(() => {
  filename = join(temporaryDirectory(), "data/mail.db")
  environment = { TELEMARK_DATABASE_URL: `sqlite:${filename}`, TELEMARK_PORT: "0" }
})

/** Calls a command with `--json`; what it prints must be one document. */
const json = async (...args: ReadonlyArray<string>) => {
  const { code, stdout } = await call([...args, "--json"], environment)
  return { code, document: JSON.parse(stdout) as Record<string, unknown> }
}

describe("the command line", () => {
  it("makes tenants and keys, lists them by prefix, and revokes them", async () => {
    expect(
      await json(
        "tenants",
        "create",
        "acme",
        "--from",
        "Acme <mail@acme.example>",
        "--monthly-limit",
        "100",
        "--missing",
        "refuse"
      )
    ).toMatchObject({
      code: 0,
      document: {
        name: "acme",
        default_from: "Acme <mail@acme.example>",
        monthly_limit: 100,
        missing: "refuse"
      }
    })
    expect(await json("tenants", "create", "acme")).toMatchObject({
      code: 1,
      document: { error: "tenant_exists" }
    })
    expect(await json("tenants", "list")).toMatchObject({
      code: 0,
      document: { data: [{ name: "acme" }] }
    })

    const plain = await call(
      [
        "keys",
        "create",
        "--tenant",
        "acme",
        "--scopes",
        "email:read, domain:read",
        "--rate-limit",
        "7"
      ],
      environment
    )
    expect(plain).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^tmk_\w{10}_\w{49}\n$/) as unknown
    })
    const full = await json(
      "keys",
      "create",
      "--tenant",
      "acme",
      "--all-scopes",
      "--name",
      "Everything"
    )
    expect(full).toMatchObject({
      code: 0,
      document: { tenant: "acme", name: "Everything", scopes: allScopes, rate_limit: 600 }
    })

    const list = await call(["keys", "list", "--json"], environment)
    expect(JSON.parse(list.stdout)).toMatchObject({
      data: [
        { tenant: "acme", prefix: full.document["prefix"] },
        { scopes: ["email:read", "domain:read"], rate_limit: 7 }
      ]
    })
    expect(list.stdout).not.toContain(plain.stdout.trim())
    expect(list.stdout).not.toMatch(/hash|argon/)

    const revoke = ["keys", "revoke", plain.stdout.trim()]
    expect(await json(...revoke)).toEqual({ code: 0, document: { success: true, tenant: "acme" } })
    expect(await json(...revoke)).toMatchObject({ code: 1, document: { error: "not_found" } })
    const table = await call(["keys", "list", "--tenant", "acme"], environment)
    expect(table.stdout).toMatch(
      /^TENANT .*\nacme .*Everything +valid .*\nacme .* revoked \d{4}-.*\n$/
    )
  })

  it("changes tenants, and says what to give where nothing is to change", async () => {
    await json(
      "tenants",
      "create",
      "acme",
      "--from",
      "Acme <mail@acme.example>",
      "--monthly-limit",
      "100"
    )
    expect(
      await json("tenants", "update", "acme", "--monthly-limit", "7", "--no-from")
    ).toMatchObject({ code: 0, document: { name: "acme", default_from: null, monthly_limit: 7 } })
    expect(
      await json("tenants", "update", "acme", "--no-monthly-limit", "--from", "new@acme.example")
    ).toMatchObject({
      code: 0,
      document: { default_from: "new@acme.example", monthly_limit: null }
    })
    expect(
      await json("tenants", "update", "acme", "--track-opens", "on", "--track-clicks", "on")
    ).toMatchObject({ code: 0, document: { track_opens: true, track_clicks: true } })
    expect(await json("tenants", "update", "acme", "--track-clicks", "off")).toMatchObject({
      code: 0,
      document: { track_opens: true, track_clicks: false }
    })
    expect(await json("tenants", "update", "acme", "--missing", "refuse")).toMatchObject({
      code: 0,
      document: { missing: "refuse", track_opens: true }
    })
    expect(await json("tenants", "update", "acme")).toMatchObject({
      code: 1,
      document: { error: "invalid_options" }
    })
    expect(
      await json("tenants", "update", "acme", "--from", "a@acme.example", "--no-from")
    ).toMatchObject({ code: 1, document: { error: "invalid_options" } })
    expect(await json("tenants", "update", "acme", "--monthly-limit", "0")).toMatchObject({
      code: 1,
      document: { error: "Validation failed" }
    })
    expect(await json("tenants", "update", "acme", "--from", "nobody")).toMatchObject({
      code: 1,
      document: { error: "Validation failed" }
    })
    expect(await json("tenants", "update", "zeta", "--no-from")).toMatchObject({
      code: 1,
      document: { error: "not_found" }
    })
  })

  it("removes a tenant with its keys once that is confirmed, and makes another of its name", async () => {
    await json("tenants", "create", "acme")
    await json("keys", "create", "--tenant", "acme")
    expect(await json("tenants", "remove", "acme")).toMatchObject({
      code: 1,
      document: { error: "not_confirmed", message: expect.stringContaining("--yes") as unknown }
    })
    expect(await json("tenants", "list")).toMatchObject({ document: { data: [{ name: "acme" }] } })
    expect(await json("tenants", "remove", "acme", "--yes")).toEqual({
      code: 0,
      document: { success: true, tenant: "acme" }
    })
    expect(await json("tenants", "remove", "acme", "--yes")).toMatchObject({
      code: 1,
      document: { error: "not_found" }
    })
    expect(await json("tenants", "list")).toEqual({ code: 0, document: { data: [] } })
    expect(await json("tenants", "create", "acme")).toMatchObject({
      code: 0,
      document: { name: "acme" }
    })
    expect(await json("keys", "list")).toEqual({ code: 0, document: { data: [] } })
  })

  it("records what became of an email, and says what that changed", async () => {
    await json("tenants", "create", "acme")
    const database = new Database(filename)
    const tenant = (database.prepare("SELECT id FROM tenants").get() as { id: string }).id
    const id = `em_0199a0b0c0d07000800000000000000b`
    database
      .prepare(`INSERT INTO emails (id, tenant_id, body_id, recipient_email, sender_email, subject, status, attempts, smtp_provider, created_at, updated_at)
      VALUES (?, ?, 'b', 'ada@example.com', 'shop@example.com', 'Hello', 'sent', 1, 'smtp', 1, 1)`)
      .run(id, tenant)
    database.close()
    const record = (...args: ReadonlyArray<string>) => json("feedback", "record", ...args)
    expect(
      await record(
        id,
        "bounced",
        "--failure-code",
        "invalid_recipient",
        "--at",
        "2026-01-31T09:00:00Z",
        "--key",
        "1"
      )
    ).toMatchObject({
      code: 0,
      document: { outcome: "recorded", event_id: expect.stringMatching(/^evt_/) as unknown }
    })
    expect(await record(id, "delivered", "--tenant", "acme")).toEqual({
      code: 0,
      document: { outcome: "superseded", event_id: null }
    })
    expect(await record(id, "delivered", "--tenant", "zeta")).toMatchObject({
      code: 1,
      document: { error: "not_found" }
    })
    expect(await record("em_1", "delivered")).toMatchObject({
      code: 1,
      document: { error: "not_found", message: expect.stringContaining("no such email") as unknown }
    })
    expect(await record(id, "clicked")).toMatchObject({
      code: 1,
      document: { error: "Validation failed" }
    })
    expect((await call(["feedback", "record", id, "opened"], environment)).stdout).toBe(
      "The report was recorded.\n"
    )
  })

  // Such a name could be made until it was refused, and steered the terminal of whoever listed the
  // keys.
  it("shows names of keys with what a terminal would obey escaped, on one line", async () => {
    await json("tenants", "create", "acme")
    await call(["keys", "create", "--tenant", "acme", "--name", "named"], environment)
    expect(await json("keys", "create", "--tenant", "acme", "--name", "a\u001b[2Jb")).toMatchObject(
      { code: 1, document: { error: "Validation failed" } }
    )
    const name = "a\u001b[2J\nacme  tmk_forged\u009b1m\u202eb"
    const database = new Database(filename)
    database.prepare("UPDATE api_keys SET name = ?").run(name)
    database.close()
    const { stdout } = await call(["keys", "list"], environment)
    expect(stdout.trimEnd().split("\n")).toHaveLength(2)
    expect(stdout).toContain("a\\x1b[2J\\x0aacme  tmk_forged\\x9b1m\\u{202e}b")
    const document = await call(["keys", "list", "--json"], environment)
    expect(document.stdout).not.toMatch(/[\u001b\u009b\u202e]/)
    expect(JSON.parse(document.stdout)).toMatchObject({ data: [{ name }] })
  })

  it.each([
    [["keys", "create", "--tenant", "nobody"], "not_found", /There is no tenant "nobody"/],
    [
      ["keys", "create", "--tenant", "acme", "--scopes", "email:sent"],
      "invalid_scopes",
      /--scopes takes .*email:send/
    ],
    [
      ["keys", "create", "--tenant", "acme", "--scopes", "email:send", "--all-scopes"],
      "invalid_scopes",
      /not both/
    ],
    [["tenants", "create", "two words"], "Validation failed", /name must be 1 to 64/]
  ])("%j fails with %s", async (args, error, message) => {
    await call(["migrate"], environment)
    const { code, stderr, stdout } = await call([...args, "--json"], environment)
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({
      error,
      message: expect.stringMatching(message) as unknown
    })
    expect(stderr).toMatch(message)
    expect(stderr).not.toMatch(/\n\s+at /)
  })

  it("makes the database with migrate, again and again", async () => {
    for (const _ of [1, 2]) {
      expect(await json("migrate")).toEqual({
        code: 0,
        document: { database: filename, up_to_date: true }
      })
    }
  })

  it("doesn't make a database only to list what is in it", async () => {
    const { code, stderr, stdout } = await call(["keys", "list"], environment)
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" })
    expect(stderr).toContain("TELEMARK_DATABASE_URL")
    expect(existsSync(filename)).toBe(false)
  })

  it.each([
    ["keys", "list"],
    ["keys", "create", "--tenant", "acme"],
    ["keys", "revoke", "key"],
    ["tenants", "list"],
    ["recount"]
  ])("leaves the tables of a database as they are with %s %s", async (...args) => {
    mkdirSync(dirname(filename))
    writeFileSync(filename, "")
    const { code, stderr, stdout } = await call([...args, "--json"], environment)
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({ error: "storage_not_usable" })
    expect(stderr).toMatch(
      /has schema 0, but this version of Telemark needs \d+\..*`telemark migrate`/
    )
    expect(stderr).not.toMatch(/\n\s+at /)
    expect(readFileSync(filename, "latin1")).not.toContain("CREATE TABLE")
  })

  it("brings a database up to date to make a tenant in it", async () => {
    mkdirSync(dirname(filename))
    writeFileSync(filename, "")
    expect((await json("tenants", "create", "acme")).code).toBe(0)
    expect(await json("tenants", "list")).toMatchObject({
      code: 0,
      document: { data: [{ name: "acme" }] }
    })
  })

  it("counts the log anew", async () => {
    await call(["tenants", "create", "acme"], environment)
    expect(await json("recount")).toEqual({
      code: 0,
      document: { data: [{ tenant: "acme", corrected: 0 }] }
    })
    expect(await json("recount", "--tenant", "nobody")).toMatchObject({
      code: 1,
      document: { error: "not_found" }
    })
  })

  it("has no use for the driver of Postgres on SQLite", () => {
    const loaded = loadedBy(["migrate", "--json"], environment)
    expect(loaded.some((file) => file.includes("better-sqlite3"))).toBe(true)
    expect(loaded.filter((file) => file.includes("/pg/lib/"))).toEqual([])
  })

  it.each([
    [["nonsense"]],
    [["keys", "create"]],
    [["keys", "create", "--tenant"]],
    [["tenants", "create", "acme", "more"]],
    [["serve", "--wrong"]]
  ])("%j is a usage error, reported on standard error", async (args) => {
    const { code, stderr, stdout } = await call(args)
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" })
    expect(stderr).toContain("`telemark --help` lists the commands")
    expect(stderr).not.toMatch(/\u001b|\n\s+at /)
  })
})

describe("a key for another application", () => {
  it.each([
    [
      "nodemailer",
      {},
      [/^import \{ telemarkTransport \}/, /url: "http:\/\/127\.0\.0\.1:3025", key: "tmk_/]
    ],
    [
      "resend",
      { TELEMARK_PUBLIC_URL: "https://mail.example.com" },
      [/^RESEND_BASE_URL=https:\/\/mail\.example\.com\/resend$/m, /^RESEND_API_KEY=tmk_/m]
    ],
    [
      "smtp",
      { TELEMARK_SUBMISSION_PORT: "2587" },
      [/^SMTP_PORT=2587$/m, /^SMTP_URL=smtp:\/\/telemark:tmk_[\w-]+@127\.0\.0\.1:2587$/m]
    ]
  ])("comes with the lines to paste, for %s", async (door, settings, expected) => {
    const around = { ...environment, TELEMARK_PORT: "3025", ...settings }
    await call(["migrate"], around)
    await call(["tenants", "create", "acme"], around)
    const { code, stderr, stdout } = await call(
      ["keys", "create", "--tenant", "acme", "--for", door],
      around
    )
    expect(code).toBe(0)
    for (const line of expected) expect(stdout).toMatch(line)
    expect(stderr).toContain("email:send")
    expect(stderr).not.toContain("tmk_")
  })

  it("isn't made for SMTP if the server takes no mail by it", async () => {
    await call(["migrate"], environment)
    await call(["tenants", "create", "acme"], environment)
    const made = await call(["keys", "create", "--tenant", "acme", "--for", "smtp"], environment)
    expect(made).toMatchObject({ code: 1, stdout: "" })
    expect(made.stderr).toContain("TELEMARK_SUBMISSION_PORT")
    expect((await call(["keys", "list"], environment)).stdout).not.toContain("tmk_")
  })
})

describe("the manual", () => {
  const manual = readFileSync(new URL("../../../docs/configuration.md", import.meta.url), "utf8")

  it.each(settingList.map((setting) => [setting.name, setting.default] as const))(
    "lists %s with its default",
    (name, unset) => {
      const row = manual.split("\n").find((line) => line.startsWith(`| \`${name}\` |`))
      expect(row?.replaceAll("`", "")).toContain(`| ${unset.replaceAll("`", "")} |`)
    }
  )

  it("lists no setting that isn't there", () => {
    const cells = [...manual.matchAll(/^\| ([^|]*[^\\])\|/gm)].map(([, cell]) => cell ?? "")
    const listed = cells.flatMap((cell) => cell.match(/(?<=`)[A-Z0-9_]+(?=`)/g) ?? [])
    const usual = [...usualNames].filter((name) => !name.endsWith("_FILE"))
    expect([...new Set(listed)].sort()).toEqual(
      [...settingList.map(({ name }) => name), ...usual].sort()
    )
  })
})

describe("telemark doctor", () => {
  it("finds nothing wrong with the defaults, and makes nothing", async () => {
    const { code, document } = await json("doctor")
    expect({ code, ok: document["ok"] }).toEqual({ code: 0, ok: true })
    expect(existsSync(filename)).toBe(false)
  })

  it("looks into the database", async () => {
    await call(["tenants", "create", "acme"], environment)
    const { stdout } = await call(["doctor"], environment)
    expect(stdout).toMatch(/^ok {2,}database .* has 1 tenant\.$/m)
  })

  it("fails when a check does, and says what to do", async () => {
    vi.stubEnv("TELEMARK_FORM", "mail@example.com")
    const other = createServer((_, response) => {
      response.end()
    })
    await new Promise<void>((resolve) => {
      other.listen(0, "127.0.0.1", resolve)
    })
    const { code, stderr, stdout } = await call(["doctor"], {
      TELEMARK_PORT: String((other.address() as AddressInfo).port),
      TELEMARK_DATABASE_URL: "sqlite:/dev/null/telemark.db",
      TELEMARK_SMTP_URL: "smtp://127.0.0.1:1?tls=none"
    })
    other.close()
    vi.unstubAllEnvs()
    expect(code).toBe(1)
    expect(stdout).toMatch(/^fail +database .*TELEMARK_DATABASE_URL/m)
    expect(stdout).toMatch(/^fail +port .*TELEMARK_PORT/m)
    expect(stdout).toMatch(/^fail +mail .*TELEMARK_SMTP_URL/m)
    expect(stdout).toMatch(/^warn +settings .*TELEMARK_FORM/m)
    expect(stderr).toContain("3 of")
  })

  it.each([
    "smtp://ada@h",
    "smtps://h?tls=none",
    "smtp://h:0",
    "smtp://a_b.example",
    "smtp://u:%zz@h"
  ])("reports the relay URL %s that can't be used", async (url) => {
    environment = { TELEMARK_SMTP_URL: url }
    const { code, document } = await json("doctor")
    expect({ code, ...document }).toMatchObject({
      code: 1,
      checks: [
        {
          check: "settings",
          status: "fail",
          message: expect.stringMatching(/^TELEMARK_SMTP_URL /) as unknown
        }
      ]
    })
  })

  it("reports settings that can't be used", async () => {
    environment = { TELEMARK_PORT: "x" }
    const { code, document } = await json("doctor")
    expect({ code, ...document }).toMatchObject({
      code: 1,
      ok: false,
      checks: [{ check: "settings", status: "fail" }]
    })
  })
})
