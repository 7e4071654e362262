import { StorageError } from "@telemark/contract"
import { AroundAccept } from "@telemark/core"
import { layer as layerSqlite } from "@telemark/sqlite"
import { Layer, Logger } from "effect"
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest"
import { type Service, startService } from "./support/service.js"
import { hosts } from "./support/webhooks.js"

const path = "/v1/emails/batch"
const to = (name: string) => ({ to: `${name}@example.com`, text: "x" })
const accepted = (name: string, status = 201) => ({
  status,
  queued: [
    { id: expect.stringMatching(/^em_/), recipient: `${name}@example.com`, status: "queued" }
  ],
  suppressed: [],
  idempotent_replay: status === 200
})
const failed = (details: unknown) => [
  400,
  { error: "Validation failed", message: expect.any(String), details }
]
const numbered = (count: number) =>
  Array.from({ length: count }, (_, index) => to(`n${String(index)}`))

interface Batch {
  readonly data: ReadonlyArray<{
    readonly status: number
    readonly queued?: ReadonlyArray<{ readonly id: string }>
  }>
}

describe.each(hosts)("batches behind %s", (_, options) => {
  let service: Service
  beforeAll(async () => {
    service = await startService(options)
  })
  afterAll(() => service.close())

  const account = async (settings: Parameters<Service["newAccount"]>[0] = {}) => {
    const {
      key: { key }
    } = await service.newAccount(settings)
    return {
      key,
      batch: (emails: unknown, headers = {}) =>
        service.call("POST", path, { key, json: { emails }, headers }),
      send: (json: unknown, headers = {}) =>
        service.call("POST", "/v1/emails/send", { key, json, headers }),
      listed: async () => {
        const { json } = await service.call("GET", "/v1/emails?limit=100", { key })
        return (json as { data: ReadonlyArray<{ recipient_email: string }> }).data
          .map(({ recipient_email }) => recipient_email)
          .sort()
      }
    }
  }
  const statuses = ({ json }: { readonly json: unknown }) =>
    (json as Batch).data.map(({ status }) => status)

  it("warns of unknown members in the entry that has them, and of variables without a value", async () => {
    const { batch, key } = await account()
    const template = {
      id: "hello",
      name: "Hello",
      subject_template: "Hello {{name}}",
      html: "<p>{{order.number}}{{sign}}</p>"
    }
    await service.call("POST", "/v1/templates", {
      key,
      json: { ...template, variables: { name: "", "order.number": "", sign: "The shop", note: "" } }
    })
    const sent = { to: "Ada <ada@example.com>", template_id: "hello" }
    const { json } = await batch([
      { ...sent, data: { name: "", order: { number: 7 }, note: null } },
      { ...sent, variables: { name: "Ada" } },
      { to: "ada@example.com", text: "x", replyTo: "b@example.com" },
      { to: "ada@example.com", text: "x", html: "x", data: {} }
    ])
    const { data } = json as {
      readonly data: ReadonlyArray<{
        readonly status: number
        readonly warnings?: ReadonlyArray<string>
      }>
    }
    expect(data.map(({ status, warnings }) => [status, warnings])).toEqual([
      [201, undefined],
      [
        201,
        [
          "variables is no member of a send and was ignored; did you mean data?",
          "data: without a value and empty in this mail: name, order.number, note. The template declares them and has no default."
        ]
      ],
      [201, ["replyTo is no member of a send and was ignored; did you mean reply_to?"]],
      [201, ["data was ignored, because it is for templates and there is no template_id."]]
    ])
  })

  it("answers one entry for each send, in their order", async () => {
    const { batch, listed } = await account()
    const answer = await batch([
      to("c"),
      to("a"),
      { ...to("b"), to: ["b@example.com", "d@example.com"] }
    ])
    expect(answer.status).toBe(200)
    expect(answer.json).toEqual({
      data: [
        accepted("c"),
        accepted("a"),
        { ...accepted("b"), queued: [...accepted("b").queued, ...accepted("d").queued] }
      ]
    })
    expect(await listed()).toEqual([
      "a@example.com",
      "b@example.com",
      "c@example.com",
      "d@example.com"
    ])
  })

  it("reports what is wrong with an entry at that entry, and sends the others", async () => {
    const { batch, listed } = await account()
    const answer = await batch([
      to("a"),
      { to: "nobody", text: "x" },
      null,
      1,
      [],
      "x",
      { ...to("b"), template_id: "none" },
      to("c")
    ])
    expect(answer.status).toBe(200)
    expect(answer.json).toEqual({
      data: [
        accepted("a"),
        {
          status: 400,
          error: "Validation failed",
          message: expect.any(String),
          details: { to: ["must be an email address such as ada@example.com"] }
        },
        ...Array.from({ length: 4 }, () => ({
          status: 400,
          error: "Validation failed",
          message: expect.any(String),
          details: { body: [expect.any(String)] }
        })),
        {
          status: 400,
          error: "Validation failed",
          message: expect.any(String),
          details: {
            body: [
              "must have either a template_id, or html, text or both: a template has its own html and text"
            ]
          }
        },
        accepted("c")
      ]
    })
    expect(await listed()).toEqual(["a@example.com", "c@example.com"])
  })

  it("takes 100 entries, and neither 101 nor none", async () => {
    const { batch, listed } = await account()
    for (const emails of [numbered(101), []]) {
      const refused = await batch(emails)
      expect([refused.status, refused.json]).toEqual(
        failed({ emails: ["must be a list of 1 to 100 sends"] })
      )
    }
    expect(await listed()).toEqual([])
    const answer = await batch(numbered(100))
    expect(statuses(answer)).toEqual(Array.from({ length: 100 }, () => 201))
    expect(await listed()).toHaveLength(100)
  })

  it.each([
    ["null", null],
    ["a number", 1],
    ["text", "x".repeat(1000)],
    ["true", true],
    ["an object", { length: 3 }],
    ["an object with sends", { 0: to("a"), length: 1 }]
  ])("refuses %s instead of its list", async (_name, emails) => {
    const { batch, listed } = await account()
    const answer = await batch(emails)
    expect(answer.status).toBe(400)
    expect(answer.json).toMatchObject({
      error: "Validation failed",
      message: expect.any(String),
      details: { emails: [expect.any(String)] }
    })
    expect(await listed()).toEqual([])
  })

  it.each([
    ["null", "null"],
    ["a list", "[]"],
    ["a text", '"x"'],
    ["an object without sends", "{}"]
  ])("refuses %s for a body", async (_name, body) => {
    const { key } = await account()
    const answer = await service.call("POST", path, {
      key,
      body,
      headers: { "content-type": "application/json" }
    })
    expect([answer.status, answer.json]).toEqual(failed({ emails: [expect.any(String)] }))
  })

  it("answers a batch that is repeated under its key with the first results, and sends what the first time didn't", async () => {
    const { batch, listed } = await account()
    const headers = { "idempotency-key": "nightly" }
    const first = await batch([to("a"), { to: "nobody", text: "x" }, to("c")], headers)
    expect(statuses(first)).toEqual([201, 400, 201])
    const second = await batch([to("a"), to("b"), to("c")], headers)
    expect(second.json).toEqual({ data: [accepted("a", 200), accepted("b"), accepted("c", 200)] })
    const ids = ({ json }: typeof first) =>
      (json as Batch).data.map(({ queued }) => queued?.[0]?.id)
    expect([ids(second)[0], ids(second)[2]]).toEqual([ids(first)[0], ids(first)[2]])
    expect(await listed()).toEqual(["a@example.com", "b@example.com", "c@example.com"])
  })

  it("sends once what comes twice at the same time under one key", async () => {
    const { batch, listed } = await account()
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => batch(numbered(20), { "idempotency-key": "k" }))
    )
    const all = answers.flatMap(statuses).sort()
    expect(all).toEqual([...Array<number>(80).fill(200), ...Array<number>(20).fill(201)])
    expect(await listed()).toHaveLength(20)
  })

  it("separates a batch's key from a send's of the same text, and warns if an entry differs", async () => {
    const { batch, send } = await account()
    const headers = { "idempotency-key": "k" }
    expect((await send(to("a"), headers)).status).toBe(201)
    expect(statuses(await batch([to("a")], headers))).toEqual([201])
    expect((await batch([to("other")], headers)).json).toEqual({
      data: [{ ...accepted("a", 200), warning: expect.any(String) }]
    })
  })

  it.each([
    ["too long", "k".repeat(256)],
    ["empty", ""]
  ])("refuses a batch whose key is %s, and sends nothing", async (_name, key) => {
    const { batch, listed } = await account()
    const answer = await batch([to("a"), to("b")], { "idempotency-key": key })
    expect(answer.status).toBe(400)
    expect(await listed()).toEqual([])
  })

  it("counts as many sends as it has entries: all of them, or 429", async () => {
    const { batch, listed, send } = await account({ rate_limit: 10 })
    const first = await batch(numbered(6))
    expect([
      first.status,
      first.headers.get("ratelimit-limit"),
      first.headers.get("ratelimit-remaining")
    ]).toEqual([200, "10", "4"])
    const refused = await batch(numbered(5))
    expect([refused.status, refused.json, refused.headers.get("ratelimit-remaining")]).toEqual([
      429,
      { error: "Rate limit exceeded", message: expect.any(String) },
      "4"
    ])
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0)
    expect(await listed()).toHaveLength(6)
    expect((await batch(numbered(3))).status).toBe(200)
    expect((await send(to("a"))).headers.get("ratelimit-remaining")).toBe("0")
    expect((await batch(numbered(1))).status).toBe(429)
  })

  it("refuses a batch that is larger than the key's limit permanently, and counts it as one send", async () => {
    const { batch, listed } = await account({ rate_limit: 5 })
    const refused = await batch(numbered(6))
    expect([refused.status, refused.json]).toEqual(
      failed({ emails: ["must have at most 5 sends, as many as this key may make in a minute"] })
    )
    expect([
      refused.headers.get("retry-after"),
      refused.headers.get("ratelimit-remaining")
    ]).toEqual([null, "4"])
    expect(await listed()).toEqual([])
    expect((await batch(numbered(4))).status).toBe(200)
  })

  it("counts a list that is too long as one send, whatever the key may send", async () => {
    const { batch } = await account({ rate_limit: 1000 })
    const refused = await batch(numbered(101))
    expect([refused.status, refused.json]).toEqual(
      failed({ emails: ["must be a list of 1 to 100 sends"] })
    )
    expect(refused.headers.get("ratelimit-remaining")).toBe("999")
  })

  it("says that a list is too long before it says that the key may send less", async () => {
    const { batch } = await account({ rate_limit: 5 })
    expect((await batch(numbered(101))).json).toMatchObject({
      details: { emails: ["must be a list of 1 to 100 sends"] }
    })
  })

  it("counts what is no batch as one send, and shows the limit beside the refusal", async () => {
    const { key } = await account({ rate_limit: 3 })
    for (const [body, remaining] of [
      ["{", "2"],
      ['{"emails":{"length":1e9}}', "1"],
      ['{"emails":[]}', "0"]
    ]) {
      const answer = await service.call("POST", path, { key, body: body ?? "" })
      expect([answer.status, answer.headers.get("ratelimit-remaining")]).toEqual([400, remaining])
    }
    expect((await service.call("POST", path, { key, body: "{" })).status).toBe(429)
  })

  it("gives each entry its part of the month's quota, and refuses those that don't fit", async () => {
    const { batch, listed } = await account({ monthly_limit: 3 })
    const answer = await batch(numbered(5))
    expect(statuses(answer).sort()).toEqual([201, 201, 201, 429, 429])
    expect((answer.json as Batch).data.find(({ status }) => status === 429)).toEqual({
      status: 429,
      error: "Monthly email limit exceeded",
      message: expect.any(String)
    })
    expect(await listed()).toHaveLength(3)
  })

  it("needs the scope email:send", async () => {
    const {
      key: { key }
    } = await service.newAccount({ scopes: ["email:read"] })
    const answer = await service.call("POST", path, { key, json: { emails: [to("a")] } })
    expect([answer.status, answer.json]).toEqual([
      403,
      {
        error: "Insufficient scope",
        message: expect.any(String),
        details: { required: "email:send" }
      }
    ])
  })

  it("takes 11 MiB of files over its entries", async () => {
    const { batch } = await account()
    const content = Buffer.alloc(1_100_000, 7).toString("base64")
    const answer = await batch(
      Array.from({ length: 10 }, (_entry, index) => ({
        ...to(`a${String(index)}`),
        attachments: [{ filename: "a.bin", content }]
      }))
    )
    expect(statuses(answer)).toEqual(Array.from({ length: 10 }, () => 201))
  })

  it("never repeats a value that it refuses, of however many entries", async () => {
    const { batch } = await account()
    const secret = "hunter2-hunter2"
    const members = [
      "to",
      "cc",
      "bcc",
      "from",
      "reply_to",
      "attachments",
      "tags",
      "scheduled_at",
      "headers"
    ]
    const answer = await batch(
      members.flatMap((member) =>
        [secret, [secret], { [secret]: secret }].map((value) => ({ ...to("a"), [member]: value }))
      )
    )
    expect(answer.status).toBe(200)
    const problems = (answer.json as Batch).data.filter(({ status }) => status >= 400)
    expect(problems.length).toBeGreaterThan(20)
    expect(
      JSON.stringify(problems).replaceAll(
        /"(?:tags|headers|to|cc|bcc|from|reply_to|attachments|scheduled_at)\.[^"]*"/g,
        ""
      )
    ).not.toContain("hunter2")
  })
})

