import { describe, expect, it } from "@effect/vitest"
import { type ListEmails, NotCancellable, NotFound } from "@telemark/contract"
import {
  type EmailFilter,
  type EmailPage,
  Emails,
  eventQueries,
  type ListedEmail,
  MailQueue,
  NewEvents,
  TemplateEngine
} from "@telemark/core"
import { layer as layerSqlite } from "@telemark/sqlite"
import { Effect, Fiber, Layer } from "effect"
import { makeListEmails } from "../../src/sending/emails/listEmails.js"
import { databaseOf } from "../sql/clientOf.js"
import { emailsOver, tenant } from "./support/services.js"

const notHere = () => Effect.die(new Error("not here"))

const idOf = (index: number): string => `em_${String(index).padStart(32, "0")}`
const listed = (index: number): ListedEmail => ({
  id: idOf(index),
  recipient_email: "ada@example.com",
  sender_email: "shop@example.com",
  subject: "",
  status: "sent",
  sent_at: null,
  created_at: 0
})

describe("a list of emails", () => {
  const listing = (
    request: ListEmails,
    emails: ReadonlyArray<ListedEmail> = [],
    next: string | null = null
  ) =>
    Effect.gen(function* () {
      const asked: Array<{ readonly page: EmailPage; readonly filter: EmailFilter }> = []
      const list = makeListEmails((_, page, filter) =>
        Effect.sync(() => {
          asked.push({ page, filter })
          return { emails, next }
        })
      )
      return { answer: yield* list("tn_1", request), asked }
    })

  it.effect("is filtered by all given criteria", () =>
    Effect.gen(function* () {
      const { asked } = yield* listing({
        recipient: "ada@example.com",
        template_id: "welcome",
        tag: "order:10:42",
        status: "sent",
        recipient_domain: "example.com",
        sender_domain: "Shop.Example",
        subject: "Your",
        since: "2026-11-21T00:00:00Z",
        until: "2026-11-21T02:00:00+01:00"
      })
      expect(asked).toEqual([
        {
          page: { limit: 50, offset: 0, after: undefined },
          filter: {
            recipient: "ada@example.com",
            template_id: "welcome",
            tag: { name: "order", value: "10:42" },
            status: "sent",
            recipient_domain: "example.com",
            sender_domain: "Shop.Example",
            subject: "Your",
            since: Date.UTC(2026, 10, 21),
            until: Date.UTC(2026, 10, 21, 1)
          }
        }
      ])
    })
  )

  it.effect(
    "returns where the next page begins, as the storage says, however full this one is",
    () =>
      Effect.gen(function* () {
        const full = yield* listing({ limit: 2, after: idOf(3) }, [listed(2), listed(1)], idOf(1))
        expect(full.asked[0]?.page).toEqual({ limit: 2, offset: 0, after: idOf(3) })
        expect(full.answer).toMatchObject({
          limit: 2,
          offset: 0,
          next: idOf(1),
          data: [{ id: idOf(2) }, { id: idOf(1) }]
        })
        expect((yield* listing({ limit: 2 }, [listed(2)], idOf(1))).answer.next).toBe(idOf(1))
        expect((yield* listing({ limit: 2 })).answer).toStrictEqual({
          data: [],
          limit: 2,
          offset: 0,
          next: null
        })
      })
  )

  const wrong: ReadonlyArray<readonly [string, ListEmails]> = [
    ["recipient", { recipient: "nobody" }],
    ["recipient", { recipient: "a\0@example.com" }],
    ["recipient", { recipient: "\ud800@example.com" }],
    ["recipient", { recipient: "a@\udc00.example.com" }],
    ["template_id", { template_id: "" }],
    ["template_id", { template_id: "a\0" }],
    ["template_id", { template_id: "a\ud800" }],
    ["tag", { tag: "order:\0" }],
    ["tag", { tag: "order:\ud800" }],
    ["tag", { tag: "ord\ud800er:1" }],
    ["tag", { tag: "__proto__:1" }],
    ["after", { after: "em_\0" }],
    ["after", { after: "em_\ud800" }],
    ["tag", { tag: "order" }],
    ["tag", { tag: ":1" }],
    ["tag", { tag: "order:" }],
    ["since", { since: "yesterday" }],
    ["until", { until: "2026-11-21" }],
    ["until", { since: "2026-11-21T00:00:00Z", until: "2026-11-21T00:00:00Z" }],
    ["after", { after: idOf(1), offset: 1 }],
    ["after", { after: "em_none" }],
    ["limit", { limit: 101 }]
  ]
  it.effect.each(wrong)("names %s if it can't be used", ([path, request]) =>
    Effect.gen(function* () {
      expect(yield* Effect.flip(listing(request))).toMatchObject({
        details: { [path]: [expect.any(String)] }
      })
    })
  )

  it.effect("can't begin behind an email that is gone", () =>
    Effect.gen(function* () {
      const list = makeListEmails(() => Effect.succeed(undefined))
      const error = yield* Effect.flip(list("tn_1", { after: idOf(1) }))
      expect(error).toMatchObject({ details: { after: [expect.any(String)] } })
    })
  )
})

