import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { hostsOfRun, instant, type Service, startService } from "./support/service.js"

const hello = { to: "ada@example.com", subject: "Hello", text: "Hello" }
const at = expect.stringMatching(instant) as unknown
const missing = [404, { error: "not_found", message: expect.any(String) as unknown }]

describe.each(hostsOfRun)("topics behind %s", (host) => {
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
      const answer = await service.call(method, `/v1${path}`, {
        key,
        ...(json === undefined ? {} : { json })
      })
      return [answer.status, answer.json] as const
    }
    return { call }
  }
  const news = { id: "newsletter", name: "Newsletter" }

  it("are created, listed in their order, changed member by member and removed", async () => {
    const { call } = await account()
    const shown = { ...news, description: null, translations: {}, created_at: at }
    expect(await call("POST", "/topics", news)).toEqual([201, shown])
    expect(
      await call("POST", "/topics", {
        id: "offers",
        name: "Offers",
        description: "Discounts.",
        translations: { "DE-at": { name: "Angebote" } }
      })
    ).toEqual([
      201,
      {
        id: "offers",
        name: "Offers",
        description: "Discounts.",
        translations: { "de-AT": { name: "Angebote", description: null } },
        created_at: at
      }
    ])
    expect(await call("POST", "/topics", news)).toEqual([
      409,
      { error: "topic_exists", message: expect.any(String) as unknown }
    ])
    expect(
      await call("PATCH", "/topics/newsletter", {
        description: "Monthly.",
        translations: {
          de: { name: "Rundbrief", description: "Monatlich." },
          fr: { name: "Lettre" }
        }
      })
    ).toMatchObject([200, { name: "Newsletter", description: "Monthly." }])
    const changed = {
      ...shown,
      name: "News",
      description: null,
      translations: { de: { name: "Rundbrief", description: "Monatlich." } }
    }
    expect(
      await call("PATCH", "/topics/newsletter", {
        name: "News",
        description: null,
        translations: { FR: null }
      })
    ).toEqual([200, changed])
    expect(await call("GET", "/topics")).toMatchObject([200, { data: [changed, { id: "offers" }] }])
    expect(await call("DELETE", "/topics/newsletter")).toEqual([200, { success: true }])
    expect(await call("DELETE", "/topics/newsletter")).toEqual(missing)
    expect(await call("PATCH", "/topics/newsletter", {})).toEqual(missing)
    expect(await call("PATCH", "/topics/A%00B", {})).toEqual(missing)
    expect(await call("GET", "/topics")).toMatchObject([200, { data: [{ id: "offers" }] }])
  })

  it.each<[title: string, body: object, path: string]>([
    ["an id in capitals", { ...news, id: "News" }, "id"],
    ["an id that begins with a dash", { ...news, id: "-news" }, "id"],
    ["an id of 51 letters", { ...news, id: "a".repeat(51) }, "id"],
    ["no name", { id: "news" }, "name"],
    ["a name of two lines", { ...news, name: "a\nb" }, "name"],
    ["a name of 101 characters", { ...news, name: "a".repeat(101) }, "name"],
    ["a description of 501 characters", { ...news, description: "a".repeat(501) }, "description"],
    [
      "what is no language",
      { ...news, translations: { "not a language": { name: "a" } } },
      "translations.not a language"
    ],
    [
      "a language twice",
      { ...news, translations: { de: { name: "a" }, DE: { name: "b" } } },
      "translations.DE"
    ],
    [
      "a translation without a name",
      { ...news, translations: { de: { description: "a" } } },
      "translations.de.name"
    ]
  ])("are refused with %s", async (_, body, path) => {
    const { call } = await account()
    const [status, json] = await call("POST", "/topics", body)
    expect([status, Object.keys((json as { readonly details: object }).details)]).toEqual([
      400,
      [path]
    ])
  })

  it("have at most 50 languages, counted after a change", async () => {
    const { call } = await account()
    const translations = (from: number) =>
      Object.fromEntries(
        Array.from({ length: 26 }, (_, index) => [
          `de-${String.fromCharCode(65 + from)}${String.fromCharCode(65 + index)}`,
          { name: "a" }
        ])
      )
    await call("POST", "/topics", { ...news, translations: translations(0) })
    expect(
      await call("PATCH", "/topics/newsletter", { translations: translations(1) })
    ).toMatchObject([400, { details: { translations: [expect.any(String)] } }])
  })

  it("are a hundred at most", async () => {
    const { call } = await account()
    for (let index = 0; index < 100; index++)
      await call("POST", "/topics", { id: `t${String(index)}`, name: "T" })
    expect(await call("POST", "/topics", news)).toMatchObject([
      400,
      { details: { body: [expect.stringContaining("100")] } }
    ])
  })

  it("are named by sends, whose messages show them; an unknown one is refused and says where to create it", async () => {
    const { call } = await account()
    expect(await call("POST", "/emails/send", { ...hello, topic: "newsletter" })).toMatchObject([
      400,
      { details: { topic: [expect.stringContaining("POST /v1/topics")] } }
    ])
    expect(await call("POST", "/emails/send", { ...hello, topic: "No topic" })).toMatchObject([
      400,
      { details: { topic: [expect.any(String)] } }
    ])
    await call("POST", "/topics", news)
    const [status, sent] = await call("POST", "/emails/send", { ...hello, topic: "newsletter" })
    expect(status).toBe(201)
    const {
      queued: [message]
    } = sent as { readonly queued: ReadonlyArray<{ readonly id: string }> }
    expect(await call("GET", `/emails/${message?.id ?? ""}`)).toMatchObject([
      200,
      { topic: "newsletter" }
    ])
    expect(
      await call("POST", "/emails/batch", {
        emails: [{ ...hello, topic: "newsletter" }, { ...hello, topic: "other" }, hello]
      })
    ).toMatchObject([
      200,
      {
        data: [
          { status: 201 },
          { status: 400, details: { topic: [expect.any(String)] } },
          { status: 201 }
        ]
      }
    ])
  })

  it("can be suppressed by themselves: then only their mail isn't sent", async () => {
    const { call } = await account()
    for (const id of ["newsletter", "offers"]) await call("POST", "/topics", { id, name: id })
    expect(
      await call("POST", "/suppressions", {
        email_address: "Ada@Example.com",
        topic: "newsletter",
        reason: "asked"
      })
    ).toEqual([201, { status: "suppressed" }])
    expect(
      await call("POST", "/suppressions", { email_address: "ada@example.com", topic: "newsletter" })
    ).toEqual([200, { status: "suppressed" }])
    expect(
      await call("POST", "/suppressions", { email_address: "ada@example.com", topic: "newsleter" })
    ).toMatchObject([400, { details: { topic: [expect.any(String)] } }])
    const left = async (topic?: string) => {
      const [, json] = await call("POST", "/emails/send", {
        ...hello,
        ...(topic === undefined ? {} : { topic })
      })
      return (json as { readonly suppressed: ReadonlyArray<string> }).suppressed
    }
    expect([await left("newsletter"), await left("offers"), await left()]).toEqual([
      ["ada@example.com"],
      [],
      []
    ])
    const topics = [{ topic: "newsletter", reason: "asked", since: at }]
    expect(await call("GET", "/suppressions/check/ada@example.com")).toEqual([
      200,
      { suppressed: false, reason: "", since: "", topics }
    ])

    await call("POST", "/suppressions", { email_address: "ada@example.com" })
    expect(await call("GET", "/suppressions/check/ada@example.com")).toEqual([
      200,
      { suppressed: true, reason: "manual", since: at, topics }
    ])
    expect([await left("offers"), await left()]).toEqual([["ada@example.com"], ["ada@example.com"]])
    const [whole, ofTopic] = [
      { email_address: "ada@example.com", reason: "manual", added_at: at, topic: null },
      { email_address: "Ada@Example.com", reason: "asked", added_at: at, topic: "newsletter" }
    ]
    expect(await call("GET", "/suppressions")).toMatchObject([
      200,
      { data: expect.arrayContaining([whole, ofTopic]) as unknown }
    ])
    expect(await call("GET", "/suppressions?topic=newsletter")).toEqual([
      200,
      { data: [ofTopic], limit: 50, offset: 0, next: null }
    ])
    expect(await call("GET", "/suppressions?topic=offers")).toEqual([
      200,
      { data: [], limit: 50, offset: 0, next: null }
    ])

    expect(await call("DELETE", "/suppressions/ada@example.com")).toEqual([200, { success: true }])
    expect(await call("DELETE", "/suppressions/ada@example.com")).toEqual(missing)
    expect([await left("newsletter"), await left()]).toEqual([["ada@example.com"], []])
    expect(await call("DELETE", "/suppressions/ada@example.com?topic=offers")).toEqual(missing)
    expect(
      await call("DELETE", "/suppressions/ada@example.com?topic=NOT%20A%20TOPIC")
    ).toMatchObject([400, { details: { "query.topic": [expect.any(String)] } }])
    expect(await call("DELETE", "/suppressions/ada@example.com?topic=newsletter")).toEqual([
      200,
      { success: true }
    ])
    expect(await left("newsletter")).toEqual([])
  })

  it("leave their suppressions when they are removed, which count again for a topic of the same id", async () => {
    const { call } = await account()
    await call("POST", "/topics", news)
    await call("POST", "/suppressions", { email_address: "ada@example.com", topic: "newsletter" })
    await call("DELETE", "/topics/newsletter")
    expect(await call("POST", "/emails/send", { ...hello, topic: "newsletter" })).toMatchObject([
      400,
      { details: { topic: [expect.any(String)] } }
    ])
    expect(await call("GET", "/suppressions?topic=newsletter")).toMatchObject([
      200,
      { data: [{ email_address: "ada@example.com" }] }
    ])
    await call("POST", "/topics", news)
    expect(await call("POST", "/emails/send", { ...hello, topic: "newsletter" })).toMatchObject([
      201,
      { suppressed: ["ada@example.com"] }
    ])
  })

  it("are the tenant's own", async () => {
    const [one, other] = [await account(), await account()]
    await one.call("POST", "/topics", news)
    expect(await other.call("GET", "/topics")).toEqual([200, { data: [] }])
    expect(await other.call("PATCH", "/topics/newsletter", { name: "Mine" })).toEqual(missing)
    expect(await other.call("DELETE", "/topics/newsletter")).toEqual(missing)
    expect((await other.call("POST", "/emails/send", { ...hello, topic: "newsletter" }))[0]).toBe(
      400
    )
  })
})
