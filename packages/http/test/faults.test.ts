import { StorageError } from "@telemark/contract"
import { Inbox, StorageHealth, type StoragePorts } from "@telemark/core"
import { layer as layerSqlite } from "@telemark/sqlite"
import { Cause, Context, Effect, Layer, Logger, References } from "effect"
import * as Statement from "effect/sql/Statement"
import { afterEach, describe, expect, it } from "vitest"
import { hostsOfRun, type Service, startService } from "./support/service.js"

const secret = "password=hunter2"
const unavailable = new StorageError({ reason: "unavailable", cause: new Error(secret) })
const fault = new StorageError({ reason: "fault", cause: new Error(secret) })

/** A real storage in which one port is broken. */
const brokenStorage = <I extends StoragePorts, S extends object>(
  port: Context.Key<I, S>,
  broken: Partial<S>
) =>
  Layer.flatMap(layerSqlite({ filename: ":memory:" }), (ports) =>
    Layer.succeedContext(
      Context.add(ports, port, {
        ...Context.get(ports as Context.Context<StoragePorts | I>, port),
        ...broken
      })
    )
  )

/** A storage whose statements about a table fail, once an account is there. */
interface BrokenTable {
  readonly table: string
  readonly failure: Effect.Effect<never, unknown>
}

describe.each(hostsOfRun)("when something breaks behind %s", (host) => {
  let service: Service | undefined
  const logged: Array<{
    readonly level: string
    readonly text: string
    readonly requestId: unknown
  }> = []
  const listening = Layer.merge(
    Logger.layer([
      Logger.make(({ cause, fiber, logLevel, message }) => {
        const requestId = fiber.getRef(References.CurrentLogAnnotations)["request_id"]
        const why = cause.reasons.length === 0 ? "" : Cause.pretty(cause)
        logged.push({ level: logLevel.toUpperCase(), text: `${String(message)} ${why}`, requestId })
      })
    ]),
    Layer.succeed(References.MinimumLogLevel, "Debug")
  )

  const start = async (storage: Layer.Layer<StoragePorts, StorageError> | BrokenTable) => {
    let isBroken = false
    const breaking = Layer.succeed(Statement.CurrentTransformer, (statement) =>
      isBroken && "table" in storage && statement.compile()[0].includes(storage.table)
        ? (storage.failure as Effect.Effect<never>)
        : Effect.succeed(statement)
    )
    service = await startService({
      host,
      storage: "table" in storage ? layerSqlite({ filename: ":memory:" }) : storage,
      around: Layer.merge(listening, breaking)
    })
    const {
      key: { key }
    } = await service.newAccount()
    isBroken = true
    logged.length = 0
    const { call } = service
    return {
      call: (method: string, path: string, json?: unknown) =>
        call(method, path, {
          key,
          headers: { "x-request-id": "req-7" },
          ...(json === undefined ? {} : { json })
        })
    }
  }
  afterEach(async () => {
    await service?.close()
    service = undefined
  })

  it("answers 503 while the storage is away, says when to come back, and logs the cause", async () => {
    const { call } = await start({ table: "emails", failure: unavailable })
    for (const answer of [
      await call("POST", "/v1/emails/send", { to: "a@example.com", html: "x" }),
      await call("GET", "/v1/emails"),
      await call("GET", `/v1/emails/em_${"0".repeat(32)}`)
    ]) {
      expect([answer.status, answer.json]).toEqual([
        503,
        { error: "Service unavailable", message: unavailable.message }
      ])
      expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0)
      expect(answer.text).not.toContain("hunter2")
    }
    const warning = logged.find(({ level }) => level === "WARN")
    expect(warning).toMatchObject({ requestId: "req-7", text: expect.stringContaining("hunter2") })
  })

  it.each([
    ["POST", "/v1/domains", { domain: "example.com" }],
    ["GET", "/v1/domains"],
    ["GET", "/v1/domains/example.com"],
    ["POST", "/v1/domains/example.com/verify"],
    ["POST", "/v1/domains/example.com/rotate-dkim"],
    ["DELETE", "/v1/domains/example.com"]
  ])("answers 503 while domains can't be reached: %s %s", async (method, path, json?: object) => {
    const { call } = await start({ table: "domains", failure: unavailable })
    const answer = await call(method, path, json)
    expect([answer.status, answer.json]).toEqual([
      503,
      { error: "Service unavailable", message: unavailable.message }
    ])
  })

  it.each([
    ["GET", "/v1/smtp-config"],
    ["POST", "/v1/smtp-config/verify"],
    ["DELETE", "/v1/smtp-config"]
  ])("answers 503 while SMTP configurations can't be reached: %s %s", async (method, path) => {
    const { call } = await start({ table: "smtp_configs", failure: unavailable })
    const answer = await call(method, path)
    expect([answer.status, answer.json]).toEqual([
      503,
      { error: "Service unavailable", message: unavailable.message }
    ])
  })

  it("answers 503 if keys can't be looked up", async () => {
    const { call } = await start({ table: "api_keys", failure: unavailable })
    expect((await call("GET", "/v1/emails")).status).toBe(503)
  })

  it.each([
    ["a fault of the storage", fault],
    ["a defect", Effect.die(new Error(secret))],
    ["a defect that is no error", Effect.die({ secret })],
    ["an interruption", Effect.interrupt],
    [
      "a throw",
      Effect.suspend<never, never, never>(() => {
        throw new Error(secret)
      })
    ]
  ])(
    "answers %s with 500 and the request's id, and writes the details to the log only",
    async (name, failure) => {
      const { call } = await start({ table: "suppressions", failure })
      const answer = await call("GET", "/v1/suppressions")
      expect([answer.status, answer.json]).toEqual([
        500,
        {
          error: "Internal error",
          message: expect.stringContaining("req-7"),
          details: { request_id: "req-7" }
        }
      ])
      expect(answer.headers.get("x-request-id")).toBe("req-7")
      expect(answer.text).not.toContain("hunter2")
      const errors = logged.filter(({ level }) => level === "ERROR")
      expect(errors).toHaveLength(1)
      expect(errors[0]?.requestId).toBe("req-7")
      if (name !== "an interruption") expect(errors[0]?.text).toContain("hunter2")
    }
  )

  it("takes an answer that doesn't fit its schema for its own fault, and logs where, not what", async () => {
    const mail = { id: "em_1", tenant_id: "tn_1", sender: "a@b.c", recipient: "a@b.c", subject: "" }
    const mails = [
      { ...mail, captured_at: 1, released: { to: [secret] as unknown as string, at: 1 } }
    ]
    const { call } = await start(brokenStorage(Inbox, { list: () => Effect.succeed(mails) }))
    const answer = await call("GET", "/v1/inbox")
    expect([answer.status, answer.json]).toEqual([
      500,
      {
        error: "Internal error",
        message: expect.stringContaining("req-7"),
        details: { request_id: "req-7" }
      }
    ])
    const text = logged.map((entry) => entry.text).join("\n")
    expect(text).toContain("schema")
    expect(text).not.toContain("hunter2")
    expect((await call("GET", "/v1/inbox?limit=x")).status).toBe(400)
  })

  it("says that it is not ready while the storage isn't, but that it is alive", async () => {
    const { call } = await start(brokenStorage(StorageHealth, { check: unavailable }))
    const ready = await call("GET", "/readyz")
    expect([ready.status, ready.json]).toEqual([503, { status: "unavailable" }])
    expect((await call("GET", "/healthz")).status).toBe(200)
  })

  it("answers 500 where a path outside the interface breaks, instead of nothing", async () => {
    const { call } = await start(
      brokenStorage(StorageHealth, { check: Effect.die(new Error("hunter2")) })
    )
    const answer = await call("GET", "/readyz")
    expect([answer.status, answer.json]).toMatchObject([500, { error: "Internal error" }])
    expect(answer.text).not.toContain("hunter2")
  })

  it("writes one line for each request at debug level, with the template of its path and no address", async () => {
    const { call } = await start(layerSqlite({ filename: ":memory:" }))
    await call("GET", "/v1/suppressions/check/ada@example.com")
    await call("GET", "/v1/nowhere/ada@example.com")
    await call("GET", "/healthz")
    const lines = logged.filter(({ level }) => level === "DEBUG").map(({ text }) => text.trim())
    expect(lines).toEqual([
      expect.stringMatching(/^GET \/v1\/suppressions\/check\/:email 200 [\d.]+ ms$/),
      expect.stringMatching(/^GET - 404 [\d.]+ ms$/),
      expect.stringMatching(/^GET \/healthz 200 [\d.]+ ms$/)
    ])
  })
})
