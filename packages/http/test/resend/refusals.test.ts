import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Service, startService } from "../support/service.js"
import { clientOf } from "./sdk.js"

const mail = {
  from: "Shop <shop@example.com>",
  to: "ada@example.com",
  subject: "Your order",
  text: "It is on its way."
}

let service: Service

beforeAll(async () => {
  service = await startService()
})

afterAll(() => service.close())

const newClient = async (settings?: Parameters<Service["newAccount"]>[0]) =>
  clientOf(service, await service.newAccount(settings))

const count = async (client: Awaited<ReturnType<typeof newClient>>): Promise<number> =>
  (await client.emails.list()).data?.data.length ?? Number.NaN

describe("a refusal has Resend's form, status and name", () => {
  it.each<readonly [what: string, json: unknown, status: number, name: string, message: RegExp]>([
    ["no recipient", { ...mail, to: undefined }, 422, "missing_required_field", /^to is missing\./],
    ["no sender", { ...mail, from: undefined }, 422, "missing_required_field", /^from is missing/],
    [
      "no content",
      { ...mail, text: undefined },
      422,
      "missing_required_field",
      /^html is missing, and so are text and template\.$/
    ],
    ["a wrong address", { ...mail, to: "ada" }, 422, "validation_error", /^to must be/],
    [
      "one wrong address of several",
      { ...mail, to: ["a@b.co", "b"] },
      422,
      "validation_error",
      /^to\.1 must be[^.]*\.com\.$/
    ],
    [
      "a wrong address that is shown",
      { ...mail, to: ["a", "b@c.de"] },
      422,
      "validation_error",
      /^to\.0 must be[^.]*\.com\.$/
    ],
    [
      "a date in words",
      { ...mail, scheduled_at: "in 1 min" },
      422,
      "validation_error",
      /^scheduled_at must be an instant such as/
    ],
    [
      "a file to be fetched",
      { ...mail, attachments: [{ path: "http://127.0.0.1/", filename: "a" }] },
      422,
      "invalid_attachment",
      /^attachments\.0\.path isn't fetched/
    ],
    [
      "a file that isn't base64",
      { ...mail, attachments: [{ content: "?", filename: "a" }] },
      422,
      "invalid_attachment",
      /^attachments\.0\.content must be base64/
    ],
    [
      "octets that are none",
      { ...mail, attachments: [{ content: { type: "Buffer", data: [256] }, filename: "a" }] },
      422,
      "invalid_attachment",
      /^attachments\.0\.content/
    ],
    [
      "files that are no list",
      { ...mail, attachments: 1 },
      422,
      "invalid_attachment",
      /^attachments must be/
    ],
    [
      "tags as an object",
      { ...mail, tags: { a: "b" } },
      422,
      "validation_error",
      /^tags must be a list/
    ],
    [
      "a tag twice",
      {
        ...mail,
        tags: [
          { name: "a", value: "1" },
          { name: "a", value: "2" }
        ]
      },
      422,
      "validation_error",
      /^tags\.1\.name is given more/
    ],
    [
      "a tag's number",
      { ...mail, tags: [{ name: "a", value: 1 }] },
      422,
      "validation_error",
      /^tags\.a /
    ],
    [
      "a tag called __proto__",
      { ...mail, tags: [{ name: "__proto__", value: "1" }] },
      422,
      "validation_error",
      /^tags\.__proto__ /
    ],
    [
      "a template without id",
      { ...mail, text: undefined, template: {} },
      422,
      "missing_required_field",
      /^template\.id is missing/
    ],
    [
      "an unknown template",
      { ...mail, text: undefined, template: { id: "none" } },
      422,
      "validation_error",
      /^template\.id /
    ],
    [
      "wrong variables",
      { ...mail, text: undefined, template: { id: "a", variables: 1 } },
      422,
      "validation_error",
      /^template\.variables must be/
    ],
    ["a list", [mail], 422, "validation_error", /^The body must be a JSON object/],
    ["a text", "mail", 422, "validation_error", /^The body must be a JSON object/],
    ["null", null, 422, "validation_error", /^The body must be a JSON object/]
  ])("%s", async (_, json, statusCode, name, message) => {
    const { key } = await service.newAccount()
    const {
      headers,
      json: answered,
      status
    } = await service.call("POST", "/resend/emails", {
      key: key.key,
      json
    })
    expect([status, answered]).toEqual([
      statusCode,
      { statusCode, name, message: expect.stringMatching(message) }
    ])
    expect(headers.get("cache-control")).toBe("no-store")
  })

  it("without a key, with a wrong one, and with one that may not", async () => {
    const ask = async (key: string | undefined) =>
      (
        await service.call("POST", "/resend/emails", {
          json: mail,
          ...(key === undefined ? {} : { key })
        })
      ).json
    expect(await ask(undefined)).toMatchObject({ statusCode: 401, name: "missing_api_key" })
    expect(await ask("re_123")).toMatchObject({ statusCode: 403, name: "invalid_api_key" })
    const { key } = await service.newAccount({ scopes: ["email:read"] })
    expect(await ask(key.key)).toMatchObject({ statusCode: 401, name: "restricted_api_key" })
  })

  it("for bodies that aren't JSON or are too large", async () => {
    const { key } = await service.newAccount()
    const ask = async (path: string, body: string) =>
      (
        await service.call("POST", `/resend${path}`, {
          key: key.key,
          body,
          headers: { "content-type": "application/json" }
        })
      ).json
    expect(await ask("/emails", "{")).toMatchObject({ statusCode: 422, name: "validation_error" })
    expect(await ask("/emails", "")).toMatchObject({ statusCode: 422 })
    expect(await ask("/topics", `"${"x".repeat(1_100_000)}"`)).toMatchObject({ statusCode: 413 })
    expect(await ask("/emails", `${"[".repeat(200)}${"]".repeat(200)}`)).toMatchObject({
      statusCode: 422
    })
  })

  it("for what the front doesn't have, and methods it doesn't take", async () => {
    const { key } = await service.newAccount()
    const ask = async (method: string, path: string) =>
      (await service.call(method, `/resend${path}`, { key: key.key })).json
    const unknown = {
      statusCode: 404,
      name: "not_found",
      message: expect.stringContaining("Telemark's Resend front")
    }
    for (const path of [
      "/contacts",
      "/",
      "/emails/a/b",
      "/emails/%00%zz",
      "/v1/emails",
      "///emails"
    ])
      expect(await ask("GET", path)).toEqual(unknown)
    // The variable ended with a slash.
    expect(await ask("GET", "//emails")).toMatchObject({ object: "list" })
    expect(await ask("PATCH", "/domains/x")).toEqual(unknown)
    expect(await ask("PUT", "/emails")).toMatchObject({
      statusCode: 405,
      name: "method_not_allowed"
    })
    expect((await service.call("GET", "/resend", { key: key.key })).status).toBe(404)
  })

  it("for ids that are wrong, or another account's", async () => {
    const [mine, others] = [await newClient(), await newClient()]
    const { data } = await others.emails.send(mail)
    const id = data?.id ?? ""
    const notFound = { statusCode: 404, name: "not_found" }
    for (const one of [id, "x", "em_x", `em_${"0".repeat(32)}`, "9".repeat(36), "a".repeat(900)]) {
      expect((await mine.emails.get(one)).error).toMatchObject(notFound)
      expect((await mine.emails.cancel(one)).error).toMatchObject(notFound)
      expect((await mine.domains.get(one)).error).toMatchObject(notFound)
      expect((await mine.webhooks.get(one)).error).toMatchObject(notFound)
      expect((await mine.apiKeys.remove(one)).error).toMatchObject(notFound)
      expect((await mine.templates.get(one)).error).toMatchObject(notFound)
      expect((await mine.topics.get(one)).error).toMatchObject(notFound)
      expect((await mine.suppressions.get(one)).error).toMatchObject(notFound)
      expect((await mine.suppressions.remove(one)).error).toMatchObject(notFound)
    }
    expect((await mine.emails.list({ after: id })).error).toMatchObject({ statusCode: 422 })
    expect((await others.emails.get(id)).data?.last_event).toBe("queued")
  })

  it("for pages that don't exist", async () => {
    const client = await newClient()
    expect((await client.emails.list({ limit: 101 })).error?.message).toMatch(/^limit must be/)
    expect((await client.emails.list({ before: "x" })).error?.message).toMatch(/one direction/)
    expect((await client.apiKeys.list({ after: "x" })).error?.message).toMatch(/^after must be/)
  })
})

