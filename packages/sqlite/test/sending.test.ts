import { describe, expect, it } from "@effect/vitest"
import {
  type ClaimedMessage,
  emailQueries,
  MailQueue,
  type PreparedSend,
  type Settlement,
  topicQueries
} from "@telemark/core"
import { aSend } from "@telemark-tools/storages"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { vi } from "vitest"
import { recorded, recordingStorage } from "./recorded.js"

/** What each statement does that an effect says, and with which table; in their order. */
const statementsOf = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.suspend(() => {
    recorded.clear()
    return Effect.map(effect, (result) => ({
      result,
      statements: [...recorded.keys()].map(
        (text) =>
          `${/\w+/.exec(text)?.[0] ?? ""} ${/(?:FROM|INTO|UPDATE)\s+(\w+)/.exec(text)?.[1] ?? ""}`
      )
    }))
  })

const sent = ({ created_at, id, recipient, tenant_id }: ClaimedMessage): Settlement => ({
  id,
  tenant_id,
  recipient,
  sender_domain: "example.com",
  created_at,
  attempts: 1,
  status: "sent",
  smtp_provider: "smtp",
  smtp_response: null,
  error_message: null,
  failure_code: null,
  at: 1.9e12,
  next_attempt_at: null,
  refused_since: null,
  suppress: null,
  event: { id: `evt_${id}`, type: "email.sent", data: {} }
})

const file = { filename: "a.txt", content_type: null, content_id: null, size: 2_000_000 }

const withEverything = (send: PreparedSend): PreparedSend => ({
  ...send,
  body: {
    ...send.body,
    attachments: [file, file, file],
    shown: { to: [{ name: "Ada", address: "ada@example.com" }], cc: [] }
  },
  attachments: [file, file, file].map((one) => ({ ...one, content: new Uint8Array(one.size) })),
  tags: { campaign: "spring" },
  scheduled_at: 1.85e12
})

const lifeOf = (sends: ReadonlyArray<PreparedSend>) =>
  Effect.gen(function* () {
    const { accept } = yield* emailQueries
    const queue = yield* MailQueue
    const accepted = yield* statementsOf(
      Effect.forEach(sends, accept, { concurrency: "unbounded" })
    )
    const claimed = yield* statementsOf(queue.claim({ owner: "w", until: 2e12 }, 10, 1.9e12))
    const settled = yield* statementsOf(queue.record("w", claimed.result.map(sent)))
    return {
      messages: claimed.result,
      statements: [accepted, claimed, settled].map(({ statements }) => statements)
    }
  })

const plain = [
  [
    "SELECT suppressions",
    "INSERT bodies",
    "INSERT emails",
    "INSERT search_queue",
    "INSERT queue",
    "INSERT usage",
    "INSERT email_counts"
  ],
  [
    // Whose sending is paused, which is asked every five seconds at most.
    "SELECT queue",
    "SELECT tenants",
    "SELECT queue",
    "UPDATE queue",
    "SELECT emails",
    "UPDATE emails",
    "SELECT bodies",
    "SELECT suppressions",
    "SELECT dkim_keys",
    "SELECT smtp_configs",
    "INSERT email_counts"
  ],
  [
    "DELETE queue",
    "UPDATE emails",
    "INSERT events",
    "SELECT webhook_endpoints",
    "INSERT reputation_hours",
    "INSERT email_counts"
  ]
]

describe("accepting, claiming and recording mail", () => {
  it.effect("takes no statement for files, tags and times of mail that has none", () =>
    Effect.gen(function* () {
      const { statements } = yield* lifeOf([aSend(1), aSend(2)])
      expect(statements).toEqual(plain)
    }).pipe(Effect.provide(recordingStorage))
  )

  it.effect("writes five hundred recipients of sends that come together at a time", () =>
    Effect.gen(function* () {
      const { accept } = yield* emailQueries
      const set = vi.spyOn(recorded, "set")
      const to = (index: number): PreparedSend["recipients"] =>
        Array.from({ length: 50 }, (_, one) => {
          const address = `${String(index)}.${String(one)}@example.com`
          return { id: `em_${randomUUID()}`, address, name: null, folded: address }
        })
      yield* Effect.forEach(
        Array.from({ length: 40 }, (_, index) => ({ ...aSend(index), recipients: to(index) })),
        accept,
        { concurrency: "unbounded" }
      )
      const written = set.mock.calls.filter(([text]) => /INSERT INTO \W?bodies/.test(text))
      set.mockRestore()
      expect(written).toHaveLength(4)
    }).pipe(Effect.provide(recordingStorage))
  )

  it.effect(
    "takes no statement for a topic, nor for the look-up of those who are suppressed for it",
    () =>
      Effect.gen(function* () {
        const topic = {
          tenant_id: "tn_a",
          id: "news",
          name: "News",
          description: null,
          translations: {},
          created_at: 1
        }
        yield* Effect.flatMap(topicQueries, ({ insert }) => insert(topic))
        const { messages, statements } = yield* lifeOf([{ ...aSend(1), topic: "news" }, aSend(2)])
        expect(statements).toEqual(plain)
        expect(messages.map((message) => message.topic)).toEqual(["news", null])
      }).pipe(Effect.provide(recordingStorage))
  )

  it.effect(
    "takes one more for all tags, and one for each four MiB of files, and reads no file's contents",
    () =>
      Effect.gen(function* () {
        const { messages, statements } = yield* lifeOf([withEverything(aSend(1)), aSend(2)])
        const [accepting, ...others] = statements
        expect(accepting).toEqual([
          ...(plain[0] ?? []).slice(0, 2),
          "INSERT attachments",
          "INSERT attachments",
          "INSERT emails",
          "INSERT email_tags",
          ...(plain[0] ?? []).slice(3)
        ])
        expect(others).toEqual(plain.slice(1))
        expect(messages.map(({ body }) => body?.attachments)).toEqual([[], [file, file, file]])
      }).pipe(Effect.provide(recordingStorage))
  )
})
