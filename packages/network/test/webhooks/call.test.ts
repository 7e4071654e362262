import { describe, expect, it } from "@effect/vitest"
import { closedPort, type WebhookBehaviour, webhookPeer } from "@telemark/testing"
import { Effect, Fiber, Logger, References } from "effect"
import { caller, makeCall, outcomeOf, secret } from "./support.js"

/** What comes of a call to a peer that does this. */
const outcome = (behaviour: WebhookBehaviour, timeoutMillis?: number) =>
  Effect.gen(function* () {
    const peer = yield* webhookPeer()
    peer.answer(behaviour)
    const answer = yield* (yield* caller(
      timeoutMillis === undefined ? {} : { timeoutMillis }
    )).call(makeCall(peer.url))
    return { answer, peer }
  })

const isBroken = (behaviour: WebhookBehaviour, reason: string, timeoutMillis?: number) =>
  Effect.map(outcome(behaviour, timeoutMillis), ({ answer }) =>
    expect(outcomeOf(answer)).toBe(reason)
  )

describe("a webhook call", () => {
  it.live(
    "posts the body with its path and query as they are, and these header fields and no others",
    () =>
      Effect.gen(function* () {
        const peer = yield* webhookPeer()
        const call = makeCall(`${peer.url}/hooks/%2F/a?b=c&d=%20#fragment`)
        expect(yield* (yield* caller()).call(call)).toMatchObject({
          _tag: "Answered",
          status: 200,
          response: "ok"
        })
        expect(peer.requests).toMatchObject([
          { method: "POST", path: "/hooks/%2F/a?b=c&d=%20", body: call.body }
        ])
        expect(peer.requests[0]?.headers).toEqual({
          "accept-encoding": "identity",
          connection: "keep-alive",
          "content-length": String(Buffer.byteLength(call.body)),
          "content-type": "application/json",
          host: `127.0.0.1:${String(peer.port)}`,
          "user-agent": "Telemark/1 (webhooks)",
          "webhook-id": "evt_1",
          "webhook-signature": expect.stringMatching(/^v1,[\w+/]{43}=$/),
          "webhook-timestamp": expect.stringMatching(/^\d{10}$/),
          "x-service-signature": expect.stringMatching(/^t=\d{10},v1=[\da-f]{64}$/)
        })
      })
  )

  it.effect("is made while a test's clock stands still, and signed with its time", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const peer = yield* webhookPeer()
        expect(outcomeOf(yield* (yield* caller()).call(makeCall(peer.url)))).toBe(200)
        expect(peer.requests[0]?.headers["webhook-timestamp"]).toBe("0")
        peer.answer("stall")
        expect(
          outcomeOf(yield* (yield* caller({ timeoutMillis: 50 })).call(makeCall(peer.url)))
        ).toBe("timeout")
      })
    )
  )

  it.live("is answered with any status, and with the whole body where that is short", () =>
    Effect.gen(function* () {
      const peer = yield* webhookPeer()
      const { call } = yield* caller()
      for (const status of [200, 202, 299, 400, 404, 410, 429, 500, 503, 599]) {
        peer.answer({ status, chunks: ["no", "ted"] })
        expect(yield* call(makeCall(peer.url))).toMatchObject({
          _tag: "Answered",
          status,
          response: "noted"
        })
      }
      for (const behaviour of [
        { status: 204 },
        { status: 304 },
        { status: 200, headers: { "content-length": 0 } }
      ]) {
        peer.answer(behaviour)
        expect(yield* call(makeCall(peer.url))).toMatchObject({
          _tag: "Answered",
          status: behaviour.status,
          response: ""
        })
      }
      expect(peer.connections).toBe(1)
    })
  )

  it.live("does not follow a redirect", () =>
    Effect.gen(function* () {
      const elsewhere = yield* webhookPeer()
      const { answer } = yield* outcome({ redirect: elsewhere.url })
      expect(outcomeOf(answer)).toBe(302)
      expect(elsewhere.connections).toBe(0)
    })
  )

  it.live("takes no proxy from the environment", () =>
    Effect.gen(function* () {
      const proxy = yield* webhookPeer()
      const before = process.env["http_proxy"]
      yield* Effect.addFinalizer(() =>
        Effect.sync(() =>
          before === undefined
            ? delete process.env["http_proxy"]
            : (process.env["http_proxy"] = before)
        )
      )
      process.env["http_proxy"] = proxy.url
      yield* outcome({ status: 200 })
      expect(proxy.connections).toBe(0)
    })
  )

  it.live("reads 64 KiB of an answer and closes the connection; it counts by its status", () =>
    Effect.gen(function* () {
      const { answer, peer } = yield* outcome({ large: 10_000_000 })
      expect(answer).toMatchObject({ _tag: "Answered", status: 200, response: "x".repeat(1024) })
      yield* Effect.promise(() => peer.until(({ open }) => open === 0))
    })
  )

  it.live("times out, wherever the receiver stalls, and closes the connection", () =>
    Effect.gen(function* () {
      for (const behaviour of ["stall", "stallBody", "drip"] as const) {
        const { answer, peer } = yield* outcome(behaviour, 200)
        expect([behaviour, outcomeOf(answer)]).toEqual([behaviour, "timeout"])
        expect(answer.duration_ms).toSatisfy(
          (millis) => Number.isInteger(millis) && Number(millis) >= 199
        )
        yield* Effect.promise(() => peer.until(({ open }) => open === 0))
      }
    })
  )

  it.live("breaks where the connection is lost before the whole answer is there", () =>
    Effect.gen(function* () {
      yield* isBroken("reset", "reset")
      yield* isBroken("closeHalfway", "reset")
      for (const head of [
        "HTTP/1.1 20",
        "HTTP/1.1 200 OK\r\nx: y\r\n",
        "HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 9\r\n\r\nhalf",
        "HTTP/1.1 200 OK\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhel"
      ]) {
        yield* isBroken({ raw: head }, "reset")
      }
    })
  )

  it.live("takes an answer that ends with its connection", () =>
    Effect.gen(function* () {
      const { answer } = yield* outcome({ raw: "HTTP/1.1 201 Created\r\n\r\nfarewell" })
      expect(answer).toMatchObject({ _tag: "Answered", status: 201, response: "farewell" })
    })
  )

  it.live("breaks on what isn't HTTP", () =>
    Effect.gen(function* () {
      const answers = [
        "220 mail.example.com ESMTP\r\n",
        "HTTP/9.9 200 OK\r\n\r\n",
        "HTTP/1.1 200 OK\r\ncontent-length: x\r\n\r\n",
        "HTTP/1.1 200 OK\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\nhello",
        "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n",
        "HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n",
        `HTTP/1.1 200 OK\r\nx: ${"y".repeat(17_000)}\r\n\r\n`,
        "HTTP/1.1 000 Nothing\r\ncontent-length: 0\r\n\r\n",
        "HTTP/1.1 099 Almost\r\ncontent-length: 0\r\n\r\n"
      ]
      const outcomes = yield* Effect.forEach(answers, (raw) => outcome({ raw }))
      expect(outcomes.map(({ answer }, index) => [answers[index], outcomeOf(answer)])).toEqual(
        answers.map((raw) => [raw, "protocol"])
      )
    })
  )

  it.live("treats 204 as complete once its head is there, whatever that announces", () =>
    Effect.gen(function* () {
      for (const raw of [
        "HTTP/1.1 204 No Content\r\ncontent-length: 5\r\n\r\n",
        "HTTP/1.1 204 No Content\r\ncontent-length: 5\r\n\r\nhello",
        "HTTP/1.1 204 No Content\r\n\r\n"
      ]) {
        const { answer } = yield* outcome({ raw })
        expect(answer).toMatchObject({ _tag: "Answered", status: 204, response: "" })
      }
    })
  )

  it.live("waits for the answer itself where others come first (103)", () =>
    Effect.gen(function* () {
      const { answer } = yield* outcome({
        raw: "HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok"
      })
      expect(answer).toMatchObject({ _tag: "Answered", status: 200, response: "ok" })
    })
  )

  it.live("fails if there is no listener", () =>
    Effect.gen(function* () {
      const port = yield* Effect.promise(closedPort)
      expect(
        outcomeOf(yield* (yield* caller()).call(makeCall(`http://127.0.0.1:${String(port)}/`)))
      ).toBe("refused")
    })
  )

  it.live("closes its connection when it is interrupted", () =>
    Effect.gen(function* () {
      const peer = yield* webhookPeer()
      peer.answer("stall")
      const fiber = yield* Effect.forkChild((yield* caller()).call(makeCall(peer.url)))
      yield* Effect.promise(() => peer.until(({ requests }) => requests.length === 1))
      expect(peer.open).toBe(1)
      yield* Fiber.interrupt(fiber)
      yield* Effect.promise(() => peer.until(({ open }) => open === 0))
    })
  )

  it.live(
    "that meets a fault of our own breaks as internal; the log says where, and nothing of URL or secret",
    () =>
      Effect.gen(function* () {
        const peer = yield* webhookPeer()
        const lines: Array<string> = []
        const logger = Logger.map(Logger.formatJson, (line) => void lines.push(line))
        const { call } = yield* caller()
        const faulty = [
          makeCall(`${peer.url}/private`, { event_id: "evt\r\nx: y" }),
          makeCall("https://private host/")
        ]
        const answers = yield* Effect.forEach(faulty, call).pipe(
          Effect.provide(Logger.layer([logger]))
        )
        expect(answers.map(outcomeOf)).toEqual(["internal", "internal"])
        expect(lines.join()).toContain("webhooks/keptConnections.ts")
        expect(lines.join()).not.toMatch(/private|127\.0\.0\.1/)
        expect(lines.join()).not.toContain(secret.slice(6))
        expect(peer.requests).toEqual([])
      })
  )

  it.live("logs nothing of the transmitted data, whatever the outcome", () =>
    Effect.gen(function* () {
      const lines: Array<string> = []
      const logger = Logger.map(Logger.formatJson, (line) => void lines.push(line))
      for (const behaviour of [
        { status: 500 },
        "reset",
        "closeHalfway",
        { raw: "nonsense" }
      ] as const) {
        yield* outcome(behaviour).pipe(
          Effect.provide(Logger.layer([logger])),
          Effect.provideService(References.MinimumLogLevel, "All")
        )
      }
      expect(lines).toEqual([])
    })
  )
})