describe("cancelling an email", () => {
  /** A message to cancel. */
  const accepted = Effect.gen(function* () {
    const emails = yield* Emails
    const to = { to: "ada@example.com", from: "shop@example.com", text: "Hello" }
    const { queued } = yield* emails.send(tenant, { ...to, tags: { order: "1" } })
    return queued[0]?.id ?? ""
  })
  const provided = Effect.provide(
    Layer.suspend(() =>
      Emails.layer().pipe(
        Layer.provide(
          Layer.succeed(TemplateEngine, { compile: notHere, preview: notHere, render: notHere })
        ),
        Layer.provideMerge(layerSqlite({ filename: ":memory:" }))
      )
    )
  )

  it.effect("returns its log, and notifies those that wait for events", () =>
    Effect.gen(function* () {
      const id = yield* accepted
      const heard = yield* Effect.forkChild(
        yield* Effect.flatMap(NewEvents, ({ listen }) => listen)
      )
      expect(yield* Effect.flatMap(Emails, (emails) => emails.cancel("tn_1", id))).toMatchObject({
        status: "failed",
        error_message: "Cancelled before it was sent.",
        failure_code: "cancelled",
        tags: { order: "1" }
      })
      yield* Fiber.join(heard)
      const events = yield* Effect.flatMap(eventQueries, ({ ofEmail }) => ofEmail("tn_1", id))
      expect(events).toMatchObject([
        { id: expect.stringMatching(/^evt_/), type: "email.failed", created_at: 0 }
      ])
    }).pipe(provided)
  )

  const refused = [
    [
      "in_flight",
      (_: string) =>
        Effect.flatMap(MailQueue, ({ claim }) => claim({ owner: "worker", until: 1 }, 1, 0))
    ],
    ["settled", (id: string) => Effect.flatMap(Emails, ({ cancel }) => cancel("tn_1", id))]
  ] as const
  it.effect.each(refused)("is refused where storage finds it %s", ([reason, first]) =>
    Effect.gen(function* () {
      const id = yield* accepted
      yield* first(id)
      const error = yield* Effect.flip(
        Effect.flatMap(Emails, (emails) => emails.cancel("tn_1", id))
      )
      expect(error).toBeInstanceOf(NotCancellable)
      expect(error).toMatchObject({ code: "not_cancellable", reason })
    }).pipe(provided)
  )

  it.effect("that storage doesn't know is refused", () =>
    Effect.gen(function* () {
      const emails = yield* Emails
      expect(yield* Effect.flip(emails.cancel("tn_1", idOf(1)))).toBeInstanceOf(NotFound)
    }).pipe(provided)
  )

  it.effect("of an invalid id queries no storage", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flatMap(Emails, (emails) =>
        Effect.flip(emails.cancel("tn_1", "em_none"))
      ).pipe(Effect.provide(emailsOver({}, databaseOf(notHere)).layer))
      expect(error).toBeInstanceOf(NotFound)
    })
  )
})
