import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Service, startService } from "./support/service.js"
import { hosts, outcome } from "./support/webhooks.js"

const q2 = "query.q2 is no parameter of this operation and was ignored."

describe.each(hosts)("query parameters that an operation lacks, behind %s", (_, options) => {
  let service: Service
  let key: string
  beforeAll(async () => {
    service = await startService(options)
    key = (await service.newAccount()).key.key
  })
  afterAll(() => service.close())

  const call = (method: string, path: string, json?: object) =>
    service.call(method, `/v1${path}`, { key, json })
  const warningsOf = async (method: string, path: string, json?: object) =>
    ((await call(method, path, json)).json as { readonly warnings?: ReadonlyArray<string> })
      .warnings

  it("are named in the warnings of a list, with what was probably meant", async () => {
    expect(outcome(await call("GET", "/emails?q2=receipt&recipent=ada@example.com"))).toEqual([
      200,
      {
        data: [],
        limit: 50,
        offset: 0,
        next: null,
        warnings: [
          q2,
          "query.recipent is no parameter of this operation and was ignored; did you mean recipient?"
        ]
      }
    ])
  })

  it.each([
    ["GET", "/templates?q2"],
    ["GET", "/brand?q2=x"],
    ["GET", "/analytics/summary?period=7d&q2=x"],
    ["GET", "/suppressions/check/ada@example.com?q2=x"],
    ["PUT", "/brand?q2=x"],
    ["POST", "/emails/batch?q2=x"]
  ])("are named by %s %s", async (method, path) => {
    const json = path.includes("batch") ? { emails: [{}] } : method === "PUT" ? {} : undefined
    expect(await warningsOf(method, path, json)).toEqual([q2])
  })

  it("are named before the warnings that the answer has anyway", async () => {
    const send = { to: "ada@example.com", text: "x", from: "shop@example.com", sbject: "x" }
    expect(await warningsOf("POST", "/emails/send?q2=x", send)).toEqual([
      q2,
      "sbject is no member of a send and was ignored; did you mean subject?"
    ])
  })

  it("are named in a header of what is streamed", async () => {
    const { headers } = await call("GET", "/emails/export?q%C3%A42=x&Status=sent")
    expect(headers.get("x-warnings")).toBe(
      "query.q?2 is no parameter of this operation and was ignored. query.Status is no parameter of this operation and was ignored; did you mean status?"
    )
    expect((await call("GET", "/emails/export?status=sent")).headers.has("x-warnings")).toBe(false)
  })

  it("are named in a refusal if it is likely what was meant", async () => {
    expect((await call("GET", "/emails?limit=0&ofset=2&q2=x")).json).toMatchObject({
      details: {
        "query.limit": [expect.any(String)],
        "query.ofset": ["is no parameter of this operation; did you mean offset?"]
      }
    })
    expect((await call("GET", "/emails?limit=x&ofset=2")).json).toMatchObject({
      details: { "query.ofset": [expect.any(String)] }
    })
  })

  it("are ten at most, short and on one line, and the others are counted", async () => {
    const many = Array.from({ length: 1000 }, (_one, index) => `p%0A${String(index)}`)
    const warnings = await warningsOf("GET", `/emails?${"x".repeat(500)}=1&${many.join("&")}`)
    expect(warnings).toHaveLength(11)
    expect(warnings?.[0]).toBe(
      `query.${"x".repeat(64)}… is no parameter of this operation and was ignored.`
    )
    expect(warnings?.[1]).toBe("query.p 0 is no parameter of this operation and was ignored.")
    expect(warnings?.[10]).toBe("991 more unknown parameters were ignored.")
  })

  it("are refused if the request prefers that, before anything is done", async () => {
    const strict = (path: string, prefer: string, json?: object) =>
      service.call(json === undefined ? "GET" : "PUT", `/v1${path}`, {
        key,
        json,
        headers: { prefer }
      })
    for (const prefer of ["handling=strict", 'respond-async, Handling="strict"; wait=10'])
      expect(outcome(await strict("/emails?recipent=x&q2=x", prefer))).toEqual([
        400,
        {
          error: "Validation failed",
          message: expect.any(String),
          details: {
            "query.recipent": ["is no parameter of this operation; did you mean recipient?"],
            "query.q2": ["is no parameter of this operation"]
          }
        }
      ])
    expect((await strict("/brand?q2=x", "handling=strict", { name: "Strict" })).status).toBe(400)
    expect((await call("GET", "/brand")).json).not.toMatchObject({ name: "Strict" })
    expect((await strict("/emails?limit=1", "handling=strict")).status).toBe(200)
    expect((await strict("/emails?q2=x", "handling=lenient")).status).toBe(200)
    expect((await strict("/emails?q2=x", "xhandling=stricter")).status).toBe(200)
  })

  it("leave an answer without any as it is", async () => {
    expect(await warningsOf("GET", "/emails?limit=1")).toBeUndefined()
    expect(await warningsOf("GET", "/brand?")).toBeUndefined()
  })
})
