import { describe, expect, it } from "vitest"
import {
  ConnectionFailed,
  RateLimited,
  ServiceUnavailable,
  TelemarkError,
  TimedOut,
  UnexpectedAnswer,
  UnknownError
} from "../src/index.js"
import { failure, makeClient } from "./support/client.js"
import {
  cut,
  half,
  html,
  json,
  reset,
  stall,
  stallInBody,
  startScripted,
  type Step
} from "./support/scripted.js"

const page = { data: [], limit: 50, offset: 0, next: null }
const good = json(200, page)
const sent = {
  queued: [{ id: "em_1", recipient: "ada@example.com", status: "queued" }],
  suppressed: [],
  idempotent_replay: false
}
const accepted = json(201, sent)
const busy = (headers = {}) =>
  json(503, { error: "Service unavailable", message: "Try again." }, headers)
const limited = (seconds: number) =>
  json(
    429,
    { error: "Rate limit exceeded" },
    { "retry-after": String(seconds), "x-request-id": "req-1" }
  )
const mail = { to: "ada@example.com", text: "hello" }

describe("a call that may be made twice", () => {
  const passing: ReadonlyArray<readonly [string, Step]> = [
    ["503", busy()],
    ["a reset", reset],
    ["an answer that is cut off", cut],
    ["half an answer that calls itself whole", half],
    ["a proxy's 502 in HTML", html(502)],
    ["a proxy's 503 in HTML", html(503)],
    ["a proxy's 504 in HTML", html(504)],
    ["429", limited(0)]
  ]
  it.each(passing)("is made again after %s", async (_, step) => {
    const { baseUrl, requests } = await startScripted(step, good)
    const { client } = makeClient(baseUrl)
    expect(await client.emails.list()).toEqual(page)
    expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      "GET /v1/emails",
      "GET /v1/emails"
    ])
  })

  it("waits as long as Retry-After says, in seconds or until a date", async () => {
    const { baseUrl } = await startScripted(
      limited(3),
      busy({
        "retry-after": "Sat, 21 Nov 2026 09:14:05 GMT",
        date: "Sat, 21 Nov 2026 09:14:00 GMT"
      }),
      good
    )
    const { client, pauses } = makeClient(baseUrl)
    await client.emails.list()
    expect(pauses).toEqual([3000, 5000])
  })

  it("is made three times at most, or as often as the client or the call says", async () => {
    const { baseUrl, requests } = await startScripted(busy())
    const { client, pauses } = makeClient(baseUrl)
    await expect(client.emails.list()).rejects.toBeInstanceOf(ServiceUnavailable)
    expect(requests).toHaveLength(3)
    expect(pauses).toEqual([250, 500])
    await expect(client.emails.list({}, { retries: 0 })).rejects.toBeInstanceOf(ServiceUnavailable)
    expect(requests).toHaveLength(4)
    await expect(makeClient(baseUrl, { retries: 1 }).client.emails.list()).rejects.toBeInstanceOf(
      ServiceUnavailable
    )
    expect(requests).toHaveLength(6)
  })

  it("has the same request id each time, by which logs find it", async () => {
    const { baseUrl, requests } = await startScripted(reset)
    const error = await failure(makeClient(baseUrl).client.emails.list())
    expect(new Set(requests.map(({ headers }) => headers["x-request-id"]))).toEqual(
      new Set([(error as ConnectionFailed).requestId])
    )
    expect(error).toMatchObject({
      code: "connection_failed",
      requestId: expect.stringMatching(/^[0-9a-f]{32}$/),
      status: undefined
    })
  })

  it("has the same request id each time that the same stream is opened", async () => {
    const { baseUrl, requests } = await startScripted(reset)
    const events = makeClient(baseUrl).client.emails.stream()[Symbol.asyncIterator]()
    const error = await failure(events.next())
    expect(requests.length).toBeGreaterThan(1)
    expect(new Set(requests.map(({ headers }) => headers["x-request-id"]))).toEqual(
      new Set([(error as ConnectionFailed).requestId])
    )
  })
})

