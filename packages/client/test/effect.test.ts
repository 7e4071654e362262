import { describe, expect, it } from "@effect/vitest"
import {
  Config,
  ConfigProvider,
  Duration,
  Effect,
  Exit,
  Fiber,
  Layer,
  Redacted,
  Stream
} from "effect"
import { TestClock } from "@telemark-tools/clock"
import { inspect } from "node:util"
import { expectTypeOf } from "vitest"
import { type EffectClientOptions, make, TelemarkClient } from "../src/effect.js"
import {
  ConnectionFailed,
  type EmailSummary,
  InvalidOptions,
  NotFound,
  RateLimited,
  type SendRequest,
  type SendResult,
  ServiceUnavailable,
  type TelemarkFailure,
  TimedOut
} from "../src/index.js"
import { apiKey } from "./support/client.js"
import { json, reset, stall, startScripted, type Step } from "./support/scripted.js"
import { startService } from "./support/service.js"

const sent = {
  queued: [{ id: "em_1", recipient: "ada@example.com", status: "queued" }],
  suppressed: [],
  idempotent_replay: false
}
const mail = { to: "ada@example.com", text: "hello" }
const unavailable = json(503, { error: "Service unavailable" })

const scripted = (...steps: ReadonlyArray<Step>) => Effect.promise(() => startScripted(...steps))
const client = (baseUrl: string, options: Partial<EffectClientOptions> = {}) =>
  make({ baseUrl, apiKey: Redacted.make(apiKey), ...options })

/** Waits, in real time, until something is so. */
const until = (isSo: () => boolean) => Effect.promise(() => expect.poll(isSo).toBe(true))

/** Lets the time of Effect pass, while answers come in real time. */
const passUntil = (isSo: () => boolean) =>
  Effect.repeat(
    Effect.andThen(
      TestClock.adjust("100 millis"),
      Effect.promise(
        () =>
          new Promise((resolve) => {
            setImmediate(resolve)
          })
      )
    ),
    { until: isSo }
  )

const maxTimeout = 2 ** 31 - 1