describe("an idempotency key", () => {
  it("repeats the first answer, and is refused with another body", async () => {
    const client = await newClient()
    const options = { idempotencyKey: "order-1042" }
    const first = await client.emails.send(mail, options)
    expect(await client.emails.send(mail, options)).toMatchObject({ data: first.data, error: null })
    expect((await client.emails.send({ ...mail, subject: "x" }, options)).error).toMatchObject({
      statusCode: 409,
      name: "invalid_idempotent_request"
    })
    expect(
      (await client.emails.send(mail, { idempotencyKey: "x".repeat(300) })).error
    ).toMatchObject({
      statusCode: 400,
      name: "invalid_idempotency_key"
    })
    expect(await count(client)).toBe(1)
  })

  it("sends once when two come at once", async () => {
    const client = await newClient()
    const options = { idempotencyKey: "once" }
    const [one, other] = await Promise.all([
      client.emails.send(mail, options),
      client.emails.send(mail, options)
    ])
    expect(one.data).toEqual(other.data)
    expect(await count(client)).toBe(1)
  })

  it("is one of a whole batch", async () => {
    const client = await newClient()
    const options = { idempotencyKey: "batch" }
    const first = await client.batch.send([mail, mail], options)
    expect((await client.batch.send([mail, mail], options)).data).toEqual(first.data)
    expect((await client.batch.send([mail, { ...mail, text: "x" }], options)).error).toMatchObject({
      statusCode: 409,
      name: "invalid_idempotent_request"
    })
    expect(await count(client)).toBe(2)
  })
})

