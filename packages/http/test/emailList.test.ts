import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Service, startService } from "./support/service.js"
import { hosts, outcome, refusedAt } from "./support/webhooks.js"

interface List {
  readonly data: ReadonlyArray<{
    readonly id: string
    readonly subject: string
    readonly created_at: string
  }>
  readonly next: string | null
}

describe.each(hosts)("lists of emails behind %s", (_, options) => {
  let service: Service
  let key: string
  beforeAll(async () => {
    service = await startService(options)
    key = (await service.newAccount()).key.key
    await service.call("POST", "/v1/templates", {
      key,
      json: { id: "welcome", name: "W", subject_template: "from template", html: "<p>Hi</p>" }
    })
    for (const json of [
      {
        to: "Ada Lovelace <ada@example.com>",
        subject: "one",
        text: "x",
        tags: { kind: "order", order: "1:2" }
      },
      { to: "Grace@Example.com", subject: "two", text: "x", tags: { kind: "order" } },
      { to: "ada@example.com", template_id: "welcome", tags: { kind: "welcome" } },
      { to: "ada@example.com", subject: "four", text: "x" }
    ])
      expect((await service.call("POST", "/v1/emails/send", { key, json })).status).toBe(201)
  })
  afterAll(() => service.close())

  const list = (query: string) => service.call("GET", `/v1/emails?${query}`, { key })
  const listed = async (query: string) =>
    ((await list(query)).json as List).data.map(({ subject }) => subject)

  it.each([
    ["recipient=ada@example.com", ["four", "from template", "one"]],
    ["recipient=GRACE@EXAMPLE.COM", ["two"]],
    ["recipient=nobody@example.com", []],
    ["template_id=welcome", ["from template"]],
    ["template_id=none", []],
    ["tag=kind:order", ["two", "one"]],
    ["tag=order:1:2", ["one"]],
    ["tag=order:1", []],
    ["tag=kind%3Aorder&recipient=ada%40example.com", ["one"]],
    ["subject=F", ["four", "from template"]],
    ["subject=FROM%20t", ["from template"]],
    ["subject=our", []],
    ["subject=%25", []],
    ["recipient_domain=EXAMPLE.com&subject=t", ["two"]],
    ["recipient_domain=example.org", []],
    ["sender_domain=example.com&tag=kind:order&status=queued", ["two", "one"]],
    ["sender_domain=mail.example.com", []],
    ["q=ada", ["four", "from template", "one"]],
    ["q=LOVELACE", ["one"]],
    ["q=grace%40example.com", ["two"]],
    ["q=templ", ["from template"]],
    ["q=welcome", ["from template"]],
    ["q=order+1+ada", ["one"]],
    ["q=example.com&status=queued&tag=kind:order", ["two", "one"]],
    ["q=grace+four", []],
    ["since=2020-01-01T00:00:00Z", ["four", "from template", "two", "one"]],
    ["until=2020-01-01T00:00:00Z", []],
    [
      "since=2020-01-01T00:00:00Z&until=2090-01-01T00:00:00%2B02:00&status=queued&tag=kind:welcome&template_id=welcome&recipient=ada@example.com",
      ["from template"]
    ],
    ["tag=kind:order&limit=1&offset=1", ["one"]],
    ["unknown=1&tag=kind:welcome", ["from template"]]
  ])("?%s are those", async (query, subjects) => {
    expect(await listed(query)).toEqual(subjects)
  })

  it("takes those from since on, and those before until", async () => {
    const { data } = (await list("")).json as List
    const at = encodeURIComponent(data[1]?.created_at ?? "")
    expect(await listed(`since=${at}`)).toEqual(
      data
        .filter(({ created_at }) => created_at >= (data[1]?.created_at ?? ""))
        .map(({ subject }) => subject)
    )
    expect(await listed(`until=${at}`)).toEqual(
      data
        .filter(({ created_at }) => created_at < (data[1]?.created_at ?? ""))
        .map(({ subject }) => subject)
    )
  })

  it("goes through all pages by next, also filtered, until one isn't full", async () => {
    for (const [filter, expected] of [
      ["", ["four", "from template", "two", "one"]],
      ["&tag=kind:order", ["two", "one"]],
      ["&recipient=ada@example.com", ["four", "from template", "one"]]
    ] as const) {
      for (const limit of [1, 2, 3, 100]) {
        const seen: Array<string> = []
        let next: string | null = ""
        while (next !== null) {
          const page: List = (
            await list(`limit=${String(limit)}${filter}${next === "" ? "" : `&after=${next}`}`)
          ).json as List
          expect(page.data.length < limit).toBe(page.next === null)
          if (page.next !== null) expect(page.next).toBe(page.data.at(-1)?.id)
          seen.push(...page.data.map(({ subject }) => subject))
          next = page.next
        }
        expect(seen, `limit ${String(limit)}${filter}`).toEqual(expected)
      }
    }
  })

  it.each([
    ["recipient", "nobody"],
    ["recipient", ""],
    ["template_id", ""],
    ["template_id", "t".repeat(51)],
    ["tag", ""],
    ["tag", "order"],
    ["tag", ":x"],
    ["tag", "a b:c"],
    ["tag", "a:"],
    ["tag", `a:${"x".repeat(257)}`],
    ["tag", "a:%00"],
    ["since", "yesterday"],
    ["since", "2026-01-31"],
    ["since", "2026-02-30T00:00:00Z"],
    ["since", ""],
    ["until", "2026-01-31T09:00:00"],
    ["until", "1"],
    ["after", ""],
    ["after", "em_0"],
    ["after", `em_${"0".repeat(32)}`],
    ["after", "a".repeat(1000)],
    ["after", "%00"]
  ])("refuses %s=%s", async (name, value) => {
    expect(outcome(await list(`${name}=${value}`))).toEqual(refusedAt(`query.${name}`))
  })

  it.each(["", "%20%20", "a".repeat(201), "!%3F", "%F0%9F%8E%89"])("refuses q=%s", async (q) => {
    expect(outcome(await list(`q=${q}`))).toEqual(refusedAt("query.q"))
  })

  it("finds one by its id, with or without the end of it", async () => {
    const {
      data: [{ id } = { id: "" }]
    } = (await list("q=lovelace")).json as List
    for (const q of [id, id.slice(0, 24), id.toUpperCase()]) {
      expect(((await list(`q=${q}`)).json as List).data.map((found) => found.id)).toContain(id)
    }
    const {
      key: { key: other }
    } = await service.newAccount()
    const theirs = await service.call("GET", `/v1/emails?q=${id}`, { key: other })
    expect((theirs.json as List).data).toEqual([])
  })

  it.each([
    "q",
    "recipient",
    "template_id",
    "tag",
    "since",
    "until",
    "after",
    "status",
    "limit",
    "offset"
  ])("refuses %s given twice", async (name) => {
    const answer = await list(`${name}=a&${name}=b`)
    expect(outcome(answer)).toEqual([
      400,
      {
        error: "Validation failed",
        message: expect.any(String),
        details: { [`query.${name}`]: ["must be given once"] }
      }
    ])
  })

  it("refuses what doesn't go together", async () => {
    const {
      data: [{ id } = { id: "" }]
    } = (await list("")).json as List
    expect(outcome(await list(`after=${id}&offset=1`))).toEqual(refusedAt("query.after"))
    expect((await list(`after=${id}&offset=0`)).status).toBe(200)
    for (const filter of [
      "q=a",
      "subject=a",
      "recipient_domain=a.example",
      "sender_domain=a.example"
    ]) {
      expect(outcome(await list(`${filter}&offset=1`))).toEqual(refusedAt("query.offset"))
    }
    expect(outcome(await list("since=2026-01-02T00:00:00Z&until=2026-01-01T00:00:00Z"))).toEqual(
      refusedAt("query.until")
    )
  })

  it("doesn't continue from another tenant's email", async () => {
    const {
      data: [{ id } = { id: "" }]
    } = (await list("")).json as List
    const {
      key: { key: other }
    } = await service.newAccount()
    expect(outcome(await service.call("GET", `/v1/emails?after=${id}`, { key: other }))).toEqual(
      refusedAt("query.after")
    )
  })

  it("reports everything wrong with a query at once, and none of its values", async () => {
    const answer = await list(
      "recipient=hunter2&tag=hunter2&since=hunter2&until=hunter2&status=hunter2&limit=hunter2&after=hunter2&template_id=hunter2"
    )
    expect(Object.keys((answer.json as { details: object }).details).sort()).toEqual([
      "query.limit",
      "query.recipient",
      "query.since",
      "query.status",
      "query.tag",
      "query.until"
    ])
    expect(answer.text).not.toContain("hunter2")
  })

  it.each([
    ["emails", "recipient=ada+news@example.com", "recipient"],
    ["emails", "since=2026-11-26T10:00:00+01:00", "since"],
    ["suppressions", "email=ada+news@example.com", "email"],
    ["suppressions/export", "email=ada+news@", "email"]
  ])("says of /%s?%s that a plus is a blank there", async (path, query, name) => {
    const answer = await service.call("GET", `/v1/${path}?${query}`, { key })
    expect([answer.status, answer.json]).toEqual([
      400,
      expect.objectContaining({
        details: { [`query.${name}`]: [expect.stringContaining("%2B")] }
      })
    ])
    const escaped = query.replaceAll("+", "%2B")
    expect((await service.call("GET", `/v1/${path}?${escaped}`, { key })).status).toBe(200)
  })

  it("neither skips nor repeats what came meanwhile", async () => {
    const first = (await list("limit=2&tag=kind:order")).json as List
    const later = { to: "late@example.com", subject: "five", text: "x", tags: { kind: "order" } }
    expect((await service.call("POST", "/v1/emails/send", { key, json: later })).status).toBe(201)
    expect(
      (
        (await list(`limit=2&tag=kind:order&after=${first.data[0]?.id ?? ""}`)).json as List
      ).data.map(({ id }) => id)
    ).toEqual([first.data[1]?.id])
    expect(
      ((await list("limit=1&tag=kind:order")).json as List).data.map(({ subject }) => subject)
    ).toEqual(["five"])
  })
})