describe("what is kept of an answer", () => {
  const responseTo = (body: Uint8Array) =>
    Effect.map(
      outcome({ status: 200, chunks: [body.subarray(0, 700), body.subarray(700)] }),
      ({ answer }) => (answer._tag === "Answered" ? answer.response : answer.reason)
    )

  it.live("is its first 1,024 octets, with no character cut in two", () =>
    Effect.gen(function* () {
      expect(yield* responseTo(Buffer.from("é".repeat(512) + "more"))).toBe("é".repeat(512))
      expect(yield* responseTo(Buffer.from("x" + "é".repeat(600)))).toBe("x" + "é".repeat(511))
      expect(yield* responseTo(Buffer.from("🎿".repeat(300)))).toBe("🎿".repeat(256))
    })
  )

  it.live(
    "is text that a database takes: no NUL, octets that are no UTF-8 replaced, and no longer than that",
    () =>
      Effect.gen(function* () {
        expect(yield* responseTo(Buffer.from("a\0b\0"))).toBe("ab")
        expect(yield* responseTo(Buffer.from([0x61, 0xff, 0xc3, 0x28]))).toBe("a\uFFFD\uFFFD(")
        expect(yield* responseTo(Buffer.alloc(2000, 0xff))).toBe("\uFFFD".repeat(341))
        expect(yield* responseTo(Buffer.from([0xc3]))).toBe("\uFFFD")
      })
  )
})
