// All of templates over HTTP: a service is started for each host, and once for the file.
import { Tenants } from "@telemark/core"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { hostsOfRun, instant, type Service, startService } from "./support/service.js"

const mjml =
  "<mjml><mj-body><mj-section><mj-column><mj-text>Hello {{name}}</mj-text></mj-column></mj-section></mj-body></mjml>"
const welcome = {
  id: "welcome",
  name: "Welcome",
  subject_template: "Welcome, {{name}}",
  mjml_source: mjml
}
const design = {
  schema_version: 1,
  blocks: [{ id: "a", type: "heading", text: "Hello {{name}}", level: 1, align: "left" }]
}
const missing = [404, { error: "not_found", message: expect.any(String) }]
const failed = (details: unknown) => [
  400,
  { error: "Validation failed", message: expect.any(String), details }
]

describe.each(hostsOfRun)("templates behind %s", (host) => {
  let service: Service
  beforeAll(async () => {
    service = await startService({ host })
  })
  afterAll(() => service.close())

  const account = async () => {
    const {
      key: { key }
    } = await service.newAccount()
    const call = async (method: string, path: string, json?: unknown) => {
      const { json: body, status } = await service.call(method, `/v1${path}`, {
        key,
        ...(json === undefined ? {} : { json })
      })
      return [status, body] as const
    }
    const created = async (template: object = welcome) => {
      const [status, body] = await call("POST", "/templates", template)
      expect(status, JSON.stringify(body)).toBe(201)
      return body
    }
    return { call, created, key }
  }

  it("creates a template: 201 with its variables", async () => {
    const { call } = await account()
    expect(
      await call("POST", "/templates", {
        ...welcome,
        text_body: "{{order.number}}",
        variables: { name: "friend", "order.number": "" }
      })
    ).toEqual([
      201,
      {
        id: "welcome",
        status: "created",
        version: 1,
        warnings: expect.any(Array),
        variables: { name: "friend", "order.number": "" }
      }
    ])
  })

  it("answers 409 while there is an active one of that id, and revives a deactivated one", async () => {
    const { call, created } = await account()
    await created()
    expect(await call("POST", "/templates", welcome)).toEqual([
      409,
      { error: "template_exists", message: expect.any(String) }
    ])
    expect(await call("DELETE", "/templates/welcome")).toEqual([
      200,
      { id: "welcome", status: "deactivated" }
    ])
    expect(await call("DELETE", "/templates/welcome")).toEqual([
      200,
      { id: "welcome", status: "deactivated" }
    ])
    expect(await call("PUT", "/templates/welcome", { name: "Other" })).toEqual(missing)
    expect(await call("GET", "/templates")).toMatchObject([
      200,
      { data: [{ id: "welcome", active: false }] }
    ])
    expect(await created()).toMatchObject({ status: "created", version: 2 })
  })

  it("lists templates newest first, with exactly seven members", async () => {
    const { call, created } = await account()
    await created()
    await created({ id: "plain", name: "Plain", subject_template: "Plain", html: "<p>Plain</p>" })
    const entry = (id: string, name: string, subject_template: string) => ({
      id,
      name,
      subject_template,
      active: true,
      version: 1,
      created_at: expect.stringMatching(instant),
      updated_at: expect.stringMatching(instant)
    })
    const [status, body] = await call("GET", "/templates")
    expect(status).toBe(200)
    expect(
      (body as { data: ReadonlyArray<{ id: string }> }).data.toSorted((a, b) =>
        a.id < b.id ? -1 : 1
      )
    ).toEqual([entry("plain", "Plain", "Plain"), entry("welcome", "Welcome", "Welcome, {{name}}")])
  })

  it("shows a template whole", async () => {
    const { call, created } = await account()
    await created({
      ...welcome,
      design_json: design,
      variables: { name: "friend" },
      locales: { "de-at": { subject_template: "Servus" } }
    })
    const nothing = {
      mjml_source: null,
      design_json: null,
      html: null,
      compiled_html: null,
      text_body: null
    }
    expect(await call("GET", "/templates/welcome")).toEqual([
      200,
      {
        id: "welcome",
        version: 1,
        active: true,
        name: "Welcome",
        subject_template: "Welcome, {{name}}",
        mjml_source: mjml,
        design_json: design,
        html: null,
        compiled_html: expect.stringContaining("Hello {{name}}"),
        text_body: null,
        variables: { name: "friend" },
        locales: { "de-AT": { ...nothing, subject_template: "Servus" } },
        created_at: expect.stringMatching(instant),
        updated_at: expect.stringMatching(instant)
      }
    ])
    expect(await call("GET", "/templates/nowhere")).toEqual(missing)
  })

  it("makes a version of each update, and keeps what is left out", async () => {
    const { call, created } = await account()
    await created()
    expect(await call("PUT", "/templates/welcome", { name: "Renamed" })).toEqual([
      200,
      {
        id: "welcome",
        version: 2,
        status: "updated",
        warnings: expect.any(Array),
        variables: { name: "" }
      }
    ])
    expect(await call("PUT", "/templates/welcome", { html: "<p>{{other}}</p>" })).toMatchObject([
      200,
      {
        version: 3,
        compiled_html: expect.stringContaining("{{other}}"),
        variables: { name: "", other: "" }
      }
    ])
    expect(await call("GET", "/templates/welcome")).toMatchObject([
      200,
      {
        version: 3,
        name: "Renamed",
        subject_template: "Welcome, {{name}}",
        html: "<p>{{other}}</p>",
        mjml_source: null
      }
    ])
    expect(await call("PUT", "/templates/nowhere", { name: "Other" })).toEqual(missing)
  })

  it("lists versions, shows each, and restores one as the next", async () => {
    const { call, created } = await account()
    await created()
    await call("PUT", "/templates/welcome", { subject_template: "Hi" })
    const entry = (version: number, subject_template: string) => ({
      version,
      name: "Welcome",
      subject_template,
      created_at: expect.stringMatching(instant)
    })
    expect(await call("GET", "/templates/welcome/versions")).toEqual([
      200,
      { data: [entry(2, "Hi"), entry(1, "Welcome, {{name}}")] }
    ])
    const [status, version] = await call("GET", "/templates/welcome/versions/1")
    expect([status, version]).toMatchObject([
      200,
      { id: "welcome", version: 1, subject_template: "Welcome, {{name}}", mjml_source: mjml }
    ])
    expect(version).not.toHaveProperty("active")
    expect(await call("POST", "/templates/welcome/restore", { version: 1 })).toEqual([
      200,
      {
        id: "welcome",
        version: 3,
        status: "restored",
        warnings: expect.any(Array),
        variables: { name: "" }
      }
    ])
    expect(await call("GET", "/templates/welcome")).toMatchObject([
      200,
      { version: 3, subject_template: "Welcome, {{name}}" }
    ])
    expect(await call("POST", "/templates/welcome/restore", { version: 9 })).toEqual(
      failed({ version: [expect.any(String)] })
    )
    expect(await call("POST", "/templates/nowhere/restore", { version: 1 })).toEqual(missing)
    expect(await call("GET", "/templates/nowhere/versions")).toEqual(missing)
  })

  it.each([
    "3",
    "0",
    "-1",
    "1.0",
    "01",
    "1e0",
    "latest",
    "%201",
    "9999999999",
    "99999999999999999999"
  ])("knows no version %s", async (version) => {
    const { call, created } = await account()
    await created()
    expect(await call("GET", `/templates/welcome/versions/${version}`)).toEqual(missing)
  })

  it("previews without saving, and reports problems in the answer", async () => {
    const { call } = await account()
    expect(
      await call("POST", "/templates/preview", {
        mjml_source: mjml,
        subject_template: "Hi {{name}}",
        data: { name: "A&B" }
      })
    ).toEqual([
      200,
      {
        html: expect.stringContaining("Hello A&amp;B"),
        subject: "Hi A&B",
        text: expect.stringContaining("Hello A&B"),
        mjml_source: mjml,
        errors: [],
        warnings: expect.any(Array),
        variables: { name: "" }
      }
    ])
    expect(
      await call("POST", "/templates/preview", {
        html: "{{#if}}",
        subject_template: "{{> partial}}"
      })
    ).toMatchObject([
      200,
      {
        errors: expect.arrayContaining([
          expect.stringMatching(/^html: /),
          expect.stringMatching(/^subject_template: /)
        ]) as unknown
      }
    ])
    expect(await call("POST", "/templates/preview", {})).toMatchObject([
      200,
      { html: "", subject: "", text: "", mjml_source: "" }
    ])
    expect(await call("POST", "/templates/preview", { mjml_source: 1 })).toMatchObject([
      400,
      { error: "Validation failed", message: expect.any(String) }
    ])
    expect(await call("GET", "/templates")).toEqual([200, { data: [] }])
  })

  it("never fails on a preview whose members are of wrong types, at any depth", async () => {
    const { call } = await account()
    const wrong = [
      null,
      true,
      -1.5,
      "",
      "a\0b",
      "a\ud800b",
      "{{",
      [],
      {},
      [[]],
      { a: { b: [{}] } },
      { de: { html: 1 } },
      "x".repeat(300_000)
    ]
    for (const member of [
      "mjml_source",
      "design_json",
      "subject_template",
      "html",
      "text_body",
      "data",
      "variables",
      "locales",
      "locale"
    ]) {
      for (const value of wrong) {
        const [status] = await call("POST", "/templates/preview", { [member]: value })
        expect([200, 400], `${member}: ${JSON.stringify(value).slice(0, 40)}`).toContain(status)
      }
    }
  })

  it.each<[string, object, ReadonlyArray<string>]>([
    ["nothing", {}, ["id", "name", "subject_template"]],
    ["no source", { mjml_source: undefined }, ["body"]],
    ["two sources", { html: "<p></p>" }, ["html"]],
    ["MJML that isn't any", { mjml_source: "<p>Hello</p>" }, ["mjml_source"]],
    [
      "an include",
      { mjml_source: '<mjml><mj-body><mj-include path="/etc/passwd" /></mj-body></mjml>' },
      ["mjml_source"]
    ],
    ["Handlebars that isn't closed", { subject_template: "{{#if a}}" }, ["subject_template"]],
    ["a partial in the text", { text_body: "{{> a}}" }, ["text_body"]],
    ["a reserved id", { id: "starters" }, ["id"]],
    ["an id with a slash", { id: "a/b" }, ["id"]],
    [
      "a design of another version",
      { mjml_source: undefined, design_json: { ...design, schema_version: 2 } },
      ["design_json.schema_version"]
    ],
    [
      "a wrong language",
      { locales: { german1: { subject_template: "x" }, d: { subject_template: "x" } } },
      ["locales.d"]
    ]
  ])("refuses %s, and names where it is wrong", async (_, change, paths) => {
    const { call } = await account()
    const body = Object.keys(change).length === 0 ? {} : { ...welcome, ...change }
    const [status, answer] = await call("POST", "/templates", body)
    expect(status).toBe(400)
    expect(Object.keys((answer as { details: object }).details)).toEqual(
      expect.arrayContaining([...paths])
    )
    expect(await call("GET", "/templates")).toEqual([200, { data: [] }])
  })

  it("offers starters in the tenant's brand, each ready to be saved", async () => {
    const { call, created } = await account()
    await call("PUT", "/brand", { name: "Tea & Sons", primary_color: "#0b6b5d" })
    const [status, list] = await call("GET", "/templates/starters")
    const { data } = list as { data: ReadonlyArray<Record<string, string>> }
    expect(status).toBe(200)
    expect(data.length).toBeGreaterThanOrEqual(12)
    expect(Object.keys(data[0] ?? {}).sort()).toEqual([
      "category",
      "description",
      "name",
      "slug",
      "subject_template",
      "thumbnail_html"
    ])
    const slug = data[0]?.["slug"] ?? ""
    const [found, starter] = await call("GET", `/templates/starters/${slug}`)
    expect(found).toBe(200)
    expect(Object.keys(starter as object).sort()).toEqual([
      "category",
      "description",
      "mjml_source",
      "name",
      "slug",
      "subject_template",
      "variables"
    ])
    expect((starter as { mjml_source: string }).mjml_source).toContain("Tea &amp; Sons")
    const { name, mjml_source, subject_template, variables } = starter as Record<string, unknown>
    await created({ id: "mine", name, mjml_source, subject_template, variables })
    expect(await call("GET", "/templates/starters/nowhere")).toEqual(missing)
  })

  it("keeps a brand: what is left out stays, null goes back to the default", async () => {
    const { call } = await account()
    const [status, neutral] = await call("GET", "/brand")
    expect([status, neutral]).toEqual([
      200,
      {
        name: expect.any(String),
        logo_url: null,
        primary_color: expect.stringMatching(/^#/),
        background_color: expect.stringMatching(/^#/),
        text_color: expect.stringMatching(/^#/),
        font_family: expect.any(String),
        website_url: null,
        support_email: null,
        postal_address: null
      }
    ])
    const changed = {
      ...(neutral as object),
      name: "Shop",
      logo_url: "https://shop.example/logo.png"
    }
    expect(
      await call("PUT", "/brand", { name: "Shop", logo_url: "https://shop.example/logo.png" })
    ).toEqual([200, changed])
    expect(await call("GET", "/brand")).toEqual([200, changed])
    expect(await call("PUT", "/brand", { name: null, logo_url: null })).toEqual([200, neutral])
    expect(
      await call("PUT", "/brand", { primary_color: "red;}", logo_url: "http://shop.example/" })
    ).toEqual(failed({ primary_color: [expect.any(String)], logo_url: [expect.any(String)] }))
  })

  it("sends a template, and the mail's log contains its version", async () => {
    const { call, created } = await account()
    await created()
    await call("PUT", "/templates/welcome", {
      locales: { de: { subject_template: "Willkommen, {{name}}" } }
    })
    const sent = async (request: object) => {
      const [status, body] = await call("POST", "/emails/send", {
        to: "ada@example.com",
        template_id: "welcome",
        data: { name: "Ada" },
        ...request
      })
      expect(status, JSON.stringify(body)).toBe(201)
      return call("GET", `/emails/${(body as { queued: [{ id: string }] }).queued[0].id}`)
    }
    expect(await sent({})).toMatchObject([
      200,
      { subject: "Welcome, Ada", template_id: "welcome", template_version: 2 }
    ])
    expect(await sent({ locale: "de-AT" })).toMatchObject([
      200,
      { subject: "Willkommen, Ada", template_version: 2 }
    ])
    expect(
      await call("POST", "/emails/send", { to: "ada@example.com", template_id: "nowhere" })
    ).toEqual(failed({ template_id: [expect.any(String)] }))
  })

  it("names the active template of the tenant that a misspelt template_id was meant to be", async () => {
    const [own, other] = [await account(), await account()]
    await own.created({ ...welcome, id: "receipt" })
    await own.created({ ...welcome, id: "recipts" })
    await own.call("DELETE", "/templates/recipts")
    await other.created({ ...welcome, id: "recipe" })
    const misspelt = { to: "ada@example.com", template_id: "recipt" }
    const details = { template_id: ["is not an active template; did you mean receipt?"] }
    const refused = await own.call("POST", "/emails/send", misspelt)
    expect(refused).toEqual(failed(details))
    expect(refused[1]).toMatchObject({
      message: "template_id is not an active template; did you mean receipt?"
    })
    const [, batch] = await own.call("POST", "/emails/batch", { emails: [misspelt, misspelt] })
    expect(batch).toMatchObject({ data: [{ details }, { details }] })
    expect(await (await account()).call("POST", "/emails/send", misspelt)).toEqual(
      failed({ template_id: ["is not an active template"] })
    )
  })

  describe("whose data is missing", () => {
    const variables = { "order.number": "", total: "", name: "friend" }
    const receipt = {
      ...welcome,
      id: "receipt",
      subject_template: "Order {{order.number}}: {{total}} {{name}}",
      variables
    }
    const send = { to: "ada@example.com", template_id: "receipt", data: { total: "9.90" } }
    const lacking = [
      "is missing: the template declares it without a default. Give null for no value"
    ]
    const refused = failed({ "data.order.number": lacking })
    const later = { scheduled_at: new Date(Date.now() + 3_600_000).toISOString() }
    const setUp = async (missing?: "refuse") => {
      const { tenant, key } = await service.newAccount()
      if (missing !== undefined)
        await service.runtime.runPromise(
          Effect.flatMap(Tenants, ({ update }) => update(tenant.name, { missing }))
        )
      const call = async (method: string, path: string, json?: object) => {
        const answer = await service.call(method, `/v1${path}`, { key: key.key, json })
        return [answer.status, answer.json] as const
      }
      expect((await call("POST", "/templates", receipt))[0]).toBe(201)
      return { call, post: (json: object) => call("POST", "/emails/send", json) }
    }

    it("are sent with a warning, unless the send refuses that", async () => {
      const { call, post } = await setUp()
      expect(await post(send)).toMatchObject([
        201,
        { warnings: [expect.stringContaining("order.number")] }
      ])
      for (const strict of [{}, later])
        expect(await post({ ...send, ...strict, missing: "refuse" })).toEqual(refused)
      expect(await call("GET", "/emails")).toMatchObject([200, { data: [{ status: "queued" }] }])
    })

    it("are refused where the tenant wants that, unless the send doesn't", async () => {
      const { call, post } = await setUp("refuse")
      expect(await post(send)).toEqual(refused)
      const given = { ...send, data: { total: "9.90", order: { number: null } } }
      expect(
        await call("POST", "/emails/batch", {
          emails: [send, given, { ...send, missing: "warn" }, { ...send, ...later }]
        })
      ).toMatchObject([
        200,
        {
          data: [
            { status: 400, details: { "data.order.number": lacking } },
            { status: 201 },
            { status: 201 },
            { status: 400 }
          ]
        }
      ])
      expect((await call("GET", "/emails"))[1]).toMatchObject({ data: { length: 2 } })
    })

    it("are refused with at most twenty names", async () => {
      const { call, post } = await setUp("refuse")
      const many = Object.fromEntries(
        Array.from({ length: 25 }, (_one, index) => [`v${String(index)}`, ""])
      )
      await call("PUT", "/templates/receipt", { variables: many })
      const [status, body] = await post(send)
      const { details } = body as { readonly details: Readonly<Record<string, unknown>> }
      expect([status, Object.keys(details).length, details["data"]]).toEqual([
        400,
        21,
        ["lacks 5 more variables of the template"]
      ])
    })

    it("are the same send under its Idempotency-Key, whatever the tenant wants by now", async () => {
      const { tenant, key } = await service.newAccount()
      const post = (method: string, path: string, json: object) =>
        service.call(method, `/v1${path}`, {
          key: key.key,
          json,
          headers: { "idempotency-key": "order-1" }
        })
      await post("POST", "/templates", receipt)
      expect((await post("POST", "/emails/send", send)).status).toBe(201)
      await service.runtime.runPromise(
        Effect.flatMap(Tenants, ({ update }) => update(tenant.name, { missing: "refuse" }))
      )
      expect((await post("POST", "/emails/send", send)).status).toBe(200)
    })
  })

  it("answers other methods of fixed paths with 405", async () => {
    const { key } = await account()
    for (const [method, path, allow] of [
      ["GET", "/v1/templates/preview", "POST"],
      ["PUT", "/v1/templates/preview", "POST"],
      ["POST", "/v1/templates/starters", "GET, HEAD"],
      ["DELETE", "/v1/templates/starters", "GET, HEAD"],
      ["PATCH", "/v1/templates/welcome", "DELETE, GET, HEAD, PUT"],
      ["GET", "/v1/templates/welcome/restore", "POST"],
      ["POST", "/v1/brand", "GET, HEAD, PUT"]
    ] as const) {
      const answer = await service.call(method, path, { key })
      expect([answer.status, answer.headers.get("allow")], `${method} ${path}`).toEqual([
        405,
        allow
      ])
    }
  })

  it("needs template:read to look and template:manage to change", async () => {
    const {
      key: { key }
    } = await service.newAccount({ scopes: ["template:read"] })
    const status = async (method: string, path: string) =>
      (await service.call(method, path, { key, json: method === "GET" ? undefined : {} })).status
    for (const path of ["/v1/templates", "/v1/templates/starters", "/v1/brand"])
      expect(await status("GET", path)).toBe(200)
    expect(await status("POST", "/v1/templates/preview")).toBe(200)
    for (const [method, path] of [
      ["POST", "/v1/templates"],
      ["PUT", "/v1/templates/a"],
      ["DELETE", "/v1/templates/a"],
      ["POST", "/v1/templates/a/restore"],
      ["PUT", "/v1/brand"]
    ] as const) {
      const answer = await service.call(method, path, { key, json: {} })
      expect([answer.status, answer.json]).toEqual([
        403,
        {
          error: "Insufficient scope",
          message: expect.any(String),
          details: { required: "template:manage" }
        }
      ])
    }
  })

  it("lets one tenant neither see nor touch another's", async () => {
    const [one, two] = [await account(), await account()]
    await one.created()
    for (const [method, path, body] of [
      ["GET", "/templates/welcome"],
      ["GET", "/templates/welcome/versions"],
      ["GET", "/templates/welcome/versions/1"],
      ["PUT", "/templates/welcome", { name: "x" }],
      ["POST", "/templates/welcome/restore", { version: 1 }],
      ["DELETE", "/templates/welcome"]
    ] as const) {
      expect(await two.call(method, path, body), `${method} ${path}`).toEqual(missing)
    }
    expect(await two.call("GET", "/templates")).toEqual([200, { data: [] }])
    expect(await two.created()).toMatchObject({ version: 1 })
  })

  it.each([
    "a%00b",
    "%ED%95%9C",
    "a%20b",
    "..%2f..%2fetc",
    "__proto__",
    "constructor",
    "x".repeat(1000)
  ])("knows no template %s", async (id) => {
    const { call } = await account()
    expect(await call("GET", `/templates/${id}`)).toEqual(missing)
    expect(await call("DELETE", `/templates/${id}`)).toEqual(missing)
    expect(await call("GET", `/templates/starters/${id}`)).toEqual(missing)
  })
})
