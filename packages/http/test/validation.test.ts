import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Account, hostsOfRun, type Service, startService } from "./support/service.js"

const nul = "a\0b"
const loneSurrogate = "a\ud800b"
const hello = { to: "ada@example.com", html: "<p>Hello</p>" }
/** What each takes: what it doesn't know, it ignores, which is tested beside. */
const members = {
  "/v1/emails/send": [
    "to",
    "from",
    "subject",
    "template_id",
    "data",
    "html",
    "text",
    "metadata",
    "headers",
    "locale"
  ],
  "/v1/emails/batch": ["emails", "to"],
  "/v1/suppressions": ["email_address", "reason"],
  "/v1/api-keys": ["name", "scopes", "rate_limit"],
  "/v1/templates": [
    "id",
    "name",
    "subject_template",
    "mjml_source",
    "design_json",
    "html",
    "text_body",
    "variables",
    "locales"
  ],
  "/v1/domains": ["domain", "name"],
  "/v1/smtp-config": [
    "provider",
    "host",
    "port",
    "username",
    "password",
    "tls_required",
    "from_email",
    "from_name"
  ]
} satisfies Readonly<Record<string, ReadonlyArray<string>>>
const bodies = Object.keys(members) as ReadonlyArray<keyof typeof members>
const failed = (details: unknown) => [
  400,
  { error: "Validation failed", message: expect.any(String), details }
]

