import { Emails, EventStreams, MailQueue, Tenants } from "@telemark/core"
import { capture } from "@telemark/smtp"
import { sqlite } from "@telemark/sqlite"
import { deliverDue } from "@telemark/worker"
import { Effect, Layer, Option, Stream } from "effect"
import { type LayerOptions, Telemark, ValidationFailed } from "telemark"
import { describe, expect, it } from "vitest"

const base = () => ({
  storage: sqlite({ filename: ":memory:" }),
  transport: capture(),
  from: "Shop <shop@example.com>"
})
const mail = { to: "ada@example.com", subject: "Hello", text: "Good morning." }

const send = Effect.gen(function* () {
  const tenant = yield* Effect.flatMap(Tenants, (tenants) => tenants.getOrCreate("default"))
  const {
    queued: [queued]
  } = yield* Effect.flatMap(Emails, (emails) => emails.send(tenant, mail))
  return { tenant, id: queued?.id ?? "" }
})

/** The first event of the kind, from the beginning. */
const firstOf = (tenantId: string, kind: string) =>
  Effect.flatMap(EventStreams, (events) =>
    events.follow(tenantId, { name: "test", from: "beginning" }).pipe(
      Stream.filter(({ type }) => type === kind),
      Stream.runHead,
      Effect.map(Option.getOrThrow)
    )
  )

const problemsOf = (options: object) =>
  Effect.runPromise(
    Effect.flip(
      Effect.scoped(Layer.build(Telemark.layer({ ...base(), ...options } as LayerOptions)))
    )
  )

describe("Telemark.layer", () => {
  it("provides all that sending and delivering need", () =>
    Effect.runPromise(
      Effect.gen(function* () {
        const { id, tenant } = yield* send
        expect((yield* deliverDue()).emails).toMatchObject({ sent: 1 })
        expect(yield* Effect.flatMap(Emails, (emails) => emails.get(tenant.id, id))).toMatchObject({
          status: "sent",
          smtp_provider: "capture"
        })
      }).pipe(Effect.provide(Telemark.layer(base())))
    ))

  it("delivers by itself with a worker, for as long as it lives", () =>
    Effect.runPromise(
      Effect.gen(function* () {
        const { id, tenant } = yield* send
        expect(yield* firstOf(tenant.id, "email.sent")).toMatchObject({ data: { email_id: id } })
      }).pipe(Effect.provide(Telemark.layer({ ...base(), worker: {} })))
    ))

  it("delivers nothing without a worker", () =>
    Effect.runPromise(
      Effect.gen(function* () {
        const { id, tenant } = yield* send
        // A worker would be told of the mail at once, and take a few turns of the loop.
        for (let turn = 0; turn < 100; turn++)
          yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
        expect(yield* Effect.flatMap(Emails, (emails) => emails.get(tenant.id, id))).toMatchObject({
          status: "queued"
        })
        expect(yield* MailQueue).toBeDefined()
      }).pipe(Effect.provide(Telemark.layer(base())))
    ))

  it("is one of its own where it is built inside of another", () =>
    Effect.runPromise(
      Effect.gen(function* () {
        const outer = yield* send
        yield* Effect.gen(function* () {
          const inner = yield* send
          const { get } = yield* Emails
          expect(yield* get(inner.tenant.id, inner.id)).toMatchObject({ status: "queued" })
          expect(yield* Effect.flip(get(outer.tenant.id, outer.id))).toMatchObject({
            _tag: "NotFound"
          })
        }).pipe(Effect.provide(Telemark.layer(base())))
        expect((yield* deliverDue()).emails).toMatchObject({ sent: 1 })
      }).pipe(Effect.provide(Telemark.layer(base())))
    ))

  it.each([
    ["from", { from: "nobody" }, expect.any(String)],
    ["retrySchedule", { retrySchedule: "soon" }, expect.any(String)],
    ["storage", { storage: "mail.db" }, expect.stringContaining("sqlite({ filename })")],
    // The application has layers of its own for these.
    ["logLevel", { logLevel: "Debug" }, expect.stringContaining("Telemark.layer()")],
    ["worker", { worker: true }, expect.any(String)],
    ["form", { form: "shop@example.com" }, expect.stringContaining("Telemark.layer()")]
  ])("fails with what is wrong with %s", async (name, options, problem) => {
    const error = await problemsOf(options)
    expect(error).toBeInstanceOf(ValidationFailed)
    expect(error).toMatchObject({ details: { [name]: [problem] } })
  })
})
