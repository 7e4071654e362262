import { describe, expect, it } from "@effect/vitest"
import { TestClock } from "@telemark-tools/clock"
import {
  type SendEnvelope,
  type SendOptions,
  type SendRequest,
  ValidationFailed
} from "@telemark/contract"
import { Emails } from "@telemark/core"
import { Effect, Result } from "effect"
import { emailsOver, tenant } from "./support/services.js"

const now = Date.UTC(2026, 10, 21, 12)
const day = 24 * 3_600_000
const at = (millis: number): string => new Date(millis).toISOString()

const base: SendRequest = { to: "ada@example.com", text: "x" }

const plain = (address: string) => ({ name: null, address })

/** What storage is given of a send. */
const prepared = (part: Partial<SendEnvelope>, options?: SendOptions) =>
  Effect.gen(function* () {
    yield* TestClock.setTime(now)
    const { accepted, layer } = emailsOver()
    const result = yield* Effect.flatMap(Emails, (emails) =>
      emails.send(tenant, { ...base, ...part }, options)
    ).pipe(Effect.provide(layer))
    return { result, send: accepted[0]! }
  })

const digestOf = (part: Partial<SendEnvelope>) =>
  Effect.map(prepared(part, { idempotencyKey: "k" }), ({ send }) => send.idempotency?.body_digest)

describe("a send", () => {
  it.effect("with cc and bcc is one mail that shows to and cc, and a message for each", () =>
    Effect.gen(function* () {
      const { result, send } = yield* prepared({
        to: ["a@example.com", "b@example.com"],
        cc: "c@example.com",
        bcc: ["d@example.com", "A@example.com"]
      })
      expect(result.queued.map(({ recipient }) => recipient)).toEqual([
        "a@example.com",
        "b@example.com",
        "c@example.com",
        "d@example.com"
      ])
      expect(new Set(result.queued.map(({ id }) => id)).size).toBe(4)
      expect(send.body.shown).toEqual({
        to: [plain("a@example.com"), plain("b@example.com")],
        cc: [plain("c@example.com")]
      })
    })
  )

  it.effect("with reply_to has that field, whatever its headers say", () =>
    Effect.gen(function* () {
      const { send } = yield* prepared({
        reply_to: ["Help <help@example.com>"],
        headers: { "reply-to": "x@example.com", "X-A": "1" }
      })
      expect(send.body.headers.slice(0, 2)).toEqual([
        ["X-A", "1"],
        ["Reply-To", '"Help" <help@example.com>']
      ])
      expect(send.warnings).toEqual([
        "The header reply-to was left out, because reply_to replaces it."
      ])
      const { send: own } = yield* prepared({ headers: { "Reply-To": "x@example.com" } })
      expect(own).toMatchObject({ warnings: [] })
      expect(own.body.headers[0]).toEqual(["Reply-To", "x@example.com"])
    })
  )

  it.effect("passes the files' contents to storage, and names them in the body", () =>
    Effect.gen(function* () {
      const { send } = yield* prepared({
        attachments: [{ filename: "a.txt", content: "aGVsbG8=", content_type: "text/plain" }]
      })
      const info = { filename: "a.txt", content_type: "text/plain", content_id: null, size: 5 }
      expect(send.body.attachments).toStrictEqual([info])
      expect(send.attachments).toEqual([{ ...info, content: new TextEncoder().encode("hello") }])
    })
  )

  it.effect("is refused with a file that isn't base64", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(
        prepared({ attachments: [{ filename: "a.txt", content: "?" }] })
      )
      expect(error).toMatchObject({ details: { "attachments.0.content": [expect.any(String)] } })
    })
  )

  it.effect("has its tags", () =>
    Effect.gen(function* () {
      expect((yield* prepared({ tags: { order: "1042" } })).send.tags).toEqual({ order: "1042" })
      expect((yield* prepared({})).send.tags).toEqual({})
    })
  )

  it.effect("is scheduled up to 30 days ahead, and sent at once where its time is over", () =>
    Effect.gen(function* () {
      expect((yield* prepared({ scheduled_at: at(now + 30 * day) })).send.scheduled_at).toBe(
        now + 30 * day
      )
      expect(
        (yield* prepared({ scheduled_at: "2026-11-21T13:00:01+01:00" })).send.scheduled_at
      ).toBe(now + 1000)
      for (const millis of [now, now - day])
        expect((yield* prepared({ scheduled_at: at(millis) })).send.scheduled_at).toBeNull()
      const error = yield* Effect.flip(prepared({ scheduled_at: at(now + 30 * day + 1) }))
      expect(error).toMatchObject({ details: { scheduled_at: ["must be at most 30 days ahead"] } })
    })
  )

  it.effect("is another one under its key when one of the new members differs", () =>
    Effect.gen(function* () {
      const parts: ReadonlyArray<Partial<SendEnvelope>> = [
        {},
        { cc: "c@example.com" },
        { bcc: "c@example.com" },
        { reply_to: "c@example.com" },
        { tags: { a: "1" } },
        { scheduled_at: at(now + day) },
        { attachments: [{ filename: "a", content: "aGVsbG8=" }] },
        { attachments: [{ filename: "b", content: "aGVsbG8=" }] },
        { attachments: [{ filename: "a", content: "aGVsbG8x" }] },
        { attachments: [{ filename: "a", content: "aGVsbG8=", content_id: "a" }] }
      ]
      expect(new Set(yield* Effect.forEach(parts, digestOf)).size).toBe(parts.length)
    })
  )

  it.effect("is the same under its key however the octets of its files are written", () =>
    Effect.gen(function* () {
      const written = ["aGVsbG8=", "aGVs\r\nbG8", new TextEncoder().encode("hello")]
      const digests = yield* Effect.forEach(written, (content) =>
        digestOf({ attachments: [{ filename: "a", content }] })
      )
      expect(new Set(digests).size).toBe(1)
    })
  )

  it.effect("has the digest that earlier versions gave it", () =>
    Effect.gen(function* () {
      expect(yield* digestOf({})).toBe(
        "0c9a54a8f92c8bc88f18add9ddce52350b10635bf78f9c40fbe248cdc6f396f2"
      )
    })
  )
})

