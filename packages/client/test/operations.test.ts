import { runInNewContext } from "node:vm"
import { describe, expect, it } from "vitest"
import { failure, makeClient } from "./support/client.js"
import { nameOf, operations } from "./support/openApi.js"
import { callOperation, odd } from "./support/operations.js"

const record = async (operation: (typeof operations)[number]) => {
  const requests: Array<{ readonly url: string; readonly init: RequestInit }> = []
  const { client } = makeClient("https://mail.example.com/mail/v1", {
    fetch: (url, init) => {
      requests.push({ url, init })
      return Promise.resolve(Response.json({ error: "not_found" }, { status: 404 }))
    }
  })
  await failure(callOperation(client, operation))
  const [request] = requests
  if (request === undefined) throw new Error(`${nameOf(operation)} asked nothing.`)
  return {
    ...request,
    query: (operation.parameters ?? []).filter((one) => one.in === "query").map((one) => one.name)
  }
}

/** Bodies of methods that take a member of it. */
const bodies: ReadonlyMap<string, object> = new Map([
  ["emails.sendBatch", { emails: [{ some: "body" }] }],
  ["feedback.recordBatch", { reports: [{ some: "body" }] }]
])

describe("the client", () => {
  it.each(operations.map((operation) => [nameOf(operation), operation] as const))(
    "has %s, as the OpenAPI document describes it",
    async (name, operation) => {
      const { init, query, url } = await record(operation)
      const { pathname, searchParams } = new URL(url)
      expect(init.method).toBe(operation.method)
      expect(pathname).toBe(
        `/mail${operation.path.replace(/\{\w+\}/g, () => encodeURIComponent(odd))}`
      )
      if (name.startsWith("analytics.")) expect([...searchParams]).toEqual([["period", "7d"]])
      else expect([...searchParams]).toEqual(query.map((one) => [one, `${one} &=`]))
      const sent =
        init.body === undefined ? undefined : (JSON.parse(init.body as string) as unknown)
      if (operation.requestBody === undefined) expect(sent).toBeUndefined()
      else expect(sent).toEqual(bodies.get(name) ?? { some: "body" })
      const keyed = (operation.parameters ?? []).some(
        (parameter) => parameter.name === "Idempotency-Key"
      )
      expect(Object.keys(init.headers ?? {}).includes("idempotency-key")).toBe(keyed)
    }
  )

  it("has nothing else, but for lists that are read page by page", () => {
    const { client } = makeClient("https://mail.example.com/v1")
    const methods = Object.entries(client).flatMap(([group, all]) =>
      Object.keys(all as object).map((method) => `${group}.${method}`)
    )
    const known = operations.map(nameOf)
    expect(methods.filter((method) => !known.includes(method)).sort()).toEqual([
      "auditLog.all",
      "emails.all",
      "feedback.allUnmatched",
      "inbox.all",
      "operatorWebhookEndpoints.allDeliveries",
      "suppressions.all",
      "tenants.all",
      "webhookEndpoints.allDeliveries"
    ])
  })
})

describe("a path", () => {
  const asked = () => {
    const urls: Array<string> = []
    const { client } = makeClient("https://mail.example.com/v1/", {
      fetch: (url) => {
        urls.push(url)
        return Promise.resolve(Response.json({ suppressed: false, status: "sent" }))
      }
    })
    return { client, urls }
  }

  it.each(["", ".", "..", "a\ud800", undefined, null, Number.NaN, {}])(
    "isn't requested with %j in it, which would lead elsewhere",
    async (address) => {
      const { client, urls } = asked()
      await expect(client.suppressions.check(address as string)).rejects.toMatchObject({
        _tag: "ValidationFailed",
        details: { path: [expect.any(String)] }
      })
      expect(urls).toEqual([])
    }
  )

  it("keeps each part of it one part", async () => {
    const { client, urls } = asked()
    await client.suppressions.check("a%41/../b?c#d@e.example")
    await client.emails.get("em_1/events")
    expect(urls).toEqual([
      "https://mail.example.com/v1/suppressions/check/a%2541%2F..%2Fb%3Fc%23d%40e.example",
      "https://mail.example.com/v1/emails/em_1%2Fevents"
    ])
  })
})

describe("files", () => {
  it("go as base64, whether they were given as such or as bytes of any length", async () => {
    const bodies: Array<string> = []
    const { client } = makeClient("https://mail.example.com/v1", {
      fetch: (_, init) => {
        bodies.push(init.body as string)
        return Promise.resolve(Response.json({ queued: [], data: [{ status: 201, queued: [] }] }))
      }
    })
    const bytes = Uint8Array.from({ length: 100_001 }, (_, index) => index * 7)
    const attachments = [
      { filename: "a.bin", content: bytes },
      { filename: "b.txt", content: "aGVsbG8=", content_type: "text/plain" },
      { filename: "c", content: new Uint8Array(0) },
      { filename: "d", content: Buffer.from("hello") }
    ]
    // Of these TypeScript knows nothing, but they are bytes: those that they show, not all that lie
    // under them.
    const views = [
      new DataView(Uint8Array.from([0, 1, 2, 3]).buffer, 1, 2),
      new Uint16Array([0x0201]),
      new (runInNewContext("Uint8Array") as typeof Uint8Array)([1, 2])
    ]
    await client.emails.send({
      to: "ada@example.com",
      text: "hello",
      attachments: views.map((view) => ({ filename: "e", content: view as Uint8Array }))
    })
    expect(JSON.parse(bodies.shift() ?? "")).toMatchObject({
      attachments: views.map(() => ({ content: "AQI=" }))
    })
    await client.emails.send({ to: "ada@example.com", text: "hello", attachments })
    await client.emails.sendBatch([
      { to: "ada@example.com", text: "hello", attachments: attachments.slice(3) }
    ])
    const [sent, batch] = bodies.map((body) => JSON.parse(body) as unknown)
    expect(sent).toEqual({
      to: "ada@example.com",
      text: "hello",
      attachments: [
        { filename: "a.bin", content: Buffer.from(bytes).toString("base64") },
        attachments[1],
        { filename: "c", content: "" },
        { filename: "d", content: "aGVsbG8=" }
      ]
    })
    expect(batch).toMatchObject({
      emails: [{ attachments: [{ filename: "d", content: "aGVsbG8=" }] }]
    })
  })

  it("and all else must be what JSON can represent", async () => {
    const { client } = makeClient("https://mail.example.com/v1")
    await expect(
      client.emails.send({ to: "a@b.c", text: "x", metadata: { big: 1n } })
    ).rejects.toMatchObject({ details: { body: [expect.any(String)] } })
  })
})