describe("a batch", () => {
  const wrong = { ...mail, to: "nobody" }

  it("sends nothing if one of its mails is wrong", async () => {
    const client = await newClient()
    const { error } = await client.batch.send([mail, wrong])
    expect(error).toMatchObject({
      statusCode: 422,
      name: "validation_error",
      message: expect.stringMatching(/^Email 1 of the batch: to must be/)
    })
    const unknown = { from: mail.from, to: mail.to, template: { id: "none" } }
    expect((await client.batch.send([mail, unknown])).error?.message).toMatch(
      /^Email 1 .*template\.id/
    )
    expect(await count(client)).toBe(0)
  })

  it("sends those that can be if it is permissive, and says which can't", async () => {
    const client = await newClient()
    const { data } = await client.batch.send([wrong, mail, { ...mail, tags: 1 as never }], {
      batchValidation: "permissive"
    })
    expect(data).toEqual({
      data: [{ id: expect.any(String) }],
      errors: [
        { index: 0, message: expect.stringMatching(/to must be/) },
        { index: 2, message: expect.stringMatching(/tags must be/) }
      ]
    })
    expect(await count(client)).toBe(1)
  })

  it("is a list of 1 to 100", async () => {
    const client = await newClient()
    for (const list of [[], Array.from({ length: 101 }, () => mail)])
      expect((await client.batch.send(list)).error).toMatchObject({ statusCode: 422 })
    const { key } = await service.newAccount()
    const { json } = await service.call("POST", "/resend/emails/batch", {
      key: key.key,
      json: mail
    })
    expect(json).toMatchObject({ statusCode: 422, message: "body must be a list of emails." })
  })
})

describe("recipients that are suppressed", () => {
  it("are accepted, and told when they are looked up", async () => {
    const client = await newClient()
    await client.suppressions.add({ email: "ada@example.com" })
    const { data } = await client.emails.send(mail)
    expect(data?.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8/)
    expect((await client.emails.get(data?.id ?? "")).data).toMatchObject({
      object: "email",
      id: data?.id,
      last_event: "suppressed"
    })
    expect((await (await newClient()).emails.get(data?.id ?? "")).error?.name).toBe("not_found")
    const options = { idempotencyKey: "same" }
    const first = await client.emails.send(mail, options)
    expect((await client.emails.send(mail, options)).data).toEqual(first.data)
    expect(first.data).not.toEqual(data)
  })

  it("don't keep others from their mail", async () => {
    const client = await newClient()
    await client.suppressions.add({ email: "ada@example.com" })
    const { data } = await client.emails.send({
      ...mail,
      to: ["ada@example.com", "bob@example.com"]
    })
    expect((await client.emails.get(data?.id ?? "")).data?.last_event).toBe("queued")
  })
})

describe("limits", () => {
  it("of sends a minute are told in Resend's headers", async () => {
    const client = await newClient({ rate_limit: 2 })
    await client.emails.send(mail)
    const { headers } = await client.emails.send(mail)
    expect(headers).toMatchObject({ "ratelimit-limit": "2", "ratelimit-remaining": "0" })
    const refused = await client.emails.send(mail)
    expect(refused.error).toMatchObject({ statusCode: 429, name: "rate_limit_exceeded" })
    expect(refused.headers).toMatchObject({
      "retry-after": expect.stringMatching(/^\d+$/),
      "ratelimit-reset": expect.stringMatching(/^\d+$/)
    })
    expect((await client.batch.send([mail, mail])).error?.name).toBe("rate_limit_exceeded")
  })

  it("of a month", async () => {
    const client = await newClient({ monthly_limit: 1 })
    await client.emails.send(mail)
    expect((await client.emails.send(mail)).error).toMatchObject({
      statusCode: 429,
      name: "monthly_quota_exceeded"
    })
    const { error } = await client.batch.send([mail])
    expect(error).toMatchObject({ statusCode: 429, name: "monthly_quota_exceeded" })
  })
})

it("a sender whose domain isn't verified is refused as Resend does", async () => {
  const strict = await startService({ senderPolicy: "verified" })
  try {
    const client = clientOf(strict, await strict.newAccount())
    const refusal = { statusCode: 403, name: "validation_error" }
    expect((await client.emails.send(mail)).error).toMatchObject(refusal)
    expect((await client.batch.send([mail, mail])).error).toMatchObject({
      ...refusal,
      message: expect.not.stringContaining("Others")
    })
  } finally {
    await strict.close()
  }
})
