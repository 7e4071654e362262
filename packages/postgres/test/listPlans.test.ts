import { describe, expect, it } from "@effect/vitest"
import { aSend } from "@telemark-tools/storages"
import {
  attachmentQueries,
  type EmailFilter,
  emailQueries,
  layerStorage as layerSql,
  recountMessages,
  makeRetention
} from "@telemark/core"
import { Effect, Layer } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { open } from "../src/open.js"
import { fresh } from "./fresh.js"
import { explain, recorded, recordStatements, rowsOf } from "./plans.js"

/**
 * 40,000 messages of two tenants: few to each recipient, few with one of the templates and tags,
 * nearly all with the others.
 */
const filled = Effect.gen(function* () {
  const { sql } = yield* open({ url: yield* fresh, maxConnections: 1 })
  const context = yield* Layer.build(
    Layer.provideMerge(layerSql, Layer.succeed(SqlClient.SqlClient, sql))
  )
  // Filling takes its time where much else runs.
  yield* sql.unsafe("SET statement_timeout = 0")
  // What is measured is what the statistics say, and nobody else may gather them meanwhile.
  for (const table of ["emails", "email_tags", "queue", "bodies", "attachments"])
    yield* sql.unsafe(`ALTER TABLE ${table} SET (autovacuum_enabled = off)`)
  yield* sql.unsafe(`
    INSERT INTO emails (id, tenant_id, body_id, recipient_email, sender_email, template_id, tags, subject, status, attempts, smtp_provider, created_at,
      updated_at)
    SELECT 'em_' || lpad(n::text, 32, '0'), CASE n % 2 WHEN 0 THEN 'tn_a' ELSE 'tn_b' END, 'body', 'U' || n % 2000 || '@example.com', 'shop@example.com',
      CASE n % 1000 WHEN 0 THEN 'rare' ELSE 'usual' END,
      '{"campaign":"' || CASE n % 1000 WHEN 0 THEN 'rare' ELSE 'usual' END || '"}', 'A', CASE n % 500 WHEN 0 THEN 'bounced' ELSE 'sent' END, 1, '', n / 8, n
    FROM generate_series(1, 40000) AS n`)
  yield* sql.unsafe(`INSERT INTO email_tags (tenant_id, name, value, created_at, email_id)
    SELECT tenant_id, 'campaign', template_id, created_at, id FROM emails`)
  // Whoever gets a copy of each mail of an order.
  yield* sql.unsafe(`INSERT INTO emails (id, tenant_id, body_id, recipient_email, sender_email, subject, status, attempts, smtp_provider, created_at, updated_at)
    SELECT 'em_' || lpad((100000 + n)::text, 32, '0'), 'tn_a', 'body', 'archive@example.com', 'shop@example.com', '', 'sent', 1, '', n / 8, n
    FROM generate_series(1, 10000) AS n`)
  yield* sql.unsafe(`INSERT INTO email_tags (tenant_id, name, value, created_at, email_id)
    SELECT tenant_id, 'order', updated_at % 500, created_at, id FROM emails WHERE recipient_email = 'archive@example.com'`)
  for (const tenantId of ["tn_a", "tn_b"]) yield* Effect.provide(recountMessages(tenantId), context)
  return { context, sql }
})

const middle = `em_${"20000".padStart(32, "0")}`
const tag = (value: string) => ({ name: "campaign", value })

const filters: ReadonlyArray<EmailFilter> = [
  {},
  { since: 1000, until: 4500 },
  { status: "bounced" },
  { status: "sent", until: 4500 },
  { recipient: "u10@EXAMPLE.com" },
  { recipient: "u10@example.com", status: "sent", template_id: "usual", tag: tag("usual") },
  { template_id: "rare" },
  { template_id: "usual", status: "sent", since: 10 },
  { tag: tag("rare") },
  { tag: tag("usual"), template_id: "usual", status: "sent", until: 4500 },
  { status: "bounced", tag: tag("usual"), template_id: "usual" },
  { recipient: "archive@example.com", tag: { name: "order", value: "7" } },
  { recipient_domain: "example.com" },
  { recipient_domain: "example.com", sender_domain: "example.com", status: "sent" },
  { subject: "a", sender_domain: "example.com" }
]

