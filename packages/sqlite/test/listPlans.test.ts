import { describe, expect, it } from "@effect/vitest"
import { aSend } from "@telemark-tools/storages"
import { type EmailFilter, emailQueries, recountMessages, makeRetention } from "@telemark/core"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { recorded, recordingStorage } from "./recorded.js"

/**
 * 40,000 messages of two tenants: few to each recipient, few with one of the templates and tags,
 * nearly all with the others.
 */
const fill = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql.unsafe(`WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 40000)
    INSERT INTO emails (id, tenant_id, body_id, recipient_email, sender_email, template_id, tags, subject, status, attempts, smtp_provider, created_at,
      updated_at)
    SELECT printf('em_%032d', n), CASE n % 2 WHEN 0 THEN 'tn_a' ELSE 'tn_b' END, 'body', printf('U%d@example.com', n % 2000), 'shop@example.com',
      CASE n % 1000 WHEN 0 THEN 'rare' ELSE 'usual' END,
      printf('{"campaign":"%s"}', CASE n % 1000 WHEN 0 THEN 'rare' ELSE 'usual' END), 'A', CASE n % 500 WHEN 0 THEN 'bounced' ELSE 'sent' END, 1, '', n / 8, n FROM numbers`)
  yield* sql.unsafe(`INSERT INTO email_tags (tenant_id, name, value, created_at, email_id)
    SELECT tenant_id, 'campaign', template_id, created_at, id FROM emails`)
  // Whoever gets a copy of each mail of an order.
  yield* sql.unsafe(`WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 10000)
    INSERT INTO emails (id, tenant_id, body_id, recipient_email, sender_email, subject, status, attempts, smtp_provider, created_at, updated_at)
    SELECT printf('em_%032d', 100000 + n), 'tn_a', 'body', 'archive@example.com', 'shop@example.com', '', 'sent', 1, '', n / 8, n FROM numbers`)
  yield* sql.unsafe(`INSERT INTO email_tags (tenant_id, name, value, created_at, email_id)
    SELECT tenant_id, 'order', updated_at % 500, created_at, id FROM emails WHERE recipient_email = 'archive@example.com'`)
  yield* Effect.all([recountMessages("tn_a"), recountMessages("tn_b")])
})

const middle = `em_${"20000".padStart(32, "0")}`