describe("a send", () => {
  it.each([
    ["a reset", reset],
    ["503", busy()],
    ["a cut answer", cut],
    ["a proxy's 502", html(502)]
  ] as const)("is repeated after %s under the key that the client made for it", async (_, step) => {
    const { baseUrl, requests } = await startScripted(step, accepted)
    expect(await makeClient(baseUrl).client.emails.send(mail)).toEqual(sent)
    const [first, second] = requests.map(({ body, headers }) => ({
      body,
      key: headers["idempotency-key"]
    }))
    expect(first).toEqual({
      body: JSON.stringify(mail),
      key: expect.stringMatching(/^[0-9a-f]{32}$/)
    })
    expect(second).toEqual(first)
  })

  it("has another key for each call", async () => {
    const { baseUrl, requests } = await startScripted(accepted)
    const { client } = makeClient(baseUrl)
    await client.emails.send(mail)
    await client.emails.send(mail)
    await failure(client.emails.sendBatch([mail]))
    expect(new Set(requests.map(({ headers }) => headers["idempotency-key"])).size).toBe(3)
  })

  it("has the caller's key where there is one, batches too", async () => {
    const { baseUrl, requests } = await startScripted(
      busy(),
      accepted,
      busy(),
      json(200, { data: [{ status: 201, ...sent }] })
    )
    const { client } = makeClient(baseUrl)
    await client.emails.send(mail, { idempotencyKey: "order 1042" })
    await client.emails.sendBatch([mail], { idempotencyKey: "orders" })
    expect(requests.map(({ headers }) => headers["idempotency-key"])).toEqual([
      "order 1042",
      "order 1042",
      "orders",
      "orders"
    ])
  })

  it.each(["", " a", "a ", "a\nb", "ä", "x".repeat(256)])(
    "is refused under the key %j, and not made",
    async (idempotencyKey) => {
      const { baseUrl, requests } = await startScripted(accepted)
      await expect(
        makeClient(baseUrl).client.emails.send(mail, { idempotencyKey })
      ).rejects.toMatchObject({
        code: "Validation failed",
        details: { "header.idempotency-key": expect.any(Array) }
      })
      expect(requests).toEqual([])
    }
  )
})

describe("a call that must not be made twice", () => {
  type Client = ReturnType<typeof makeClient>["client"]
  const calls: ReadonlyArray<readonly [string, (client: Client) => Promise<unknown>]> = [
    ["emails.cancel", (client) => client.emails.cancel("em_1")],
    [
      "templates.create",
      (client) => client.templates.create({ id: "a", name: "A", subject_template: "A", html: "a" })
    ],
    ["templates.update", (client) => client.templates.update("a", { name: "B" })],
    ["templates.restore", (client) => client.templates.restore("a", { version: 1 })],
    ["domains.add", (client) => client.domains.add({ domain: "shop.example" })],
    ["domains.rotateDkim", (client) => client.domains.rotateDkim("shop.example")],
    ["domains.remove", (client) => client.domains.remove("shop.example")],
    [
      "smtpConfig.save",
      (client) =>
        client.smtpConfig.save({
          provider: "own",
          host: "a.example",
          port: 25,
          username: "u",
          password: "p"
        })
    ],
    ["smtpConfig.verify", (client) => client.smtpConfig.verify()],
    ["smtpConfig.remove", (client) => client.smtpConfig.remove()],
    ["topics.create", (client) => client.topics.create({ id: "news", name: "News" })],
    ["topics.remove", (client) => client.topics.remove("news")],
    ["suppressions.remove", (client) => client.suppressions.remove("ada@example.com")],
    [
      "webhookEndpoints.create",
      (client) =>
        client.webhookEndpoints.create({ url: "https://a.example", events: ["email.sent"] })
    ],
    ["webhookEndpoints.remove", (client) => client.webhookEndpoints.remove(1)],
    ["webhookEndpoints.rotateSecret", (client) => client.webhookEndpoints.rotateSecret(1)],
    ["webhookEndpoints.test", (client) => client.webhookEndpoints.test(1)],
    [
      "webhookEndpoints.replay",
      (client) => client.webhookEndpoints.replay(1, { event_id: "evt_1" })
    ],
    ["apiKeys.create", (client) => client.apiKeys.create({ name: "CI" })],
    ["apiKeys.revoke", (client) => client.apiKeys.revoke("key_1")]
  ]
  it.each(calls)("is sent only once if its outcome is unknown: %s", async (_, call) => {
    for (const step of [reset, busy({ "retry-after": "1" }), html(502)]) {
      const { baseUrl, requests } = await startScripted(step)
      await expect(call(makeClient(baseUrl).client)).rejects.toBeInstanceOf(TelemarkError)
      expect(requests).toHaveLength(1)
    }
  })

  it("is made again after 429, by which nothing came of it", async () => {
    const { baseUrl, requests } = await startScripted(limited(1), json(200, { success: true }))
    expect(await makeClient(baseUrl).client.apiKeys.revoke("key_1")).toEqual({ success: true })
    expect(requests).toHaveLength(2)
  })
})

