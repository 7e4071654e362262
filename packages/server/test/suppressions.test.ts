import {
  incidentQueries,
  makeSelectSuppressions,
  suppressionCause,
  type SuppressionIncident,
  suppressionQueries
} from "@telemark/core"
import Database from "better-sqlite3"
import { Effect } from "effect"
import { beforeEach, describe, expect, it } from "vitest"
import { join } from "node:path"
import { type ExaminedIncident, judgeIncidents } from "../src/doctor/suppressions.js"
import { call } from "./support/call.js"
import { onFile } from "./support/sealed.js"
import { temporaryDirectory } from "./support/telemark.js"

const minute = 60_000
const id = `inc_${"1".padStart(32, "0")}`
const wording = "550 5.1.1 user unknown"

let filename = ""
let environment: Readonly<Record<string, string>> = {}

const suppressions = (...args: ReadonlyArray<string>) =>
  call(["suppressions", ...args], environment)

/** An incident of all tenants that began now, with that many suppressions, and one by hand. */
const arrange = async (count: number, overrides: Partial<SuppressionIncident> = {}) => {
  const now = Date.now()
  const incident: SuppressionIncident = {
    id,
    route: "platform",
    tenant_id: null,
    wording,
    since: now - 10 * minute,
    engaged_at: now,
    ends_at: now + 70 * minute,
    suppressed: count,
    ...overrides
  }
  await onFile(
    filename,
    Effect.gen(function* () {
      yield* Effect.flatMap(incidentQueries, (store) => store.save(incident))
      yield* Effect.flatMap(suppressionQueries, (store) =>
        store.insert({
          tenant_id: "tn_1",
          folded: "manual@example.com",
          email_address: "manual@example.com",
          reason: "manual",
          added_at: now,
          topic: null
        })
      )
    })
  )
  const database = new Database(filename)
  const insert = database.prepare(
    "INSERT INTO suppressions (tenant_id, folded, email_address, reason, added_at, cause) VALUES ('tn_1', ?, ?, 'bounce', ?, ?)"
  )
  for (let index = 0; index < count; index++)
    insert.run(
      `u${String(index)}@example.com`,
      `u${String(index)}@example.com`,
      now,
      suppressionCause(incident)
    )
  database.close()
}

const left = () =>
  onFile(
    filename,
    Effect.flatMap(makeSelectSuppressions, (list) => list("tn_1", { limit: 1000, offset: 0 }))
  )

beforeEach(async () => {
  filename = join(temporaryDirectory(), "mail.db")
  environment = { TELEMARK_DATABASE_URL: `sqlite:${filename}`, TELEMARK_PORT: "0" }
  await call(["tenants", "create", "acme"], environment)
})

describe("telemark suppressions", () => {
  it("lists incidents with their wording and state", async () => {
    expect(await suppressions("incidents", "--json")).toMatchObject({
      code: 0,
      stdout: '{\n  "data": []\n}\n'
    })
    await arrange(20)
    const { code, stdout } = await suppressions("incidents")
    expect({ code, lines: stdout.trim().split("\n").length }).toEqual({ code: 0, lines: 2 })
    expect(stdout).toMatch(
      /inc_0{31}1 .* on until \S+ +platform +all +20 +0 +550 5\.1\.1 user unknown/
    )
    const { data } = JSON.parse((await suppressions("incidents", "--json")).stdout) as {
      readonly data: ReadonlyArray<unknown>
    }
    expect(data).toMatchObject([
      {
        id,
        route: "platform",
        tenant_id: null,
        wording,
        active: true,
        suppressed: 20,
        undone: 0,
        undone_at: null
      }
    ])
  })

  it("reverts what an incident suppressed and nothing else, says so, and needs to run once only", async () => {
    await arrange(450)
    const first = await suppressions("undo", id)
    expect(first).toMatchObject({
      code: 0,
      stdout: "450 suppressions were removed: mail to these addresses is accepted again.\n"
    })
    expect(first.stderr).toContain("Mails that bounced stay bounced.")
    expect(first.stderr).toContain("mail that gets this reply is deferred")
    expect((await left()).map(({ folded }) => folded)).toEqual(["manual@example.com"])
    expect(await suppressions("undo", id)).toMatchObject({
      code: 0,
      stdout: "Nothing is left to undo: 450 suppressions were removed before.\n"
    })
    expect(JSON.parse((await suppressions("undo", id, "--json")).stdout)).toMatchObject({
      removed: 0,
      incident: { id, undone: 450 }
    })
  })

  it("says that there is no such incident", async () => {
    const { code, stderr, stdout } = await suppressions("undo", "inc_1", "--json")
    expect({ code, error: (JSON.parse(stdout) as { readonly error: string }).error }).toEqual({
      code: 1,
      error: "not_found"
    })
    expect(stderr).toContain(
      "`telemark suppressions incidents` lists the incidents of the last 90 days"
    )
  })
})

describe("the doctor", () => {
  it("names an incident that is on, and how to undo it", async () => {
    await arrange(20)
    const { code, stdout } = await call(["doctor", "--json"], environment)
    const { checks } = JSON.parse(stdout) as {
      readonly checks: ReadonlyArray<{ readonly check: string; readonly message: string }>
    }
    expect(code).toBe(1)
    expect(checks.filter(({ check }) => check === "suppressions")).toMatchObject([
      {
        status: "fail",
        message: expect.stringContaining(id),
        command: expect.stringContaining(`\`telemark suppressions undo ${id}\``)
      }
    ])
  })

  const incident: ExaminedIncident = {
    id,
    route: "platform",
    tenant: null,
    tenant_id: null,
    wording,
    active: false,
    since: "2026-06-15T11:50:00.000Z",
    engaged_at: "2026-06-15T12:00:00.000Z",
    ends_at: "2026-06-15T13:10:00.000Z",
    suppressed: 20,
    undone: 0,
    undone_at: null
  }
  const day = 24 * 60 * minute

  it.each<[string, Partial<ExaminedIncident>, number, ReadonlyArray<string>]>([
    ["one that is on", { active: true }, 0, ["fail"]],
    [
      "one that was undone, and is on",
      { active: true, undone: 20, undone_at: "2026-06-15T12:05:00.000Z" },
      0,
      ["fail"]
    ],
    ["one that is over", {}, day, ["warn"]],
    ["one that was undone", { undone: 20, undone_at: "2026-06-15T14:00:00.000Z" }, day, []],
    ["one of last week", {}, 8 * day, []]
  ])("judges %s", (_, overrides, later, statuses) => {
    const findings = judgeIncidents(
      [{ ...incident, ...overrides }],
      Date.parse(incident.ends_at) + later
    )
    expect(findings.map(({ status }) => status)).toEqual(statuses)
  })

  it.each<[Partial<ExaminedIncident>, string]>([
    [{}, 'On the platform\'s route, 20 recipients were refused with "550 5.1.1 user unknown"'],
    [
      { tenant: "acme", tenant_id: "tn_1" },
      "On the platform's route, in mail of the tenant acme, 20"
    ],
    [
      { tenant: "acme", tenant_id: "tn_1", route: "tn_1" },
      "On the SMTP server of the tenant acme, 20"
    ]
  ])("says where it is: %j", (overrides, words) => {
    const [finding] = judgeIncidents([{ ...incident, ...overrides }], Date.parse(incident.ends_at))
    expect(finding?.message).toContain(words)
  })

  it("says nothing where there was none", () => {
    expect(judgeIncidents([], 0)).toEqual([])
  })
})
