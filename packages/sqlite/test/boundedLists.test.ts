import * as SqlClient from "@effect/sql/SqlClient"
import { describe, expect, it } from "@effect/vitest"
import { type EmailFilter, EmailStore } from "@telemark/core"
import { Effect } from "effect"
import { recordingStorage } from "./recorded.js"

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
  it.scoped.each<[string, EmailFilter]>([
    ["all messages", { sender_domain: "rare.example" }],
    ["those of a template", { template_id: "welcome", sender_domain: "rare.example" }],
    [
      "those of a recipient's domain",
      { recipient_domain: "example.com", sender_domain: "rare.example", subject: "order" }
    ]
  ])(
    "goes through 5,000 messages at most for a page, which may be empty with others following: %s",
    ([, filter]) =>
      Effect.gen(function* () {
        yield* fill
        const { list } = yield* EmailStore
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

  it.scoped("finds the few whose subject begins alike, wherever they are", () =>
    Effect.gen(function* () {
      yield* fill
      const { list } = yield* EmailStore
      const found = yield* list(
        "tn_a",
        { limit: 50, offset: 0 },
        { subject: "ORDER 12345", sender_domain: "example.com" }
      )
      expect(found).toMatchObject({ emails: [{ id: idOf(12_345) }], next: null })
    }).pipe(Effect.provide(recordingStorage))
  )
})