describe("an answer that can't be used", () => {
  it("of the service is an error with all its details", async () => {
    const { baseUrl, requests } = await startScripted(limited(86_400))
    const error = await failure(makeClient(baseUrl).client.emails.send(mail))
    expect(error).toBeInstanceOf(RateLimited)
    expect(error).toMatchObject({
      _tag: "RateLimited",
      name: "RateLimited",
      code: "Rate limit exceeded",
      status: 429,
      requestId: "req-1",
      retryAfterSeconds: 86_400
    })
    expect(requests).toHaveLength(1)
  })

  it("of a proxy describes the answer, and says where to look", async () => {
    const { baseUrl } = await startScripted(html(502))
    const error = await failure(makeClient(baseUrl, { retries: 0 }).client.emails.list())
    expect(error).toBeInstanceOf(UnexpectedAnswer)
    expect(error).toMatchObject({
      code: "unexpected_answer",
      status: 502,
      message: expect.stringContaining("text/html with status 502")
    })
    expect((error as Error).message).toContain("baseUrl")
  })

  it("is an error even with status 200, once", async () => {
    const { baseUrl, requests } = await startScripted(html(200))
    await expect(makeClient(baseUrl).client.emails.list()).rejects.toMatchObject({
      code: "unexpected_answer",
      status: 200
    })
    expect(requests).toHaveLength(1)
  })

  it.each([301, 302, 307, 308])(
    "is a redirect %i: neither key nor mail goes where it leads",
    async (status) => {
      const elsewhere = await startScripted(accepted)
      const { baseUrl, requests } = await startScripted((response) => {
        response.writeHead(status, { location: `${elsewhere.baseUrl}/emails/send` }).end()
      })
      const error = await failure(makeClient(baseUrl).client.emails.send(mail))
      expect(error).toMatchObject({
        code: "unexpected_answer",
        status,
        message: expect.stringContaining("redirect")
      })
      expect([requests.length, elsewhere.requests.length]).toEqual([1, 0])
    }
  )

  it("has a code that this client doesn't know", async () => {
    const { baseUrl } = await startScripted(
      json(
        418,
        { error: "teapot", message: "Short and stout.", details: { handle: 1 } },
        { "x-request-id": "req-2" }
      )
    )
    const error = await failure(makeClient(baseUrl).client.emails.list())
    expect(error).toBeInstanceOf(UnknownError)
    expect(error).toMatchObject({
      code: "teapot",
      status: 418,
      message: "Short and stout.",
      details: { handle: 1 },
      requestId: "req-2"
    })
  })

  it.each([["constructor"], ["__proto__"], ["toString"]])(
    "isn't led astray by the code %s",
    async (error) => {
      const { baseUrl } = await startScripted((response) => {
        response
          .writeHead(400, { "content-type": "application/json" })
          .end(`{"error":${JSON.stringify(error)}}`)
      })
      await expect(makeClient(baseUrl).client.emails.list()).rejects.toBeInstanceOf(UnknownError)
    }
  )

  it("has a known code and none of the details that belong to it", async () => {
    for (const details of [undefined, null, "x", [], { to: "wrong" }]) {
      const { baseUrl } = await startScripted(json(400, { error: "Validation failed", details }))
      await expect(makeClient(baseUrl).client.emails.list()).rejects.toMatchObject({
        _tag: "ValidationFailed",
        details: expect.any(Object)
      })
    }
  })

  it("doesn't come from a port without a listener", async () => {
    const { baseUrl, server } = await startScripted(good)
    await new Promise((resolve) => {
      server.close(resolve)
    })
    const { client, pauses } = makeClient(baseUrl)
    const error = await failure(client.emails.list())
    expect(error).toBeInstanceOf(ConnectionFailed)
    expect((error as Error).message).toContain("ECONNREFUSED")
    expect(pauses).toHaveLength(2)
  })
})