describe.each(hostsOfRun)("validation behind %s", (host) => {
  let service: Service
  let account: Account
  beforeAll(async () => {
    service = await startService({ host })
    account = await service.newAccount()
  })
  afterAll(() => service.close())

  const post = (path: string, json: unknown, headers = {}) =>
    service.call("POST", path, { key: account.key.key, json, headers })
  const postRaw = (path: string, body: RequestInit["body"], type = "application/json") =>
    service.call("POST", path, {
      key: account.key.key,
      body,
      headers: type === "" ? {} : { "content-type": type }
    })
  const get = (path: string) => service.call("GET", path, { key: account.key.key })
  const outcome = ({ json, status }: { readonly status: number; readonly json: unknown }) => [
    status,
    json
  ]

  describe.each(bodies)("of POST %s", (path) => {
    it.each([
      ["nothing", ""],
      ["half an object", '{"to":'],
      ["a form", "to=a"],
      ["invalid UTF-8", new Uint8Array([0x22, 0xff, 0xfe, 0x22])]
    ])("refuses a body that is %s", async (_, body) => {
      expect(outcome(await postRaw(path, body))).toEqual(
        failed({ body: ["must be JSON in UTF-8"] })
      )
    })

    it.each([
      "text/plain",
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=x",
      "application/jsonx",
      "application/xml"
    ])("refuses the content type %s", async (type) => {
      expect(outcome(await postRaw(path, "{}", type))).toEqual(
        failed({ body: ["must be sent with the content type application/json"] })
      )
    })

    it.each([
      "application/json",
      "application/json; charset=utf-8",
      "Application/JSON",
      "application/vnd.api+json"
    ])("reads the content type %s", async (type) => {
      expect((await postRaw(path, "{}", type)).json).not.toMatchObject({
        details: { body: [expect.stringContaining("content type")] }
      })
    })

    it.each([
      ["null", "null"],
      ["a number", "1"],
      ["a string", '"x"'],
      ["an array", "[]"],
      ["a boolean", "true"]
    ])("refuses %s for a body", async (_, body) => {
      const answer = await postRaw(path, body)
      expect(answer.status).toBe(400)
      expect(answer.json).toMatchObject({ error: "Validation failed", message: expect.any(String) })
    })

    it.each([
      ["arrays", `${"[".repeat(100_000)}${"]".repeat(100_000)}`],
      ["objects", `${'{"to":'.repeat(100_000)}1${"}".repeat(100_000)}`],
      [
        "objects in an unknown member",
        `{"unknown":${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}}`
      ]
    ])("refuses 100,000 nested %s", async (_, body) => {
      expect(outcome(await postRaw(path, body))).toEqual(
        failed({ body: ["must not nest deeper than 128 levels"] })
      )
    })

    it("never fails on values of the wrong type, at any depth", async () => {
      const wrong = [
        null,
        true,
        0,
        -1.5,
        1e308,
        "",
        nul,
        loneSurrogate,
        [],
        {},
        [[]],
        [null],
        { a: { b: [{}] } },
        "x".repeat(100_000)
      ]
      for (const member of members[path]) {
        for (const value of wrong) {
          const answer = await post(path, {
            ...hello,
            email_address: "a@example.com",
            name: "n",
            [member]: value
          })
          expect([200, 201, 400], `${member}: ${JSON.stringify(value).slice(0, 40)}`).toContain(
            answer.status
          )
        }
      }
    })

    it("never fails on huge arrays", async () => {
      const many = Array.from({ length: 200_000 }, () => 1)
      for (const member of ["to", "scopes", "email_address", "headers", "data"]) {
        const answer = await post(path, { ...hello, name: "n", [member]: many })
        expect([200, 201, 400]).toContain(answer.status)
        expect(answer.text.length).toBeLessThan(20_000)
      }
    })

    it("takes duplicate keys for the last one, and __proto__ for a name like any other", async () => {
      const answer = await postRaw(
        path,
        `{"__proto__":{"to":"a@example.com"},"to":1,"to":2,"constructor":1,"headers":{"__proto__":"x"},"data":{"__proto__":{"x":1}}}`
      )
      expect(answer.status).toBe(400)
      expect(({} as Record<string, unknown>)["x"]).toBeUndefined()
    })
  })

  it.each([
    ["no to", { html: "x" }, { to: ["is missing"] }],
    [
      "a to that isn't an address",
      { ...hello, to: "nobody" },
      { to: ["must be an email address such as ada@example.com"] }
    ],
    [
      "a bad address in a list",
      { ...hello, to: ["a@example.com", "b"] },
      { "to.1": ["must be an email address such as ada@example.com"] }
    ],
    [
      "no content",
      { to: "a@example.com" },
      { body: ["must have a template_id, or html, text or both"] }
    ],
    [
      "a template beside html",
      { ...hello, template_id: "x" },
      {
        body: [
          "must have either a template_id, or html, text or both: a template has its own html and text"
        ]
      }
    ],
    [
      "a template beside text",
      { to: "a@example.com", text: "x", template_id: "x" },
      {
        body: [
          "must have either a template_id, or html, text or both: a template has its own html and text"
        ]
      }
    ],
    [
      "content of another name",
      { to: "a@example.com", body: "x", replyTo: "b@example.com", nothing_like_it: 1 },
      {
        body: [
          "must have a template_id, or html, text or both",
          "is no member of a send; did you mean html or text?"
        ],
        replyTo: ["is no member of a send; did you mean reply_to?"]
      }
    ],
    [
      "an unknown template",
      { to: "a@example.com", template_id: "none" },
      { template_id: ["is not an active template"] }
    ],
    [
      "a bad header name",
      { ...hello, headers: { "X A": "1" } },
      { "headers.X A": [expect.any(String)] }
    ],
    ["a from that isn't a sender", { ...hello, from: "Shop" }, { from: [expect.any(String)] }]
  ])("reports what is wrong with a send that has %s", async (_, body, details) => {
    expect(outcome(await post("/v1/emails/send", body))).toEqual(failed(details))
  })

  it("reports every problem of a send at once", async () => {
    const answer = await post("/v1/emails/send", {
      to: ["x", "a@example.com", "y"],
      from: 1,
      html: {}
    })
    expect(Object.keys((answer.json as { details: object }).details).sort()).toEqual([
      "from",
      "html",
      "to.0",
      "to.2"
    ])
  })

  it.each([
    ["to holds none", { ...hello, to: [] }],
    [
      "to holds 51",
      { ...hello, to: Array.from({ length: 51 }, (_, index) => `a${String(index)}@example.com`) }
    ],
    ["template_id is empty", { to: "a@example.com", template_id: "" }],
    ["template_id has 51 characters", { to: "a@example.com", template_id: "t".repeat(51) }]
  ])("refuses a send whose %s", async (_, body) => {
    expect((await post("/v1/emails/send", body)).status).toBe(400)
  })

  it("explains one problem of a body with thousands of them, and every one of a small body", async () => {
    const paths = async (length: number) => {
      const answer = await post("/v1/emails/send", {
        ...hello,
        to: Array.from({ length }, () => 1),
        from: 1
      })
      return Object.keys((answer.json as { details: object }).details).length
    }
    expect(await paths(20)).toBeGreaterThan(20)
    expect(await paths(5000)).toBeLessThanOrEqual(2)
  })

  it("takes 50 recipients", async () => {
    const to = Array.from({ length: 50 }, (_, index) => `a${String(index)}@example.com`)
    const answer = await post("/v1/emails/send", { ...hello, to })
    expect(answer.status).toBe(201)
    expect(
      (answer.json as { queued: ReadonlyArray<{ recipient: string }> }).queued.map(
        ({ recipient }) => recipient
      )
    ).toEqual(to)
  })

  it.each([
    ["empty", ""],
    ["256 characters long", "k".repeat(256)]
  ])("refuses an Idempotency-Key that is %s", async (_, value) => {
    const answer = await post("/v1/emails/send", hello, { "idempotency-key": value })
    expect(outcome(answer)).toEqual(
      failed({ "header.idempotency-key": [expect.stringContaining("1 to 255")] })
    )
  })

  it("takes an Idempotency-Key of 255 characters", async () => {
    expect(
      (await post("/v1/emails/send", hello, { "idempotency-key": "k".repeat(255) })).status
    ).toBe(201)
  })

  it.each([
    ["no name", {}, "name"],
    ["an empty name", { name: "" }, "name"],
    ["a name of 256 characters", { name: "n".repeat(256) }, "name"],
    ["no scopes at all", { name: "n", scopes: [] }, "scopes"],
    ["an unknown scope", { name: "n", scopes: ["email:send", "email:everything"] }, "scopes.1"],
    ["a limit of 0", { name: "n", rate_limit: 0 }, "rate_limit"],
    ["a limit of 10001", { name: "n", rate_limit: 10_001 }, "rate_limit"],
    ["half a send a minute", { name: "n", rate_limit: 0.5 }, "rate_limit"],
    ["a limit as text", { name: "n", rate_limit: "10" }, "rate_limit"]
  ])("refuses to create a key with %s", async (_, body, path) => {
    const answer = await post("/v1/api-keys", body)
    expect(answer.status).toBe(400)
    expect(Object.keys((answer.json as { details: object }).details)).toEqual([path])
  })

  it("creates keys at the edges of what is allowed", async () => {
    expect((await post("/v1/api-keys", { name: "n".repeat(255), rate_limit: 10_000 })).status).toBe(
      201
    )
    expect((await post("/v1/api-keys", { name: "n", rate_limit: 1 })).status).toBe(201)
  })

  it.each([
    "limit=0",
    "limit=101",
    "limit=-1",
    "limit=1.5",
    "limit=ten",
    "limit=",
    "limit=1e1",
    "limit=0x10",
    "limit=%2010",
    "limit=99999999999999999999",
    "limit=1&limit=2"
  ])("refuses %s in a list", async (query) => {
    for (const path of ["/v1/emails", "/v1/suppressions"]) {
      const answer = await get(`${path}?${query}`)
      expect(outcome(answer)).toEqual(failed({ "query.limit": [expect.any(String)] }))
    }
  })

  it("refuses an invalid offset or status, and reports both", async () => {
    expect(outcome(await get("/v1/emails?offset=-1&status=lost"))).toEqual(
      failed({ "query.offset": [expect.any(String)], "query.status": [expect.any(String)] })
    )
  })

  it("takes any offset, even behind the end", async () => {
    expect((await get("/v1/emails?offset=999999999999999")).json).toMatchObject({
      data: [],
      offset: 999_999_999_999_999
    })
  })

  it.each(["1h", "", "30D", "toString", "__proto__"])("refuses the period %j", async (period) => {
    for (const figures of ["summary", "series", "delivery"]) {
      expect(outcome(await get(`/v1/analytics/${figures}?period=${period}`))).toEqual([
        400,
        { error: "period must be one of 24h, 7d, 30d, 90d", message: expect.any(String) }
      ])
    }
  })

  it("refuses what isn't an address where one belongs", async () => {
    expect(outcome(await get("/v1/suppressions/check/nobody"))).toEqual(
      failed({ email: [expect.any(String)] })
    )
    expect(
      (await service.call("DELETE", "/v1/suppressions/nobody", { key: account.key.key })).status
    ).toBe(400)
    expect((await post("/v1/suppressions", { email_address: "nobody" })).status).toBe(400)
  })

  it("ignores members that it doesn't know", async () => {
    expect((await post("/v1/emails/send", { ...hello, unknown: { a: 1 } })).status).toBe(201)
  })

  it("never repeats a value that it refuses", async () => {
    const secret = "hunter2-hunter2"
    const shapes = [
      secret,
      [secret],
      { password: secret },
      [{ deep: [secret] }],
      `${secret}@`,
      `<${secret}>`,
      Array(60).fill(secret)
    ]
    for (const path of bodies) {
      for (const member of members[path]) {
        for (const shape of shapes) {
          const answer = await post(path, { [member]: shape })
          if (answer.status >= 400)
            expect(answer.text, `${path} ${member}`).not.toContain("hunter2")
        }
      }
      for (const raw of [secret, `"${secret}`, `{"to":"${secret}`, `{"${secret}`]) {
        expect((await postRaw(path, raw)).text).not.toContain("hunter2")
      }
    }
    for (const query of [
      `limit=${secret}`,
      `offset=${secret}`,
      `status=${secret}`,
      `period=${secret}`
    ]) {
      expect((await get(`/v1/emails?${query}`)).text).not.toContain("hunter2")
      expect((await get(`/v1/analytics/summary?${query}`)).text).not.toContain("hunter2")
    }
    for (const path of [
      `/v1/suppressions/check/${secret}`,
      `/v1/emails/${secret}`,
      `/v1/${secret}`
    ]) {
      expect((await get(path)).text).not.toContain("hunter2")
    }
    expect(
      (await post("/v1/emails/send", hello, { "idempotency-key": `${secret}${"x".repeat(300)}` }))
        .text
    ).not.toContain("hunter2")
  })

  it("keeps NUL and lone surrogates of every string member from doing harm", async () => {
    for (const text of [nul, loneSurrogate, "\u0000", "\ufeff", "\u2028", "💌"]) {
      const send = {
        ...hello,
        subject: text,
        html: `<p>${text}</p>`,
        metadata: { [text]: text },
        data: { [text]: text },
        headers: { "X-A": text }
      }
      for (const [path, body] of [
        ["/v1/emails/send", send],
        ["/v1/emails/send", { ...hello, from: `${text} <a@example.com>` }],
        ["/v1/emails/send", { ...hello, to: `${text}@example.com` }],
        [
          "/v1/suppressions",
          { email_address: `x${String(Math.random()).slice(2)}@example.com`, reason: text }
        ],
        ["/v1/api-keys", { name: text }]
      ] as const) {
        expect([200, 201, 400], `${path} ${JSON.stringify(text)}`).toContain(
          (await post(path, body)).status
        )
      }
      expect((await get("/v1/emails?limit=100")).status).toBe(200)
      expect((await get("/v1/suppressions?limit=100")).status).toBe(200)
      expect((await get("/v1/api-keys")).status).toBe(200)
    }
  })
})