const byTime = /emails_by_time \(tenant_id=\?/
const byStatus = /emails_by_status \(tenant_id=\? AND status=\?/
const byRecipient = /emails_by_recipient \(tenant_id=\? AND <expr>=\?/
const byTemplate = /emails_by_template \(tenant_id=\? AND template_id=\?/
const byTag = /email_tags USING PRIMARY KEY \(tenant_id=\? AND name=\? AND value=\?/

const byRecipientDomain = /emails_by_recipient_domain \(tenant_id=\? AND <expr>=\?/

const tag = (value: string) => ({ name: "campaign", value })

/** Filters, and the index that the list is read by. */
const filters: ReadonlyArray<readonly [EmailFilter, RegExp]> = [
  [{}, byTime],
  [{ since: 1000, until: 4500 }, byTime],
  [{ status: "bounced" }, byStatus],
  [{ status: "sent", until: 4500 }, byStatus],
  [{ recipient: "u10@EXAMPLE.com" }, byRecipient],
  [
    { recipient: "u10@example.com", status: "sent", template_id: "usual", tag: tag("usual") },
    byRecipient
  ],
  [{ template_id: "rare" }, byTemplate],
  [{ template_id: "usual", status: "sent", since: 10 }, byTemplate],
  [{ tag: tag("rare") }, byTag],
  [{ tag: tag("usual"), template_id: "usual", status: "sent", until: 4500 }, byTag],
  [{ status: "bounced", tag: tag("usual"), template_id: "usual" }, byStatus],
  [{ recipient: "archive@example.com", tag: { name: "order", value: "7" } }, byTag],
  [{ recipient_domain: "example.com" }, byRecipientDomain],
  [
    { recipient_domain: "example.com", sender_domain: "example.com", status: "sent" },
    byRecipientDomain
  ],
  [{ subject: "a", sender_domain: "example.com" }, byTime]
]

const seek = /(?:\(created_at,\s?(?:email_)?id\)|created_at)[<>]/

describe("the log of a tenant with 20,000 messages", () => {
  it.effect(
    "is read by the index of the filter, from its position there, in the index's order",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { list } = yield* emailQueries
        yield* fill
        for (const prepare of ["SELECT 1", "ANALYZE"]) {
          yield* sql.unsafe(prepare)
          for (const [filter, index] of filters) {
            for (const page of [
              { limit: 10, offset: 0 },
              { limit: 10, offset: 5 },
              { limit: 10, offset: 0, after: middle }
            ]) {
              recorded.clear()
              expect(
                (yield* list("tn_a", page, filter))?.emails.length,
                JSON.stringify(filter)
              ).toBeGreaterThan(4)
              const [text = "", parameters = []] = [...recorded].at(-1) ?? []
              const plan = yield* sql.unsafe<{ readonly detail: string }>(
                `EXPLAIN QUERY PLAN ${text}`,
                [...parameters]
              )
              const details = plan
                .map(({ detail }) => detail)
                .filter((detail) => !/^(?:CO-ROUTINE|SCAN) walked$/.test(detail))
              expect(details[0], text).toMatch(index)
              if (page.after !== undefined) expect(details[0], text).toMatch(seek)
              expect(
                details.filter((detail) => /SCAN|TEMP B-TREE/.test(detail)),
                text
              ).toEqual([])
              for (const [count, given] of [...recorded]
                .slice(0, -1)
                .filter(([other]) => other.includes("COUNT(*)"))) {
                const counting = yield* sql.unsafe<{ readonly detail: string }>(
                  `EXPLAIN QUERY PLAN ${count}`,
                  [...given]
                )
                expect(
                  counting.filter(({ detail }) =>
                    /SCAN (?!found|CONSTANT)|TEMP B-TREE/.test(detail)
                  ),
                  count
                ).toEqual([])
              }
            }
          }
        }
      }).pipe(Effect.provide(recordingStorage))
  )

  it.effect(
    "is forgotten with its tags by their keys, and bodies with their files by those of what is scheduled",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { accept, cancel } = yield* emailQueries
        const { removeBodies, removeEmails } = yield* makeRetention
        yield* fill
        yield* sql.unsafe(`INSERT INTO queue (id, tenant_id, due_at, scheduled_at)
        SELECT 'em_x' || id, tenant_id, 1900000000000 + created_at, 1900000000000 + created_at FROM emails LIMIT 5000`)
        const file = { filename: "a.txt", content_type: null, content_id: null, size: 1 }
        const keys =
          /email_tags USING PRIMARY KEY \(tenant_id=\? AND name=\? AND value=\? AND created_at=\?|queue_by_schedule \(scheduled_at=|_autoindex_/
        for (const [prepare, before] of [
          ["SELECT 1", 2],
          ["ANALYZE", 4]
        ] as const) {
          yield* sql.unsafe(prepare)
          const send = aSend(1)
          const body = { ...send.body, attachments: [file] }
          yield* accept({
            ...send,
            scheduled_at: 1.85e12,
            attachments: [{ ...file, content: new Uint8Array(1) }],
            body
          })
          const id = send.recipients[0]?.id ?? ""
          expect(yield* cancel({ tenant_id: "tn_a", id, now: 1.9e12, event_id: `evt_${id}` })).toBe(
            "cancelled"
          )
          recorded.clear()
          expect(yield* removeBodies(2e12)).toBe(1)
          expect(yield* removeEmails(before)).toBeGreaterThan(10)
          const statements = [...recorded].filter(([text]) =>
            /^\s*DELETE FROM (?:email_tags|attachments|bodies)\b/.test(text)
          )
          expect(statements).toHaveLength(3)
          for (const [text, parameters] of statements) {
            const plan = yield* sql.unsafe<{ readonly detail: string }>(
              `EXPLAIN QUERY PLAN ${text}`,
              [...parameters]
            )
            const steps = plan
              .map(({ detail }) => detail)
              .filter((detail) => /\b(?:email_tags|attachments|bodies|queue)\b/.test(detail))
            expect(
              steps.filter((detail) => !keys.test(detail)),
              text
            ).toEqual([])
          }
        }
      }).pipe(Effect.provide(recordingStorage))
  )
})