describe("a batch", () => {
  const batch = (requests: ReadonlyArray<unknown>, options?: SendOptions) =>
    Effect.gen(function* () {
      const { accepted, layer } = emailsOver()
      const entries = yield* Effect.flatMap(Emails, (emails) =>
        emails.sendBatch(tenant, requests as ReadonlyArray<SendRequest>, options)
      ).pipe(Effect.provide(layer))
      return { accepted, entries }
    })

  it.effect(
    "answers each entry at its index, and a refused entry changes nothing for the others",
    () =>
      Effect.gen(function* () {
        const { accepted, entries } = yield* batch([
          base,
          { to: "nobody", text: "x" },
          null,
          { ...base, to: "grace@example.com" }
        ])
        expect(
          entries.map((entry) =>
            Result.match(entry, {
              onFailure: (error) =>
                error instanceof ValidationFailed ? Object.keys(error.details) : error,
              onSuccess: ({ queued }) => queued.map(({ recipient }) => recipient)
            })
          )
        ).toEqual([["ada@example.com"], ["to"], ["body"], ["grace@example.com"]])
        expect(accepted).toHaveLength(2)
      })
  )

  it.effect("has 1 to 100 entries", () =>
    Effect.gen(function* () {
      expect((yield* batch(Array<SendRequest>(100).fill(base))).entries).toHaveLength(100)
      for (const wrong of [
        [],
        Array<SendRequest>(101).fill(base),
        undefined,
        { 0: base, length: 1 },
        "x"
      ]) {
        const error = yield* Effect.flip(batch(wrong as never))
        expect(error.details).toEqual({ emails: ["must be a list of 1 to 100 sends"] })
      }
    })
  )

  it.effect(
    "gives each entry a key of its own, which stays the same and which no single send can have",
    () =>
      Effect.gen(function* () {
        const keysOf = (requests: ReadonlyArray<unknown>) =>
          Effect.map(batch(requests, { idempotencyKey: "order-1" }), ({ accepted }) =>
            accepted.map(({ idempotency }) => idempotency?.key).sort()
          )
        const keys = yield* keysOf([base, base, base])
        expect(new Set(keys).size).toBe(3)
        expect(yield* keysOf([base, base, base])).toEqual(keys)
        expect(yield* keysOf([null, base, null])).toEqual([keys[1]])
        for (const key of keys)
          expect(yield* Effect.flip(prepared({}, { idempotencyKey: key }))).toBeInstanceOf(
            ValidationFailed
          )
      })
  )

  it.effect("is refused as a whole with a key that is none", () =>
    Effect.gen(function* () {
      expect(
        (yield* Effect.flip(batch([base], { idempotencyKey: "a\nb" }))).details
      ).toHaveProperty("header.idempotency-key")
    }).pipe(Effect.asVoid)
  )
})
