import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Account, hostNames, type Service, startService } from "./support/service.js"

describe.each(hostNames)("tables of %s", (host) => {
  let service: Service
  let account: Account
  beforeAll(async () => {
    service = await startService({ host })
    account = await service.newAccount()
  })
  afterAll(() => service.close())

  const call = (
    method: string,
    path: string,
    options: Parameters<Service["call"]>[2] = {},
    of = account
  ) => service.call(method, path, { key: of.key.key, ...options })

  const importTable = (body: string, of = account) =>
    call(
      "POST",
      "/v1/suppressions/import",
      { body, headers: { "content-type": "text/csv; charset=utf-8" } },
      of
    )

  it("of emails have a line for each that matches, newest first, and no formula", async () => {
    const send = (json: object) =>
      call("POST", "/v1/emails/send", { json: { from: "shop@example.org", text: "x", ...json } })
    await send({ to: "ada@example.com", subject: "=1+1" })
    await send({ to: "bob@example.com", subject: 'He said "hi", and left' })
    const { headers, status, text } = await call("GET", "/v1/emails/export")
    expect([status, headers.get("content-type"), headers.get("content-disposition")]).toEqual([
      200,
      "text/csv; charset=utf-8",
      'attachment; filename="emails.csv"'
    ])
    const [header, first, second, end] = text.split("\r\n")
    expect(header).toBe("id,created_at,recipient_email,sender_email,subject,status,sent_at")
    expect(first).toMatch(
      /^em_\w{32},\d{4}-[^,]+Z,bob@example.com,shop@example.org,"He said ""hi"", and left",queued,$/
    )
    expect(second).toMatch(/,ada@example.com,shop@example.org,'=1\+1,queued,$/)
    expect(end).toBe("")
    const { text: one } = await call("GET", "/v1/emails/export?recipient=ADA@example.com")
    expect(one.split("\r\n").length).toBe(3)
    expect((await call("GET", "/v1/emails/export?status=gone")).status).toBe(400)
    expect((await call("HEAD", "/v1/emails/export")).text).toBe("")
  })

  it("of more mails than a page has have each once", async () => {
    const own = await service.newAccount()
    const to = Array.from({ length: 50 }, (_, index) => `u${String(index)}@example.com`)
    for (let index = 0; index < 11; index++) {
      expect(
        (
          await call(
            "POST",
            "/v1/emails/send",
            { json: { to, from: "shop@example.org", text: "x" } },
            own
          )
        ).status
      ).toBe(201)
    }
    const { text } = await call("GET", "/v1/emails/export", {}, own)
    const ids = text
      .split("\r\n")
      .slice(1, -1)
      .map((line) => line.split(",")[0] ?? "")
    expect(ids.length).toBe(550)
    expect(new Set(ids).size).toBe(550)
    expect([...ids].sort().reverse()).toEqual(ids)
  })

  it("of suppressions go out and come in again, with their topics and reasons", async () => {
    const [own, other] = await Promise.all([service.newAccount(), service.newAccount()])
    for (const to of [own, other])
      await call("POST", "/v1/topics", { json: { id: "news", name: "News" } }, to)
    const addresses = [
      { email_address: "ada@example.com", reason: 'asked, by "phone"' },
      { email_address: "-bob@example.com", reason: "'=1" },
      { email_address: "eve@example.com", topic: "news" },
      { email_address: "eve@example.com" }
    ]
    const imported = await call(
      "POST",
      "/v1/suppressions/import",
      { json: { suppressions: addresses } },
      own
    )
    expect([imported.status, imported.json]).toEqual([
      200,
      { added: 4, already_suppressed: 0, invalid_count: 0, invalid: [] }
    ])
    const { text } = await call("GET", "/v1/suppressions/export", {}, own)
    expect(text.split("\r\n")[0]).toBe("email_address,reason,topic,added_at")
    expect(text).toContain("\r\n'-bob@example.com,''=1,,")
    expect((await importTable(text, other)).json).toEqual({
      added: 4,
      already_suppressed: 0,
      invalid_count: 0,
      invalid: []
    })
    expect((await importTable(text, other)).json).toEqual({
      added: 0,
      already_suppressed: 4,
      invalid_count: 0,
      invalid: []
    })
    const listed = async (of: Account) =>
      (
        (await call("GET", "/v1/suppressions", {}, of)).json as {
          readonly data: ReadonlyArray<object>
        }
      ).data.map((one) => ({ ...one, added_at: "" }))
    expect(await listed(other)).toEqual(await listed(own))
    expect(await listed(other)).toContainEqual({
      email_address: "-bob@example.com",
      reason: "'=1",
      topic: null,
      added_at: ""
    })
  })

  it.each([
    [
      "semicolons, a byte order mark, other columns and blank lines",
      '\uFEFFName;E-Mail;Email Address;Reason\r\nAda;x;ada@example.com;"phone; mail"\r\n\r\nBob;y;bob@example.com;\r\n',
      2
    ],
    ["no header", "ada@example.com,phone\nbob@example.com\n", 2],
    [
      "quotes around everything, and the header `email`",
      '"email"\n"ada@example.com"\n"bob@example.com"',
      2
    ],
    ["nothing", "email_address\n", 0],
    ["no line at all", "", 0]
  ])("are read with %s", async (_, body, added) => {
    const own = await service.newAccount()
    expect((await importTable(body, own)).json).toEqual({
      added,
      already_suppressed: 0,
      invalid_count: 0,
      invalid: []
    })
  })

  it("report invalid rows by line without what they contain, and store the others", async () => {
    const own = await service.newAccount()
    const body =
      'email_address,reason,topic\nada@example.com,"two\nlines",\nnobody,x,\nbob@example.com,,\neve@example.com,,missing\nBOB@example.com,,\n'
    expect((await importTable(body, own)).json).toEqual({
      added: 2,
      already_suppressed: 1,
      invalid_count: 2,
      invalid: [
        { line: 4, reason: "email_address must be an email address such as ada@example.com" },
        { line: 6, reason: "topic must be the id of one of your topics" }
      ]
    })
    const many = `email_address\n${"nobody\n".repeat(500)}`
    const { invalid, invalid_count } = (await importTable(many, own)).json as {
      readonly invalid: ReadonlyArray<object>
      readonly invalid_count: number
    }
    expect([invalid_count, invalid.length]).toEqual([500, 100])
  })

  it.each([
    [
      "another table",
      "name,age\nAda,36\n",
      "must name the columns in its first line, one of them email_address or email (line 1)"
    ],
    [
      "a table with two columns of addresses",
      "email,name,Email\na@example.com,Ada,b@example.com\n",
      "must name one column of email_address alone: which counts is unclear (line 1)"
    ],
    [
      "a quote that isn't closed",
      'email_address\n"ada@example.com\n',
      "has a quoted value that isn't closed (line 2)"
    ],
    [
      "more than 100,000 rows",
      `email_address\n${"a@example.com\n".repeat(100_001)}`,
      "must have at most 100000 addresses (line 100002)"
    ]
  ])("are refused as a whole if they are %s", async (_, body, reason) => {
    const { json, status } = await importTable(body)
    expect([status, json]).toEqual([400, expect.objectContaining({ details: { body: [reason] } })])
  })

  it("are refused in another encoding or size, and JSON in another shape", async () => {
    const latin = await call("POST", "/v1/suppressions/import", {
      body: Uint8Array.from([0x61, 0xe9, 0x0a]),
      headers: { "content-type": "text/csv" }
    })
    expect(latin.json).toMatchObject({ details: { body: ["must be a table in UTF-8"] } })
    expect((await importTable("a".repeat(10 * 1024 * 1024 + 1))).status).toBe(413)
    expect(
      (await call("POST", "/v1/suppressions/import", { json: { suppressions: "all" } })).json
    ).toMatchObject({
      details: { suppressions: ["must be a list of addresses to suppress"] }
    })
    const wrong = await call("POST", "/v1/suppressions/import", {
      body: "x",
      headers: { "content-type": "text/plain" }
    })
    expect([wrong.status, wrong.json]).toEqual([
      400,
      expect.objectContaining({
        details: { body: [expect.stringContaining("application/json") as unknown] }
      })
    ])
  })
})
