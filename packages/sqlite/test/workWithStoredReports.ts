import {
  Database,
  emailQueries,
  makeRecordReports,
  reportedEmailQueries,
  storedReportQueries
} from "@telemark/core"
import { aSend } from "@telemark-tools/storages"
import { Effect } from "effect"
import { expect } from "vitest"

/** Does with reports that wait or aren't matched what a storage is asked for. */
export const workWithStoredReports = Effect.gen(function* () {
  const { sql, write } = yield* Database
  const { record, retry } = yield* makeRecordReports
  const { find } = yield* reportedEmailQueries
  const { insert, list, nextDue } = yield* storedReportQueries
  const { accept } = yield* emailQueries
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
  yield* record(
    messages.map((message, index) => ({
      origin: { tenant_id: index === 0 ? "tn_a" : null, source: "ses" },
      report: { kind: "unsubscribed" as const, key: "k", message },
      found: found[index],
      keepUnmatched: true
    }))
  )
  yield* nextDue
  expect(yield* retry({ now: 2e15, limit: 10, emailIds: [id] })).toHaveLength(2)
  expect(yield* retry({ now: 2e15, limit: 10 })).toHaveLength(3)
  yield* sql`UPDATE emails SET status = 'bounced' WHERE id = ${id}`
  yield* record([
    {
      origin: { tenant_id: "tn_a", source: "ses" },
      report: { kind: "delivered", message: { email_id: id } },
      found: found[0],
      keepUnmatched: true
    }
  ])
  expect(yield* retry({ now: 2e15, limit: 10 })).toHaveLength(3)
  const unread = { kind: "unread", excerpt: "x", message: {} } as const
  const origin = { tenant_id: null, source: "return_path" }
  yield* write(insert([{ origin, report: unread, reason: "unread", email_id: null }]))
  const all = (yield* list(null, { limit: 10, offset: 0 })) ?? []
  yield* list("tn_a", { limit: 10, offset: 0, after: all[0]?.id })
  yield* list(null, { limit: 10, offset: 0, after: all[0]?.id })
})
