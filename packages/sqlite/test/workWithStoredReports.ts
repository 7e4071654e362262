import { EmailStore, FeedbackStore } from "@telemark/core"
import { aSend } from "@telemark-tools/storages"
import { Effect } from "effect"
import { expect } from "vitest"

/** Does with reports that wait or aren't matched what a storage is asked for. */
export const workWithStoredReports = Effect.gen(function* () {
  const { find, keepUnread, listUnmatched, nextDue, record, retry } = yield* FeedbackStore
  const { accept } = yield* EmailStore
  const send = aSend(1)
  const id = `em_${"0".repeat(32)}`
  yield* accept({
    ...send,
    recipients: [{ id, address: "a@example.com", name: null, folded: "a@example.com" }],
    body: { ...send.body, id: `body_${"0".repeat(32)}` }
  })
  const message_id = `body_${"0".repeat(32)}@example.com`
  const messages = [{ email_id: id }, { provider_id: "0102018f-1" }, { message_id }]
  const found = yield* find(messages.map((message) => ({ tenant_id: null, message })))
  expect(found.map((one) => one?.email_id)).toEqual([id, undefined, id])
  const entryOf = {
    type: "email.unsubscribed" as const,
    report_key: "k",
    decide: () => ({ _tag: "Wait" as const })
  }
  yield* record(
    messages.map((message, index) => ({
      ...entryOf,
      found: found[index],
      keepUnmatched: true,
      keep: {
        origin: { tenant_id: index === 0 ? "tn_a" : null, source: "ses" },
        report: { kind: "unsubscribed" as const, message }
      }
    }))
  )
  yield* nextDue
  expect(yield* retry({ now: 2e15, limit: 10, emailIds: [id] }, () => entryOf)).toHaveLength(2)
  expect(yield* retry({ now: 2e15, limit: 10 }, () => entryOf)).toHaveLength(3)
  expect(
    yield* retry({ now: 2e15, limit: 10 }, () => ({
      ...entryOf,
      decide: () => ({ _tag: "Leave", reason: "superseded", fact: { status: "delivered", at: 1 } })
    }))
  ).toHaveLength(3)
  yield* keepUnread(
    { tenant_id: null, source: "return_path" },
    { kind: "unread", excerpt: "x", message: {} }
  )
  const all = (yield* listUnmatched(null, { limit: 10, offset: 0 })) ?? []
  yield* listUnmatched("tn_a", { limit: 10, offset: 0, after: all[0]?.id })
  yield* listUnmatched(null, { limit: 10, offset: 0, after: all[0]?.id })
})
