import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { allOperations } from "@telemark/contract"
import { hostsOfRun, type Service, startService } from "./support/service.js"

describe.each(hostsOfRun)("routing behind %s", (host) => {
  let service: Service
  let key: string
  beforeAll(async () => {
    service = await startService({ host })
    key = (await service.newAccount()).key.key
  })
  afterAll(() => service.close())

  it.each([
    "/",
    "/v1",
    "/v1/",
    "/v2/emails",
    "/v1/nowhere",
    "/emails",
    "/v1/emails//",
    "/v1/domains//",
    "/healthz//",
    "//v1/emails",
    "/V1/emails",
    "/v1/emails/a/b",
    "/v1/domains/a.example/nowhere",
    "/v1/domains/%FF",
    "/v1/smtp-config/x",
    "/v1/webhook-endpoints/1/nowhere",
    "/v1/webhook-endpoints/%FF",
    "/v1/webhook-endpoints/1/test/1",
    "/v1/emails/em_0/events/1",
    "/v1/emails/%FF/cancel",
    "/v1/emails/send/batch",
    "/v1/emails/%ZZ",
    "/v1/emails/%",
    "/v1/emails/%C0%AF",
    "/v1/suppressions/check/%FF",
    "/v1/suppressions/check/%ED%A0%80",
    "/constructor",
    "/v1/%61pi-keys",
    "/v1/api%2Dkeys",
    "/v1/api-keys;x",
    "/v1/api-keys;",
    "/v1;x/emails",
    "/v1/emails;x/em_0",
    "/v1/emails/%73end",
    "/v1/emails/em_0/%63ancel",
    "/v1/templates/%70review",
    "/v1/templates/%73tarters/versions",
    "/v1/suppressions/%63heck/ada@example.com",
    "/v1/suppressions/check/a;b@example.com",
    "/v1/suppressions/ada@example.com;x",
    "/v1/webhook-endpoints/1;x/test",
    "/%68ealthz",
    "/healthz;x"
  ])("%s is an unknown path, with and without a key, whatever the method", async (path) => {
    for (const method of ["GET", "POST", "DELETE", "OPTIONS"]) {
      for (const credentials of [{}, { key }]) {
        const answer = await service.call(method, path, credentials)
        expect([answer.status, answer.json]).toEqual([
          404,
          { error: "not_found", message: expect.any(String) }
        ])
      }
    }
  })

  it("takes a slash at the end, which some hosts put there", async () => {
    const call = (method: string, path: string, json?: unknown) =>
      service.call(method, path, { key, ...(json === undefined ? {} : { json }) })
    const json = { to: "ada@example.com", from: "shop@example.com", text: "x" }
    expect((await call("POST", "/v1/emails/send/?a=b", json)).status).toBe(201)
    for (const path of ["/v1/emails/", "/v1/suppressions/check/ada@example.com/", "/healthz/"])
      expect((await call("GET", path)).status, path).toBe(200)
    expect((await call("PATCH", "/v1/emails/")).status).toBe(405)
  })

  it("finds what a parameter is called, however it is spelled", async () => {
    await service.call("POST", "/v1/suppressions", {
      key,
      json: { email_address: "ada;b@example.com" }
    })
    for (const [spelled, suppressed] of [
      ["%61da@example.com", true],
      ["ada%40example.com", true],
      ["ada%3Bb@example.com", false]
    ] as const) {
      const email_address = "ada@example.com"
      await service.call("POST", "/v1/suppressions", { key, json: { email_address } })
      const answer = await service.call("GET", `/v1/suppressions/check/${spelled}?a=b;c`, { key })
      expect([answer.status, answer.json], spelled).toMatchObject(
        suppressed ? [200, { suppressed }] : [400, {}]
      )
    }
  })

  it.each([
    ["GET", "/v1/emails/"],
    ["GET", "/v1/templates/"],
    ["DELETE", "/v1/suppressions/"],
    ["GET", "/v1/domains/"],
    ["DELETE", "/v1/domains/"],
    ["GET", "/v1/webhook-endpoints/"],
    ["DELETE", "/v1/webhook-endpoints/"]
  ])("%s %s with a parameter that is longer than any id is unknown too", async (method, path) => {
    const answer = await service.call(method, `${path}${"a".repeat(10_000)}`, { key })
    expect([answer.status, answer.json]).toEqual([
      404,
      { error: "not_found", message: expect.any(String) }
    ])
  })

  it.each([
    ["/v1/emails/send", "GET", "POST"],
    ["/v1/emails/send", "DELETE", "POST"],
    ["/v1/emails/batch", "GET", "POST"],
    ["/v1/emails/batch", "DELETE", "POST"],
    ["/v1/emails/em_0/cancel", "GET", "POST"],
    ["/v1/emails/batch/cancel", "DELETE", "POST"],
    ["/v1/emails", "POST", "GET, HEAD"],
    ["/v1/emails/em_0", "PATCH", "GET, HEAD"],
    ["/v1/analytics/summary", "PUT", "GET, HEAD"],
    ["/v1/domains", "DELETE", "GET, HEAD, POST"],
    ["/v1/domains/example.com", "POST", "DELETE, GET, HEAD"],
    ["/v1/domains/verify", "POST", "DELETE, GET, HEAD"],
    ["/v1/domains/example.com/verify", "GET", "POST"],
    ["/v1/domains/example.com/rotate-dkim", "DELETE", "POST"],
    ["/v1/smtp-config", "PUT", "DELETE, GET, HEAD, POST"],
    ["/v1/smtp-config/verify", "GET", "POST"],
    ["/v1/suppressions", "DELETE", "GET, HEAD, POST"],
    ["/v1/suppressions/check/a@example.com", "DELETE", "GET, HEAD"],
    ["/v1/suppressions/a@example.com", "GET", "DELETE"],
    ["/v1/emails/em_0/events", "POST", "GET, HEAD"],
    ["/v1/webhook-endpoints", "PATCH", "GET, HEAD, POST"],
    ["/v1/webhook-endpoints", "DELETE", "GET, HEAD, POST"],
    ["/v1/webhook-endpoints/1", "PUT", "DELETE, GET, HEAD, PATCH"],
    ["/v1/webhook-endpoints/1", "POST", "DELETE, GET, HEAD, PATCH"],
    ["/v1/webhook-endpoints/abc", "POST", "DELETE, GET, HEAD, PATCH"],
    ["/v1/webhook-endpoints/1/rotate-secret", "GET", "POST"],
    ["/v1/webhook-endpoints/1/test", "DELETE", "POST"],
    ["/v1/webhook-endpoints/1/deliveries", "POST", "GET, HEAD"],
    ["/v1/webhook-endpoints/1/deliveries/dlv_1", "POST", "GET, HEAD"],
    ["/v1/webhook-endpoints/1/replay", "PATCH", "POST"],
    ["/v1/api-keys", "PUT", "GET, HEAD, POST"],
    ["/v1/api-keys/key_0", "GET", "DELETE, PATCH"],
    ["/v1/emails", "OPTIONS", "GET, HEAD"],
    ["/v1/emails/em_0", "OPTIONS", "GET, HEAD"],
    ["/healthz", "POST", "GET, HEAD"],
    ["/openapi.json", "DELETE", "GET, HEAD"]
  ])(
    "%s answers %s with 405 and Allow: %s, with and without a key",
    async (path, method, allow) => {
      for (const credentials of [{}, { key }]) {
        const answer = await service.call(method, `${path}?a=b`, credentials)
        expect([answer.status, answer.json]).toEqual([
          405,
          { error: "Method not allowed", message: expect.any(String) }
        ])
        expect(answer.headers.get("allow")).toBe(allow)
      }
    }
  )

  it.each([
    ["POST", "/v1/emails/sned", 405, "POST /v1/emails/send"],
    ["POST", "/v1/emails", 405, "POST /v1/emails/send"],
    ["POST", "/v1/domains/acme.example/verfy", 404, "POST /v1/domains/{domain}/verify"],
    ["POST", "/v1/email/send", 404, "POST /v1/emails/send"],
    ["POST", "/emails/send", 404, "POST /v1/emails/send"],
    ["GET", "/v2/Templates", 404, "GET /v1/templates"],
    ["GET", "/v1/emails/exprt", 404, "GET /v1/emails/export"],
    ["GET", "/v1/templates/starter", 404, "GET /v1/templates/starters"],
    ["GET", "/v1/analytics", 404, "GET /v1/analytics/summary"],
    ["GET", "/v1/emails/em_1/cancle", 404, "POST /v1/emails/{id}/cancel"],
    ["GET", "/v1/nowhere", 404, undefined],
    ["GET", `/v1/emails/${"a".repeat(10_000)}`, 404, undefined],
    ["GET", `/v1${"/emails".repeat(1000)}`, 404, undefined],
    ["GET", "/v1/emails/em_0", 404, undefined],
    ["PATCH", "/v1/emails/em_0", 405, undefined]
  ])("%s %s answers %s and says what was meant: %s", async (method, path, status, meant) => {
    const answer = await service.call(method, path, { key })
    expect(answer.status).toBe(status)
    const { message } = answer.json as { readonly message: string }
    expect(/Did you mean (.*)\?$/.exec(message)?.[1]).toBe(meant)
  })

  it.each([
    ["/v1/emails", 200],
    ["/v1/emails/em_0", 404],
    ["/v1/emails?limit=0", 400],
    ["/healthz", 200]
  ])("HEAD %s answers as GET does, without a body", async (path, status) => {
    const answer = await service.call("HEAD", path, { key })
    const got = await service.call("GET", path, { key })
    expect([answer.status, answer.text]).toEqual([status, ""])
    expect(answer.headers.get("content-type")).toBe(got.headers.get("content-type"))
  })

  it("repeats a request's id in its answer, whatever that is", async () => {
    for (const [method, path] of [
      ["GET", "/healthz"],
      ["GET", "/v1/nowhere"],
      ["PUT", "/v1/emails"],
      ["GET", "/v1/emails"],
      ["OPTIONS", "/v1/emails"],
      ["POST", "/v1/emails/send"]
    ] as const) {
      const answer = await service.call(method, path, {
        headers: { "x-request-id": "req-1_2.3~4" }
      })
      expect(answer.headers.get("x-request-id"), `${method} ${path}`).toBe("req-1_2.3~4")
    }
  })

  it("lets no browser guess the type of an answer, whatever was asked", async () => {
    const others = ["/", "/v1/nowhere", "/healthz", "/readyz", "/openapi.json", "/docs"]
    const asked = [
      ...others.map((path) => ["GET", path] as const),
      ...["POST", "OPTIONS", "HEAD"].map((method) => [method, "/healthz"] as const),
      ["POST", `/hooks/postmark/${"x".repeat(43)}`] as const,
      ...allOperations.map(
        ({ operation: { method, path } }) => [method, `/v1${path.replace(/:\w+/g, "x")}`] as const
      )
    ]
    for (const [method, path] of asked)
      for (const credentials of [{}, { key }]) {
        // A stream answers without an end.
        if (path === "/v1/events/stream" && "key" in credentials) continue
        const { headers } = await service.call(method, path, credentials)
        expect(headers.get("x-content-type-options"), `${method} ${path}`).toBe("nosniff")
      }
  })

  it.each([
    ["nothing", undefined],
    ["a space", "a b"],
    ["a quote", '"a"'],
    ["a non-ASCII letter", "\u00e9"],
    ["129 characters", "a".repeat(129)],
    ["an empty value", ""]
  ])("makes an id of its own for %s", async (_, given) => {
    const ids = await Promise.all(
      [1, 2].map(async () => {
        const answer = await service.call(
          "GET",
          "/healthz",
          given === undefined ? {} : { headers: { "x-request-id": given } }
        )
        return answer.headers.get("x-request-id")
      })
    )
    expect(ids[0]).toMatch(/^[\w-]{16,128}$/)
    expect(ids[0]).not.toBe(ids[1])
  })
})
