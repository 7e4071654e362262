import { describe, expect, it } from "@effect/vitest"
import { aSend } from "@telemark-tools/storages"
import { emailStatuses } from "@telemark/contract"
import {
  analyticsQueries,
  deliveryTimeLimits,
  emailQueries,
  engagements,
  MailQueue,
  migrate,
  recountMessages,
  makeRetention,
  StorageHealth
} from "@telemark/core"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { storage } from "./storage.js"

const inMemory = storage({ filename: ":memory:" })

const counters = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`SELECT * FROM email_counts ORDER BY tenant_id, period, starts_at`
)
const hour = 3_600_000
/** An hour that isn't the first of its day. */
const noon = 1.8e12
const midnight = noon - (noon % (24 * hour))
const none = Object.fromEntries(
  [
    ...emailStatuses,
    "cancelled",
    ...engagements,
    ...deliveryTimeLimits.map((limit) => `handover_${String(limit)}`),
    "handover_more"
  ].map((column) => [column, 0])
)
/** What isn't zero. */
const nonZero = (counts: ReadonlyMap<string, number>) =>
  [...counts].filter(([, count]) => count !== 0)

describe("counters of hours and days", () => {
  it.effect("that were damaged are put right by a recount, which says how many were wrong", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { countByStatus } = yield* analyticsQueries
      const { accept } = yield* emailQueries
      for (const index of [1, 2, 3]) yield* accept(aSend(index))
      yield* accept({ ...aSend(4), tenant_id: "tn_b" })
      const healthy = yield* counters
      expect(
        healthy.map(({ period, starts_at, tenant_id }) => [tenant_id, period, starts_at])
      ).toEqual([
        ["tn_a", "day", midnight],
        ["tn_a", "hour", noon],
        ["tn_b", "day", midnight],
        ["tn_b", "hour", noon]
      ])

      yield* sql`UPDATE email_counts SET queued = -5, sent = 2`
      yield* sql`INSERT INTO email_counts (tenant_id, period, starts_at, queued, sending, sent, failed, bounced, complained, delivered, deferred)
        SELECT tenant_id, period, ${hour}, 7, 7, 7, 7, 7, 7, 7, 7 FROM email_counts
        WHERE tenant_id = 'tn_a' AND period = 'hour'`
      expect(yield* recountMessages("tn_a")).toBe(3)
      expect(yield* recountMessages("tn_a")).toBe(0)
      expect(nonZero(yield* countByStatus("tn_a", 0))).toEqual([["queued", 3]])
      // The other tenant's was wrong, too, and is its own matter.
      expect(nonZero(yield* countByStatus("tn_b", 0))).toEqual([
        ["queued", -5],
        ["sent", 2]
      ])

      yield* sql`DELETE FROM email_counts`
      expect(yield* recountMessages("tn_b")).toBe(2)
      expect(yield* recountMessages("tn_a")).toBe(2)
      expect(yield* counters).toEqual(healthy)
    }).pipe(Effect.provide(inMemory))
  )

  it.effect("that aren't there may be counted down without harm", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { claim } = yield* MailQueue
      yield* Effect.flatMap(emailQueries, ({ accept }) => accept(aSend(1)))
      yield* sql`DELETE FROM email_counts`
      expect(yield* claim({ owner: "w", until: 2e12 }, 10, 1.9e12)).toHaveLength(1)
      expect(yield* counters).toEqual([
        { tenant_id: "tn_a", period: "day", starts_at: midnight, ...none, queued: -1, sending: 1 },
        { tenant_id: "tn_a", period: "hour", starts_at: noon, ...none, queued: -1, sending: 1 }
      ])
      expect(yield* recountMessages("tn_a")).toBe(2)
    }).pipe(Effect.provide(inMemory))
  )

  it.effect("are gone with the last message of their hour or day", () =>
    Effect.gen(function* () {
      const { accept } = yield* emailQueries
      const { claim, release } = yield* MailQueue
      const sql = yield* SqlClient.SqlClient
      const to = (id: string) => [
        { id, address: "ada@example.com", name: null, folded: "ada@example.com" }
      ]
      yield* accept({ ...aSend(1), recipients: to("em_1") })
      yield* accept({ ...aSend(2), recipients: to("em_2"), created_at: noon + hour })
      yield* accept({ ...aSend(3), recipients: to("em_3"), created_at: midnight + 24 * hour })
      const claimed = yield* claim({ owner: "w", until: 2e12 }, 10, 1.9e12)
      yield* release(
        "w",
        claimed.map(({ id }) => id),
        1.9e12
      )
      yield* sql`DELETE FROM queue`
      const left = Effect.map(counters, (rows) =>
        rows.map(({ period, starts_at }) => [period, starts_at])
      )
      const next = midnight + 24 * hour
      const { removeEmails } = yield* makeRetention
      expect(yield* removeEmails(noon + hour)).toBe(1)
      expect(yield* left).toEqual([
        ["day", midnight],
        ["day", next],
        ["hour", noon + hour],
        ["hour", next]
      ])
      expect(yield* removeEmails(next)).toBe(1)
      expect(yield* left).toEqual([
        ["day", next],
        ["hour", next]
      ])
    }).pipe(Effect.provide(inMemory))
  )

  it.effect("are counted from the log when the schema gets them", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { accept } = yield* emailQueries
      for (const index of [1, 2, 3]) yield* accept(aSend(index))
      yield* accept({ ...aSend(4), tenant_id: "tn_b", created_at: 1.8e12 - 1 })
      yield* accept({ ...aSend(5), created_at: midnight - 1 })
      expect(yield* (yield* MailQueue).claim({ owner: "w", until: 2e12 }, 2, 1.9e12)).toHaveLength(
        2
      )
      const healthy = yield* counters
      yield* sql`DROP TABLE email_counts`
      const later = [
        "templates",
        "template_versions",
        "brands",
        "domains",
        "dkim_keys",
        "smtp_configs",
        "sequences",
        "webhook_endpoints",
        "webhook_queue",
        "webhook_attempts",
        "subscriptions",
        "subscription_queue",
        "attachments",
        "email_tags",
        "suppression_incidents",
        "back_offs",
        "connection_limits",
        "feedback_calls",
        "feedback_reports",
        "feedback_sources",
        "removed_tenants",
        "reputation_hours",
        "operator_events",
        "topics",
        "sessions",
        "search_queue",
        "emails_by_word",
        "email_search",
        "sql_sends",
        "traces",
        "audit_log",
        "members",
        "passkeys"
      ]
      const laterIndexes = [
        "events_by_report",
        "events_by_tenant",
        "queue_by_schedule",
        "emails_by_recipient",
        "emails_by_template",
        "suppressions_by_cause",
        "emails_by_provider_id",
        "tenants_paused",
        "emails_engaged",
        "queue_by_tenant_schedule",
        "emails_by_recipient_domain",
        "events_by_position",
        "suppressions_by_reason",
        "tenants_by_stopped_links"
      ]
      const laterColumns = {
        api_keys: ["allowed_recipients", "max_sends_per_day", "sends_day", "sends_of_day"],
        bodies: [
          "shown",
          "attachments",
          "scheduled_at",
          "track_opens",
          "track_clicks",
          "raw",
          "store"
        ],
        emails: [
          "template_version",
          "tags",
          "scheduled_at",
          "recipient_folded",
          "recipient_name",
          "failure_code",
          "provider_message_id",
          "topic",
          "engagement"
        ],
        events: ["report_key", "position"],
        inbox: ["released_to", "released_at"],
        queue: ["scheduled_at"],
        suppressions: ["cause"],
        tenants: [
          "removed_at",
          "track_opens",
          "track_clicks",
          "missing",
          "store",
          "erasure_key",
          "paused_at",
          "paused_reason",
          "paused_note",
          "resumed_at",
          "stopped_link_mark"
        ]
      }
      for (const table of later) yield* sql`DROP TABLE ${sql(table)}`
      for (const index of laterIndexes) yield* sql`DROP INDEX ${sql(index)}`
      for (const [table, columns] of Object.entries(laterColumns)) {
        for (const column of columns)
          yield* sql`ALTER TABLE ${sql(table)} DROP COLUMN ${sql(column)}`
      }
      yield* sql`DELETE FROM telemark_migrations WHERE id > 1`
      yield* Effect.provideService(migrate, SqlClient.SqlClient, sql)
      expect(yield* counters).toEqual(healthy)
    }).pipe(Effect.provide(inMemory))
  )
})

describe("the health of a storage in use", () => {
  const check = Effect.flatMap(StorageHealth, (health) => Effect.exit(health.check))

  it.effect("is good when a newer version has added to its schema", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`INSERT INTO telemark_migrations (id, name, applied_at) VALUES (1000, 'later', 0)`
      expect((yield* check)._tag).toBe("Success")
    }).pipe(Effect.provide(inMemory))
  )

  it.effect("is bad when its schema lacks a step", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`DELETE FROM telemark_migrations WHERE id > 1`
      expect((yield* check)._tag).toBe("Failure")
    }).pipe(Effect.provide(inMemory))
  )
})