describe("a batch's answer", () => {
  it("has a result or an error for each send, in their order", async () => {
    const { status: _, ...result } = { status: 201, ...sent }
    const { baseUrl } = await startScripted(
      json(200, {
        data: [
          { status: 201, ...sent },
          { status: 400, error: "Validation failed", details: { to: ["must be an address"] } },
          { status: 429, error: "Monthly email limit exceeded" },
          { status: 503, error: "Service unavailable", message: "Try again." },
          null
        ]
      })
    )
    const { data } = await makeClient(baseUrl).client.emails.sendBatch([
      mail,
      mail,
      mail,
      mail,
      mail
    ])
    expect(data[0]).toEqual({ result })
    expect(data.slice(1).map(({ error }) => [error?._tag, error?.status])).toEqual([
      ["ValidationFailed", 400],
      ["MonthlyLimitExceeded", 429],
      ["ServiceUnavailable", 503],
      ["UnknownError", 0]
    ])
    expect(data[1]?.error?.details).toEqual({ to: ["must be an address"] })
  })
})

describe("time", () => {
  it.each([
    ["answers nothing", stall],
    ["stops in the middle of its answer", stallInBody]
  ] as const)(
    "runs out when the service %s; the request is ended, and made again",
    async (_, step) => {
      const { baseUrl, hangUps, requests } = await startScripted(step, good)
      const { client, runOut } = makeClient(baseUrl)
      const call = client.emails.list()
      await expect.poll(() => requests.length).toBe(1)
      runOut()
      expect(await call).toEqual(page)
      await expect.poll(() => hangUps).toEqual([0])
    }
  )

  it("that has run out too often is an error", async () => {
    const { baseUrl, requests } = await startScripted(stall)
    const { client, runOut } = makeClient(baseUrl)
    const failed = failure(client.emails.list())
    for (const number of [1, 2, 3]) {
      await expect.poll(() => requests.length).toBe(number)
      runOut()
    }
    const error = await failed
    expect(error).toBeInstanceOf(TimedOut)
    expect(error).toMatchObject({
      code: "timed_out",
      message: expect.stringContaining("29999 ms"),
      requestId: expect.any(String)
    })
  })

  it("is over also for a fetch that doesn't heed its signal", async () => {
    const { client, runOut, running } = makeClient("https://mail.example.com/v1", {
      fetch: () => new Promise<never>(() => undefined),
      retries: 0
    })
    const failed = failure(client.emails.list())
    await expect.poll(() => running.size).toBe(1)
    runOut()
    expect(await failed).toBeInstanceOf(TimedOut)
  })

  it("is called off when the answer is there", async () => {
    const { baseUrl } = await startScripted(good)
    const { client, running } = makeClient(baseUrl)
    await client.emails.list()
    await expect.poll(() => running.size).toBe(0)
  })
})