describe("when the storage fails under a batch", () => {
  const unavailable = new StorageError({
    reason: "unavailable",
    cause: new Error("password=hunter2")
  })
  const fault = new StorageError({ reason: "fault", cause: new Error("password=hunter2") })

  it.each([
    [
      "is away",
      unavailable,
      { status: 503, error: "Service unavailable", message: unavailable.message },
      "WARN"
    ],
    [
      "is broken",
      fault,
      {
        status: 500,
        error: "Internal error",
        message: expect.stringContaining("req-7"),
        details: { request_id: "req-7" }
      },
      "ERROR"
    ]
  ])(
    "because it %s, the entries that it took stand, the others say so, and the log has the cause once",
    async (_, failure, entry, level) => {
      const logged: Array<string> = []
      const around = Logger.layer([
        Logger.make(({ cause, logLevel }) => {
          logged.push(`${logLevel.toUpperCase()} ${JSON.stringify(cause)}`)
        })
      ])
      const storage = Layer.merge(
        layerSqlite({ filename: ":memory:" }),
        Layer.succeed(
          AroundAccept,
          (accept) => (send) =>
            send.recipients.some(({ address }) => address.startsWith("bad"))
              ? failure
              : accept(send)
        )
      )
      const service = await startService({ storage, around })
      onTestFinished(() => service.close())
      const {
        key: { key }
      } = await service.newAccount()
      logged.length = 0
      const answer = await service.call("POST", path, {
        key,
        json: { emails: [to("a"), to("bad1"), to("bad2")] },
        headers: { "x-request-id": "req-7" }
      })
      expect([answer.status, answer.json]).toEqual([200, { data: [accepted("a"), entry, entry] }])
      expect(answer.text).not.toContain("hunter2")
      expect(logged.filter((line) => line.startsWith(level))).toHaveLength(1)
    }
  )
})