describe("the client for Effect", () => {
  it.effect("repeats a send under the key that it made, after a pause by the clock of Effect", () =>
    Effect.gen(function* () {
      const { baseUrl, requests } = yield* scripted(reset, unavailable, json(201, sent))
      const { emails } = yield* client(baseUrl, { timeoutMillis: maxTimeout })
      const fiber = yield* Effect.forkChild(emails.send(mail))
      yield* passUntil(() => requests.length === 3)
      expect(yield* Fiber.join(fiber)).toEqual(sent)
      expect(new Set(requests.map(({ headers }) => headers["idempotency-key"])).size).toBe(1)
    })
  )

  it.effect(
    "makes a key for each run of a send, so that a caller that retries it gives the key",
    () =>
      Effect.gen(function* () {
        const { baseUrl, requests } = yield* scripted(reset, json(201, sent))
        const { emails } = yield* client(baseUrl, { retries: 0 })
        const send = emails.send(mail)
        expect(yield* Effect.retry(send, { times: 1 })).toEqual(sent)
        yield* send
        expect(new Set(requests.map(({ headers }) => headers["idempotency-key"])).size).toBe(3)
        const again = yield* scripted(reset, json(201, sent))
        const other = yield* client(again.baseUrl, { retries: 0 })
        yield* Effect.retry(other.emails.send(mail, { idempotencyKey: "order-1042" }), { times: 1 })
        expect(again.requests.map(({ headers }) => headers["idempotency-key"])).toEqual([
          "order-1042",
          "order-1042"
        ])
      })
  )

  it.effect("fails with an error, and doesn't die, where a list is no list", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* scripted(json(200, { ok: true }))
      const { emails } = yield* client(baseUrl)
      expect(yield* Effect.flip(Stream.runDrain(emails.all()))).toMatchObject({
        _tag: "UnexpectedAnswer"
      })
    })
  )

  it.effect("sends the batch that it was made of, whatever changed in the list since", () =>
    Effect.gen(function* () {
      const { baseUrl, requests } = yield* scripted(
        json(200, {
          data: [
            { status: 201, ...sent },
            { status: 201, ...sent }
          ]
        })
      )
      const { emails } = yield* client(baseUrl)
      const waiting = [mail, mail]
      const send = emails.sendBatch(waiting)
      waiting.length = 0
      expect((yield* send).data).toHaveLength(2)
      expect(requests.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
        { emails: [mail, mail] }
      ])
    })
  )

  it.effect(
    "leaves what isn't as its type says to the service, and so fails when it is run, not when it is made",
    () =>
      Effect.gen(function* () {
        const { baseUrl } = yield* scripted(
          json(400, { error: "Validation failed", details: { emails: ["is required"] } })
        )
        const { emails } = yield* client(baseUrl)
        const send = emails.send(null as unknown as SendRequest)
        const batch = emails.sendBatch(undefined as unknown as ReadonlyArray<SendRequest>)
        expect(yield* Effect.flip(send)).toMatchObject({ _tag: "ValidationFailed" })
        expect(yield* Effect.flip(batch)).toMatchObject({ _tag: "ValidationFailed" })
      })
  )

  it.effect("fails with the errors of the promise client, distinguished by their tags", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* scripted(
        json(404, { error: "not_found" }, { "x-request-id": "req-1" })
      )
      const { emails } = yield* client(baseUrl)
      const error = yield* Effect.flip(emails.get("em_1"))
      expect(error).toBeInstanceOf(NotFound)
      expect(error).toMatchObject({ requestId: "req-1", status: 404 })
      expect(
        yield* emails
          .get("em_1")
          .pipe(Effect.catchTag("NotFound", ({ code }) => Effect.succeed(code)))
      ).toBe("not_found")
    })
  )

  it.effect("asks again no later than it may, and no more often", () =>
    Effect.gen(function* () {
      const { baseUrl, requests } = yield* scripted(
        json(429, { error: "Rate limit exceeded" }, { "retry-after": "86400" }),
        unavailable
      )
      const { emails } = yield* client(baseUrl, { retries: 0 })
      expect(yield* Effect.flip(emails.send(mail))).toBeInstanceOf(RateLimited)
      expect(yield* Effect.flip(emails.send(mail))).toBeInstanceOf(ServiceUnavailable)
      expect(requests).toHaveLength(2)
    })
  )

  it.effect.each([
    ["its own time", { timeoutMillis: 5000 }, 5],
    ["half a minute, which it has by default,", {}, 30]
  ] as const)("gives an attempt up after %s by the clock of Effect", ([, limits, seconds]) =>
    Effect.gen(function* () {
      const { baseUrl, hangUps, requests } = yield* scripted(stall)
      const { emails } = yield* client(baseUrl)
      const fiber = yield* Effect.forkChild(Effect.flip(emails.list({}, { retries: 0, ...limits })))
      yield* until(() => requests.length === 1)
      yield* TestClock.adjust(Duration.seconds(seconds - 1))
      expect(hangUps).toEqual([])
      yield* TestClock.adjust("1 second")
      expect(yield* Fiber.join(fiber)).toBeInstanceOf(TimedOut)
      yield* until(() => hangUps.length === 1)
    })
  )

  it.effect("ends its request when it is interrupted", () =>
    Effect.gen(function* () {
      const { baseUrl, hangUps, requests } = yield* scripted(stall)
      const { emails } = yield* client(baseUrl)
      const fiber = yield* Effect.forkChild(emails.list())
      yield* until(() => requests.length === 1)
      yield* Fiber.interrupt(fiber)
      expect(Exit.hasInterrupts(yield* Fiber.await(fiber))).toBe(true)
      yield* until(() => hangUps.length === 1)
    })
  )

  it.effect("streams lists page by page, and requests no page that isn't needed", () =>
    Effect.gen(function* () {
      const rows = (count: number) =>
        Array.from({ length: count }, (_, index) => ({ id: String(index) }))
      const { baseUrl, requests } = yield* scripted(
        json(200, { data: rows(100), limit: 100, offset: 0, next: "em_9" }),
        json(200, { data: rows(3), limit: 100, offset: 0, next: null })
      )
      const { emails } = yield* client(baseUrl)
      expect(yield* Stream.runCollect(emails.all({ status: "bounced" }))).toHaveLength(103)
      expect(requests.map(({ url }) => url)).toEqual([
        "/v1/emails?status=bounced&limit=100",
        "/v1/emails?status=bounced&limit=100&after=em_9"
      ])
      const one = yield* scripted(
        json(200, { data: rows(100), limit: 100, offset: 0, next: "em_9" })
      )
      yield* Stream.runDrain(Stream.take((yield* client(one.baseUrl)).emails.all(), 5))
      expect(one.requests).toHaveLength(1)
    })
  )

  it.effect("is made of options that can be used, and of no others", () =>
    Effect.gen(function* () {
      expect(yield* Effect.flip(client("https://mail.example.com"))).toBeInstanceOf(InvalidOptions)
      const refused = yield* Effect.flip(
        make({ baseUrl: "https://mail.example.com/v1", apiKey: "secret" })
      )
      expect(inspect(refused)).not.toContain("secret")
      const { emails } = yield* client("https://mail.example.com/v1")
      expect(yield* Effect.flip(emails.list({}, { retries: -1 }))).toBeInstanceOf(InvalidOptions)
      expect(yield* Effect.flip(emails.get(""))).toMatchObject({ _tag: "ValidationFailed" })
      expect(
        inspect(yield* client("https://mail.example.com/v1"), { depth: null, showHidden: true })
      ).not.toContain(apiKey)
    })
  )

  it.effect("is a service, made of options or of what is configured", () =>
    Effect.gen(function* () {
      const { baseUrl, requests } = yield* scripted(json(200, { name: "Shop" }))
      const name = Effect.flatMap(TelemarkClient, ({ brand }) =>
        Effect.map(brand.get(), (brand) => brand.name)
      )
      const configured = TelemarkClient.layerConfig({
        baseUrl: Config.String("TELEMARK_URL"),
        apiKey: Config.Redacted("TELEMARK_KEY")
      })
      const provider = ConfigProvider.fromUnknown({ TELEMARK_URL: baseUrl, TELEMARK_KEY: apiKey })
      expect(
        yield* Effect.provide(name, configured.pipe(Layer.provide(ConfigProvider.layer(provider))))
      ).toBe("Shop")
      expect(yield* Effect.provide(name, TelemarkClient.layer({ baseUrl, apiKey }))).toBe("Shop")
      expect(requests.map(({ headers }) => headers.authorization)).toEqual([
        `Bearer ${apiKey}`,
        `Bearer ${apiKey}`
      ])
    })
  )

  it.effect("treats any failure of fetch as a failed connection", () =>
    Effect.gen(function* () {
      const { emails } = yield* client("https://mail.example.com/v1", {
        fetch: () => Promise.resolve(undefined as unknown as Response),
        retries: 0
      })
      expect(yield* Effect.flip(emails.list())).toBeInstanceOf(ConnectionFailed)
    })
  )

  it("has the operations of the promise client, with their types", () => {
    type Emails = TelemarkClient["Service"]["emails"]
    expectTypeOf<ReturnType<Emails["send"]>>().toEqualTypeOf<
      Effect.Effect<SendResult, TelemarkFailure>
    >()
    expectTypeOf<ReturnType<Emails["all"]>>().toEqualTypeOf<
      Stream.Stream<EmailSummary, TelemarkFailure>
    >()
    expectTypeOf<TelemarkFailure["_tag"]>().not.toEqualTypeOf<string>()
  })

  it("speaks with the service itself", async () => {
    const service = await startService()
    const program = Effect.gen(function* () {
      const { emails, suppressions } = yield* TelemarkClient
      const address = "a%41/b?c#d@bücher.example"
      yield* suppressions.add({ email_address: address })
      const { queued, suppressed } = yield* emails.send({
        to: [address, "ada@example.com"],
        text: "hello"
      })
      const all = yield* Stream.runCollect(emails.all())
      return {
        suppressed,
        same: all.map(({ id }) => id).join() === queued.map(({ id }) => id).join()
      }
    })
    const apiKeyOfTenant = await service.newKey()
    const client = TelemarkClient.layer({ baseUrl: service.baseUrl, apiKey: apiKeyOfTenant })
    try {
      const answer = await Effect.runPromise(Effect.provide(program, client))
      expect(answer).toEqual({ suppressed: ["a%41/b?c#d@bücher.example"], same: true })
    } finally {
      await service.close()
    }
  })
})