describe("the log of a tenant with 20,000 messages", () => {
  it.live(
    "reads no entries that don't match, from its top and after a message, whatever the statistics know",
    () =>
      Effect.gen(function* () {
        const { context, sql } = yield* filled
        const { list } = yield* Effect.provide(emailQueries, context)
        for (const prepare of ["SELECT 1", "ANALYZE"]) {
          yield* sql.unsafe(prepare)
          for (const filter of filters) {
            for (const page of [
              { limit: 10, offset: 0 },
              { limit: 10, offset: 5 },
              { limit: 10, offset: 0, after: middle }
            ]) {
              recorded.clear()
              const found = yield* Effect.provide(list("tn_a", page, filter), recordStatements)
              expect(found?.emails.length, JSON.stringify(filter)).toBeGreaterThan(4)
              for (const [text, parameters] of recorded) {
                const plan = yield* explain(sql, text, parameters)
                // To a recipient there are 20 messages in all. Of each part of a filter, at most
                // 1,000 are counted. A walk ends after 5,000.
                const isEnd = /AS created_at FROM/.test(text)
                const max = text.includes("COUNT(*)") ? 3001 : isEnd ? 5_001 : 40
                for (const table of ["emails", "email_tags"])
                  expect(rowsOf(plan, table), `${JSON.stringify(filter)} ${text}`).toBeLessThan(max)
              }
            }
          }
        }
      })
  )

  it.live(
    "is forgotten with its tags, as bodies are with their files, past none of others, and cancelled likewise",
    () =>
      Effect.gen(function* () {
        const { context, sql } = yield* filled
        const { accept, cancel } = yield* Effect.provide(emailQueries, context)
        const { removeBodies, removeEmails } = yield* Effect.provide(makeRetention, context)
        yield* sql.unsafe(`INSERT INTO queue (id, tenant_id, due_at, scheduled_at)
        SELECT 'em_x' || id, tenant_id, 1900000000000 + created_at, 1900000000000 + created_at FROM emails LIMIT 5000`)
        yield* sql.unsafe(`INSERT INTO attachments (body_id, place, filename, content)
        SELECT 'body_x' || n, 0, 'a.txt', '\\x00' FROM generate_series(1, 20000) AS n`)
        const file = { filename: "a.txt", content_type: null, content_id: null, size: 1 }
        const work = (before: number) =>
          Effect.gen(function* () {
            const send = aSend(1)
            const body = { ...send.body, attachments: [file] }
            yield* accept({
              ...send,
              scheduled_at: 1.85e12,
              attachments: [{ ...file, content: new Uint8Array(1) }],
              body,
              tags: { campaign: "usual" }
            })
            expect(
              yield* (yield* Effect.provide(attachmentQueries, context)).read(body.id)
            ).toHaveLength(1)
            const id = send.recipients[0]?.id ?? ""
            recorded.clear()
            expect(
              yield* cancel({ tenant_id: "tn_a", id, now: 1.9e12, event_id: `evt_${id}` })
            ).toBe("cancelled")
            expect(yield* removeBodies(2e12)).toBe(1)
            expect(yield* removeEmails(before)).toBeGreaterThan(10)
            return [...recorded].filter(([text]) => /^\s*(?:SELECT|UPDATE|DELETE)\b/.test(text))
          })
        for (const [prepare, before] of [
          ["SELECT 1", 2],
          ["ANALYZE", 4]
        ] as const) {
          yield* sql.unsafe(prepare)
          const statements = yield* Effect.provide(work(before), recordStatements)
          expect(statements.length).toBeGreaterThan(9)
          for (const [text, parameters] of statements) {
            const plan = yield* explain(sql, text, parameters)
            for (const table of ["email_tags", "attachments"])
              expect(rowsOf(plan, table), text).toBeLessThan(40)
            // A look for what is queued and not scheduled goes past what is.
            if (!text.includes("LIMIT 1") && text.includes("AS queued")) continue
            expect(rowsOf(plan, "queue"), text).toBeLessThan(40)
          }
        }
      })
  )
})
