import * as SqlClient from "effect/sql/SqlClient"
import { describe, expect, it } from "@effect/vitest"
import { type EmailFilter, emailQueries, indexMessages } from "@telemark/core"
import { Effect } from "effect"
import { recorded, recordingStorage } from "./recorded.js"

const count = 17_500
const idOf = (n: number): string => `em_${String(n).padStart(32, "0")}`

/** Messages that are alike, but for the oldest: nothing that an index knows tells it apart. */
const fill = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql.unsafe(`WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${String(count)})
    INSERT INTO emails (id, tenant_id, body_id, recipient_email, sender_email, template_id, subject, status, attempts, smtp_provider, created_at, updated_at)
    SELECT printf('em_%032d', n), 'tn_a', 'body', 'ada@example.com', CASE n WHEN 1 THEN 'a@rare.example' ELSE 'shop@example.com' END, 'welcome', printf('Order %d', n), 'sent', 1, '', n / 8, n
    FROM numbers`)
})

describe("a list of which an index knows too little", () => {
  it.effect.each<[string, EmailFilter]>([
    ["all messages", { sender_domain: "rare.example" }],
    ["those of a template", { template_id: "welcome", sender_domain: "rare.example" }],
    [
      "those of a recipient's domain",
      { recipient_domain: "example.com", sender_domain: "rare.example" }
    ]
  ])(
    "goes through 5,000 messages at most for a page, which may be empty with others following: %s",
    ([, filter]) =>
      Effect.gen(function* () {
        yield* fill
        const { list } = yield* emailQueries
        const pages: Array<ReadonlyArray<string>> = []
        let after: string | undefined
        do {
          const found = yield* list("tn_a", { limit: 50, offset: 0, after }, filter)
          pages.push(found?.emails.map(({ id }) => id) ?? [])
          if (found?.next !== null && pages.length < 4)
            expect(found?.next).toBe(idOf(count - 5_000 * pages.length + 1))
          after = found?.next ?? undefined
        } while (after !== undefined)
        expect(pages).toEqual([[], [], [], [idOf(1)]])
      }).pipe(Effect.provide(recordingStorage))
  )

  it.effect.each<[string, EmailFilter]>([
    ["whose subject begins alike", { subject: "ORDER 12345", sender_domain: "example.com" }],
    ["that have the words", { q: "order 12345", template_id: "welcome" }],
    ["that have a rare word beside one that all have", { q: "ada 12345" }],
    ["whose id begins so", { q: idOf(12_345) }]
  ])("finds the few %s, wherever they are, by the index", ([, filter]) =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { list } = yield* emailQueries
      yield* fill
      yield* sql`INSERT INTO search_queue (email_id, tenant_id) SELECT id, tenant_id FROM emails`
      const index = indexMessages
      yield* Effect.repeat(index, { while: (taken) => taken > 0 })
      for (const prepare of ["SELECT 1", "ANALYZE"]) {
        yield* sql.unsafe(prepare)
        recorded.clear()
        const found = yield* list("tn_a", { limit: 50, offset: 0 }, filter)
        expect(found).toMatchObject({ emails: [{ id: idOf(12_345) }], next: null })
        for (const [text, parameters] of [...recorded]) {
          const plan = yield* sql.unsafe<{ readonly detail: string }>(
            `EXPLAIN QUERY PLAN ${text}`,
            [...parameters]
          )
          const steps = plan.map(({ detail }) => detail)
          expect(
            steps.filter((step) =>
              /SCAN (?!walked|found|matched|json_each)|TEMP B-TREE/.test(step)
            ),
            text
          ).toEqual([])
          // What the index proposes is looked up one by one, and not among all of the tenant's.
          if (text.includes("emails.id IN"))
            expect(steps.join()).toMatch(
              /SEARCH emails USING INDEX sqlite_autoindex_emails_1 \(id=/
            )
        }
      }
    }).pipe(Effect.provide(recordingStorage))
  )
})
