import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Service, startService } from "./support/service.js"
import { hosts, outcome } from "./support/webhooks.js"

const hello = { to: "ada@example.com", subject: "Hello", html: "<p>Hello</p>" }
const mebibyte = 1024 * 1024
const file = (octets: number, changes: object = {}) => ({
  filename: "a.bin",
  content: Buffer.alloc(octets, 7).toString("base64"),
  ...changes
})
const addresses = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, index) => `${prefix}${String(index)}@example.com`)

describe.each(hosts)("the sending extras behind %s", (_, options) => {
  let service: Service
  let key: string
  beforeAll(async () => {
    service = await startService(options)
    key = (await service.newAccount()).key.key
  })
  afterAll(() => service.close())

  const send = (json: unknown, headers = {}) =>
    service.call("POST", "/v1/emails/send", { key, json, headers })
  const refused = async (changes: object) => {
    const answer = await send({ ...hello, ...changes })
    return [answer.status, Object.keys((answer.json as { details?: object }).details ?? {})]
  }
  const recipients = (json: unknown) =>
    (json as { queued: ReadonlyArray<{ recipient: string }> }).queued.map(
      ({ recipient }) => recipient
    )

  it("queues to, then cc, then bcc, each address once", async () => {
    const { json, status } = await send({
      ...hello,
      to: ["a@example.com", "b@example.com"],
      cc: "c@example.com",
      bcc: ["A@Example.com", "d@example.com", "C@example.com"]
    })
    expect(status).toBe(201)
    expect(recipients(json)).toEqual([
      "a@example.com",
      "b@example.com",
      "c@example.com",
      "d@example.com"
    ])
  })

  it("takes recipients with names, and answers and logs their addresses", async () => {
    await service.call("POST", "/v1/suppressions", {
      key,
      json: { email_address: "gone@example.com" }
    })
    const { json, status } = await send({
      ...hello,
      to: ["Grace <grace@example.com>", "Gone <gone@example.com>"],
      cc: '"Hopper, Grace" <GRACE@example.com>',
      bcc: ["Jörg <j@example.com>"]
    })
    expect([status, json]).toEqual([
      201,
      {
        queued: ["grace@example.com", "j@example.com"].map((recipient) => ({
          id: expect.any(String) as string,
          recipient,
          status: "queued"
        })),
        suppressed: ["gone@example.com"],
        idempotent_replay: false
      }
    ])
    const id = (json as { queued: [{ id: string }] }).queued[0].id
    expect((await service.call("GET", `/v1/emails/${id}`, { key })).json).toMatchObject({
      recipient_email: "grace@example.com"
    })
    expect(
      (await service.call("GET", "/v1/emails?recipient=j@example.com", { key })).json
    ).toMatchObject({ data: [{ recipient_email: "j@example.com" }] })
  })

  it("takes text beside html, and a template beside neither", async () => {
    expect((await send({ ...hello, text: "Hello" })).status).toBe(201)
    expect(await refused({ template_id: "welcome" })).toEqual([400, ["body"]])
  })

  it("names members that no send has, and what was probably meant", async () => {
    const { json, status } = await send({
      ...hello,
      replyTo: "b@example.com",
      scheduledAt: "2099-01-01T00:00:00Z",
      "x\r\ny": 1,
      ["n".repeat(5000)]: 1
    })
    expect([status, (json as { warnings: unknown }).warnings]).toEqual([
      201,
      [
        "replyTo is no member of a send and was ignored; did you mean reply_to?",
        "scheduledAt is no member of a send and was ignored; did you mean scheduled_at?",
        "x y is no member of a send and was ignored.",
        `${"n".repeat(64)}… is no member of a send and was ignored.`
      ]
    ])
  })

  it("names ten of a thousand such members, and says how many there are", async () => {
    const many = Object.fromEntries(
      Array.from({ length: 1000 }, (_entry, index) => [`member_${String(index)}`, index])
    )
    const { warnings } = (await send({ ...hello, ...many })).json as {
      warnings: ReadonlyArray<string>
    }
    expect([warnings.length, warnings.at(-1)]).toEqual([
      11,
      "990 more unknown members were ignored."
    ])
  })

  it("repeats the first answer's warnings under its key", async () => {
    const headers = { "idempotency-key": "warned" }
    const { warnings } = (await send({ ...hello, replyTo: "b@example.com" }, headers)).json as {
      warnings: unknown
    }
    expect((await send({ ...hello, sendAt: "x" }, headers)).json).toMatchObject({
      idempotent_replay: true,
      warnings
    })
  })

  it("takes 50 addresses in all three, and not 51", async () => {
    expect(
      (
        await send({
          ...hello,
          to: addresses(20, "a"),
          cc: addresses(20, "b"),
          bcc: addresses(10, "c")
        })
      ).status
    ).toBe(201)
    expect(
      await refused({ to: addresses(20, "a"), cc: addresses(20, "b"), bcc: addresses(11, "c") })
    ).toEqual([400, ["body"]])
  })

  it("shows tags and the schedule in the log, and waits for it", async () => {
    const at = new Date(Math.ceil(Date.now() / 1000) * 1000 + 3_600_000)
    const offset = new Date(at.getTime() + 7_200_000).toISOString().replace("Z", "+02:00")
    const { json } = await send({
      ...hello,
      tags: { kind: "order", "a-b_C": "ü: 1" },
      scheduled_at: offset
    })
    const id = (json as { queued: [{ id: string }] }).queued[0].id
    expect((await service.call("GET", `/v1/emails/${id}`, { key })).json).toMatchObject({
      status: "queued",
      tags: { kind: "order", "a-b_C": "ü: 1" },
      scheduled_at: at.toISOString(),
      next_attempt_at: at.toISOString()
    })
  })

  it("takes 50 files", async () => {
    const files = Array.from({ length: 50 }, (_entry, index) => ({
      ...file(10),
      filename: `${String(index)}.txt`
    }))
    expect((await send({ ...hello, attachments: files })).status).toBe(201)
    expect(await refused({ attachments: [...files, file(1)] })).toEqual([400, ["attachments"]])
  })

  it("takes 10 MiB of files in a request of 15 MiB, and refuses 11 MiB", async () => {
    expect(
      (
        await send({
          ...hello,
          attachments: [file(4 * mebibyte), file(6 * mebibyte, { filename: "b.bin" })]
        })
      ).status
    ).toBe(201)
    expect(await refused({ attachments: [file(4 * mebibyte), file(6 * mebibyte + 1)] })).toEqual([
      400,
      ["attachments"]
    ])
    expect(await refused({ attachments: [file(11 * mebibyte)] })).toEqual([400, ["attachments"]])
    expect((await send({ ...hello, attachments: [file(12 * mebibyte)] })).status).toBe(413)
  })

  it("replays a send with files under its key, and warns where only a file differs", async () => {
    const headers = { "idempotency-key": "files" }
    const json = { ...hello, attachments: [file(1000)], cc: "c@example.com", tags: { a: "b" } }
    expect((await send(json, headers)).status).toBe(201)
    const again = await send(json, headers)
    expect([again.status, (again.json as { warning?: string }).warning]).toEqual([200, undefined])
    for (const changes of [
      { attachments: [file(1001)] },
      { cc: "d@example.com" },
      { tags: { a: "c" } },
      { reply_to: "r@example.com" },
      { bcc: "e@example.com" }
    ]) {
      expect((await send({ ...json, ...changes }, headers)).json).toMatchObject({
        idempotent_replay: true,
        warning: expect.any(String)
      })
    }
  })

  it("warns of a Reply-To given together with reply_to", async () => {
    const { json, status } = await send({
      ...hello,
      reply_to: ["Help <help@example.com>", "b@example.com"],
      headers: { "Reply-To": "x@example.com" }
    })
    expect(status).toBe(201)
    expect(json).toMatchObject({ warnings: [expect.stringMatching(/reply-to/i)] })
  })

  it.each<readonly [string, object, ReadonlyArray<string>]>([
    ["cc that is no address", { cc: "nobody" }, ["cc"]],
    ["a bad address in bcc", { bcc: ["a@example.com", "b"] }, ["bcc.1"]],
    ["reply_to that is no mailbox", { reply_to: "Help" }, ["reply_to"]],
    ["reply_to of 11", { reply_to: addresses(11, "r") }, ["reply_to"]],
    ["reply_to of none", { reply_to: [] }, ["reply_to"]],
    ["a name without an address", { to: "Grace <grace>" }, ["to"]],
    ["a name of 256 characters", { to: `${"n".repeat(256)} <grace@example.com>` }, ["to"]],
    [
      "two recipients in one entry",
      { to: ["Grace <grace@example.com>, Ada <ada@example.com>"] },
      ["to.0"]
    ],
    [
      "a line end behind a name and its address",
      { cc: "Grace <grace@example.com>\r\nBcc: b@example.com" },
      ["cc"]
    ],
    ["a line end in reply_to", { reply_to: "a@example.com\r\nBcc: b@example.com" }, ["reply_to"]],
    ["attachments that are no list", { attachments: {} }, ["attachments"]],
    ["a file that is no object", { attachments: ["x"] }, ["attachments.0"]],
    ["a file without a name", { attachments: [{ content: "eA==" }] }, ["attachments.0.filename"]],
    ["a file without content", { attachments: [{ filename: "a" }] }, ["attachments.0.content"]],
    [
      "content that is no base64",
      { attachments: [{ filename: "a", content: "???" }] },
      ["attachments.0.content"]
    ],
    [
      "content of octets as JSON writes them",
      { attachments: [{ filename: "a", content: { 0: 1, 1: 2 } }] },
      ["attachments.0.content"]
    ],
    [
      "a slash in a filename",
      { attachments: [file(1, { filename: "../a" })] },
      ["attachments.0.filename"]
    ],
    [
      "a line end in a filename",
      { attachments: [file(1, { filename: "a\r\nb" })] },
      ["attachments.0.filename"]
    ],
    [
      "a filename of 256",
      { attachments: [file(1, { filename: "a".repeat(256) })] },
      ["attachments.0.filename"]
    ],
    [
      "a bad content type",
      { attachments: [file(1, { content_type: "pdf" })] },
      ["attachments.0.content_type"]
    ],
    [
      "a line end in a content type",
      { attachments: [file(1, { content_type: "a/b\r\nX: y" })] },
      ["attachments.0.content_type"]
    ],
    [
      "a bad content id",
      { attachments: [file(1, { content_id: "<a>" })] },
      ["attachments.0.content_id"]
    ],
    [
      "11 tags",
      {
        tags: Object.fromEntries(
          addresses(11, "t").map((_address, index) => [`t${String(index)}`, "x"])
        )
      },
      ["tags"]
    ],
    ["a tag with a blank in its name", { tags: { "a b": "x" } }, ["tags.a b"]],
    ["a tag of no value", { tags: { a: "" } }, ["tags.a"]],
    ["a tag that is a number", { tags: { a: 1 } }, ["tags.a"]],
    ["tags that are a list", { tags: ["a"] }, ["tags"]],
    ["a schedule without an offset", { scheduled_at: "2026-12-01T09:00:00" }, ["scheduled_at"]],
    ["a schedule that is a number", { scheduled_at: 1 }, ["scheduled_at"]],
    [
      "a schedule 31 days ahead",
      { scheduled_at: new Date(Date.now() + 31 * 86_400_000).toISOString() },
      ["scheduled_at"]
    ]
  ])("refuses %s, and says where", async (_name, changes, paths) => {
    expect(await refused(changes)).toEqual([400, paths])
  })

  it("sends what was scheduled for an instant that is over at once", async () => {
    expect((await send({ ...hello, scheduled_at: "2020-01-01T00:00:00Z" })).status).toBe(201)
  })

  it("never fails on values of the wrong type, nor reveals them", async () => {
    const secret = "hunter2-hunter2"
    const wrong = [
      null,
      true,
      0,
      -1.5,
      1e308,
      "",
      "a\0b",
      "a\ud800b",
      [],
      {},
      [[]],
      [null],
      { a: { b: [{}] } },
      secret,
      [secret],
      { x: secret },
      "x".repeat(100_000),
      Array(2000).fill(1)
    ]
    for (const member of ["cc", "bcc", "reply_to", "attachments", "tags", "scheduled_at"]) {
      for (const value of wrong) {
        const answer = await send({ ...hello, [member]: value })
        expect([201, 400], `${member}: ${JSON.stringify(value).slice(0, 40)}`).toContain(
          answer.status
        )
        if (answer.status === 400) expect(answer.text).not.toContain("hunter2")
        expect(answer.text.length).toBeLessThan(20_000)
      }
    }
    for (const member of ["filename", "content", "content_type", "content_id"]) {
      for (const value of wrong) {
        const answer = await send({ ...hello, attachments: [{ ...file(3), [member]: value }] })
        expect([201, 400], `${member}: ${JSON.stringify(value).slice(0, 40)}`).toContain(
          answer.status
        )
        expect(answer.text.length).toBeLessThan(20_000)
      }
    }
  })

  it("answers a huge wrong text of a file without repeating it", async () => {
    const answer = await send({
      ...hello,
      attachments: [{ filename: "a", content: `${"hunter2".repeat(mebibyte)}!` }]
    })
    expect(outcome(answer)).toEqual([
      400,
      {
        error: "Validation failed",
        message: expect.any(String),
        details: { "attachments.0.content": [expect.any(String)] }
      }
    ])
    expect(answer.text).not.toContain("hunter2")
  })
})
