import Database from "better-sqlite3"
import { describe, expect, it } from "vitest"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Finding } from "../src/doctor/Finding.js"
import { judgeSources } from "../src/doctor/feedback.js"
import { call } from "./support/call.js"
import { said } from "./support/said.js"
import { startServing } from "./support/serving.js"
import { temporaryDirectory } from "./support/telemark.js"

const hour = 3_600_000

describe("sources of feedback on the command line", () => {
  it("are made for the operator or a tenant, called, listed, given their credential and removed", async () => {
    const directory = temporaryDirectory()
    const server = await startServing(directory, {
      TELEMARK_PUBLIC_URL: "https://mail.example.com"
    })
    const environment = {
      TELEMARK_DATABASE_URL: `sqlite:${join(directory, "mail.db")}`,
      TELEMARK_PORT: "0",
      TELEMARK_PUBLIC_URL: "https://mail.example.com/"
    }
    const json = async (...args: ReadonlyArray<string>) => {
      const { code, stdout } = await call(["feedback-sources", ...args, "--json"], environment)
      return { code, document: JSON.parse(stdout) as Readonly<Record<string, unknown>> }
    }
    const findings = async () => {
      const { stdout } = await call(["doctor", "--json"], environment)
      const { checks } = JSON.parse(stdout) as { readonly checks: ReadonlyArray<Finding> }
      return checks.filter(({ check }) => check === "feedback").map(said)
    }
    expect(await findings()).toEqual([])

    const added = await call(["feedback-sources", "add", "resend"], environment)
    const address = added.stdout.trim()
    expect(address).toMatch(/^https:\/\/mail\.example\.com\/hooks\/resend\/[\w-]{43}$/)
    expect(added.stderr).toMatch(/At Resend:\n1\. .*calls are refused until then\./s)

    const url = server.url.replace(/\/v1$/, "") + new URL(address).pathname
    expect((await fetch(url)).status).toBe(200)
    expect((await fetch(url, { method: "POST", body: "{}" })).status).toBe(403)
    const [listed] = (await json("list")).document["data"] as ReadonlyArray<{ readonly id: string }>
    expect(listed).toMatchObject({
      provider: "resend",
      needs_credential: true,
      last_refused_reason: "missing_credential"
    })
    const id = listed?.id ?? ""
    expect(await findings()).toEqual([
      expect.stringContaining(
        `warn: Of 1 source of feedback 1 doesn't report. ${id} (resend, the operator's) refuses its calls since`
      ) as unknown
    ])
    expect((await call(["feedback-sources", "list"], environment)).stdout).toContain(
      "needs its credential"
    )

    const file = join(directory, "credential")
    writeFileSync(file, `whsec_${Buffer.alloc(24).toString("base64")}\n`)
    expect(await json("update", id, "--credential-file", file)).toMatchObject({
      code: 0,
      document: { has_credential: true, needs_credential: false }
    })
    writeFileSync(file, "hunter2\n")
    expect(await json("update", id, "--credential-file", file)).toMatchObject({
      code: 1,
      document: { error: "Validation failed" }
    })
    expect(await json("update", id, "--credential-file", join(directory, "none"))).toMatchObject({
      code: 1,
      document: { error: "file_not_readable" }
    })

    const shown = async (...args: ReadonlyArray<string>) =>
      (await call(["feedback-sources", "list", ...args], environment)).stderr
    expect(await shown()).toContain("These are the operator's sources. `telemark feedback-sources")
    expect(await shown("--tenant", "default")).toBe(
      'These are the sources of the tenant "default".\n'
    )
    expect(await json("add", "postmark", "--tenant", "default")).toMatchObject({
      code: 0,
      document: { provider: "postmark", needs_credential: false }
    })
    expect(await json("list", "--tenant", "default")).toMatchObject({
      document: { data: [{ provider: "postmark" }] }
    })
    expect(await json("remove", id, "--tenant", "default")).toMatchObject({
      code: 1,
      document: { error: "not_found" }
    })
    expect(await json("remove", id)).toEqual({ code: 0, document: { success: true } })
    expect((await fetch(url)).status).toBe(404)
    expect(await findings()).toEqual([
      "ok: 1 source of feedback, none of which refuses its calls or is silent while mail is sent."
    ])

    // As if the mail had been sent, and the source been there since the day before.
    expect((await server.post("/emails/send", { to: "ada@example.com", text: "x" })).status).toBe(
      201
    )
    const database = new Database(join(directory, "mail.db"))
    database.prepare("UPDATE feedback_sources SET created_at = created_at - ?").run(25 * hour)
    database.close()
    await expect
      .poll(findings)
      .toEqual([
        expect.stringContaining(
          "(postmark, default) was never called, though mail was sent in the last 24 hours."
        ) as unknown
      ])
  })
})

describe("the doctor", () => {
  const now = Date.parse("2026-01-02T00:00:00Z")
  const source = {
    id: "fsrc_1",
    provider: "ses",
    owner: "acme",
    created_at: now - 48 * hour,
    called_at: null,
    refused_at: null,
    refused_reason: null,
    isMailSent: true
  } as const
  const messageOf = (changes: object) => judgeSources([{ ...source, ...changes }], now).map(said)[0]

  it("reports a source that is silent for a day while mail is sent, and says since when", () => {
    expect(messageOf({})).toContain(
      "warn: Of 1 source of feedback 1 doesn't report. fsrc_1 (ses, acme) was never called, though mail was sent"
    )
    expect(messageOf({ called_at: now - 24 * hour })).toContain(
      "was last called at 2026-01-01T00:00:00.000Z, though"
    )
    for (const fine of [
      { called_at: now - 24 * hour + 1 },
      { isMailSent: false },
      { created_at: now - 23 * hour }
    ])
      expect(messageOf(fine)).toMatch(/^ok: /)
  })

  it("reports a source that refuses its calls, and why, until one is taken", () => {
    const refused = { refused_at: now - hour, refused_reason: "wrong_topic" as const }
    expect(messageOf(refused)).toContain(
      "refuses its calls since 2026-01-01T23:00:00.000Z or before: The call is from another topic"
    )
    expect(messageOf({ ...refused, called_at: now - hour - 1 })).toContain("another topic")
    expect(messageOf({ ...refused, called_at: now - hour + 1 })).toMatch(/^ok: /)
  })

  it("names at most ten sources", () => {
    const [finding] = judgeSources(
      Array.from({ length: 12 }, (_, index) => ({ ...source, id: `fsrc_${String(index)}` })),
      now
    )
    expect(finding?.message).toContain("fsrc_9 ")
    expect(finding?.message).not.toContain("fsrc_10 ")
    expect(finding?.message).toMatch(/ 2 more\.?$/)
    expect(finding?.command).toBe("`telemark feedback-sources list` shows all.")
  })
})
