import type { StorageError } from "@telemark/contract"
import { Effect } from "effect"
import type * as SqlError from "effect/sql/SqlError"
import type * as Statement from "effect/sql/Statement"
import { Database } from "../../database/Database.js"
import { stored } from "../../database/storageError.js"
import type { TableName } from "../../database/names.js"

/** Rows that one transaction removes at most. */
const max = 500

/** Rows that one transaction looks at in a table without an index by tenant. */
const maxLookedAt = 2_000

/**
 * Octets of files that one transaction removes, unless one message has more: databases look at each
 * page of them.
 */
const maxOctets = 32 * 1024 * 1024

interface Removal {
  readonly key: ReadonlyArray<string>
  /**
   * `index`: an index by tenant finds the rows. `parent`: their parents' ids find them. `walk`: the
   * table is walked by its key.
   */
  readonly by: "index" | "walk" | { readonly parent: TableName; readonly column: string }
  /** Of rows that are found by an index: those that stay have other values. */
  readonly only?: string
}

/**
 * How a tenant's rows are found, in the order in which they are removed: first what would still be
 * sent; what others are found by after them. Null for tables without rows of a tenant, whose rows
 * go with another's, or that remember removed ones.
 */
const removals: { readonly [Name in TableName]: Removal | null } = {
  sql_sends: { key: ["id"], by: "walk" },
  queue: { key: ["id"], by: "index" },
  emails: { key: ["id"], by: "index" },
  search_queue: { key: ["email_id"], by: "walk" },
  traces: { key: ["email_id"], by: "walk" },
  email_search: { key: ["email_id"], by: "walk" },
  email_tags: { key: ["tenant_id", "name", "value", "created_at", "email_id"], by: "index" },
  webhook_queue: { key: ["event_id", "endpoint_id"], by: "walk" },
  webhook_attempts: { key: ["id"], by: "walk" },
  webhook_endpoints: { key: ["id"], by: "index" },
  subscription_queue: {
    key: ["subscription_id", "event_id"],
    by: { parent: "subscriptions", column: "subscription_id" }
  },
  subscriptions: { key: ["id"], by: "index" },
  events: { key: ["id"], by: "index" },
  rate_limits: { key: ["key_id"], by: { parent: "api_keys", column: "key_id" } },
  sessions: { key: ["hash"], by: "index" },
  passkeys: { key: ["id"], by: { parent: "members", column: "member_id" } },
  members: { key: ["id"], by: "index" },
  api_keys: { key: ["id"], by: "index" },
  template_versions: { key: ["tenant_id", "template_id", "version"], by: "index" },
  templates: { key: ["tenant_id", "id"], by: "index" },
  brands: { key: ["tenant_id"], by: "index" },
  dkim_keys: { key: ["tenant_id", "domain", "selector"], by: "index" },
  domains: { key: ["tenant_id", "domain"], by: "index" },
  smtp_configs: { key: ["tenant_id"], by: "index" },
  feedback_calls: {
    key: ["source_id", "token_digest"],
    by: { parent: "feedback_sources", column: "source_id" }
  },
  feedback_sources: { key: ["id"], by: "index" },
  feedback_reports: { key: ["id"], by: "index" },
  suppressions: { key: ["tenant_id", "folded", "topic"], by: "index" },
  topics: { key: ["tenant_id", "id"], by: "index" },
  suppression_incidents: { key: ["id"], by: "walk" },
  back_offs: { key: ["route", "tenant_id", "sender_domain"], by: "walk" },
  connection_limits: { key: ["route"], by: "walk" },
  inbox: { key: ["id"], by: "walk" },
  bodies: { key: ["id"], by: "walk" },
  attachments: null,
  idempotency: { key: ["tenant_id", "key"], by: "index" },
  usage: { key: ["tenant_id", "month"], by: "index" },
  reputation_hours: { key: ["tenant_id", "domain", "starts_at"], by: "index" },
  operator_events: { key: ["id"], by: "walk" },
  email_counts: { key: ["tenant_id", "period", "starts_at"], by: "index" },
  // What the operator did to it stays.
  audit_log: {
    key: ["id"],
    by: "index",
    only: "actor_kind NOT IN ('operator', 'command_line', 'application')"
  },
  removed_tenants: null,
  sequences: null,
  telemark_migrations: null,
  tenants: null
}

interface Step {
  readonly removed: number
  /** Where the next one begins; undefined if there is none. */
  readonly next: ReadonlyArray<unknown> | undefined
}

export const tenantRemoval = Effect.gen(function* () {
  const { dialect, sql, tables, write } = yield* Database
  const skipLocked = sql.literal(dialect.skipLocked)

  /** Unless others have locked them. */
  const remove = (name: TableName, key: Statement.Fragment, which: Statement.Fragment) => {
    const rows = sql`(${key}) IN (SELECT ${key} FROM ${tables[name]} WHERE ${which} ${skipLocked})`
    return Effect.map(
      sql`DELETE FROM ${tables[name]} WHERE ${rows} RETURNING 1 AS one`,
      (removed) => removed.length
    )
  }

  /** Answers their octets. */
  const removeFiles = (bodyId: string) =>
    Effect.map(
      sql<{
        readonly octets: number
      }>`DELETE FROM ${tables.attachments} WHERE body_id = ${bodyId} RETURNING length(content) AS octets`,
      (files) => files.reduce((sum, { octets }) => sum + octets, 0)
    )

  const found = (
    name: TableName,
    { by, key, only }: Removal,
    tenantId: string
  ): Effect.Effect<Step, SqlError.SqlError> => {
    const which =
      typeof by === "string"
        ? sql`tenant_id = ${tenantId}${sql.literal(only === undefined ? "" : ` AND ${only}`)}`
        : sql`${sql.literal(by.column)} IN (SELECT id FROM ${tables[by.parent]} WHERE tenant_id = ${tenantId})`
    return Effect.map(
      remove(name, sql.literal(key.join(", ")), sql`${which} LIMIT ${max}`),
      (removed) => ({ removed, next: removed === max ? [] : undefined })
    )
  }

  const walked = (
    name: TableName,
    { key }: Removal,
    tenantId: string,
    after: ReadonlyArray<unknown>
  ): Effect.Effect<Step, SqlError.SqlError> =>
    Effect.gen(function* () {
      const columns = sql.literal(key.join(", "))
      const owner = sql.literal(key.includes("tenant_id") ? "" : ", tenant_id")
      const isBehind =
        after.length === 0
          ? sql`1 = 1`
          : sql`(${columns}) > (${sql.csv(after.map((value) => sql`${value as string}`))})`
      const window = yield* sql<Record<string, unknown>>`
        SELECT ${columns}${owner} FROM ${tables[name]} WHERE ${isBehind} ORDER BY ${columns} LIMIT ${maxLookedAt}`
      const positionOf = (row: Record<string, unknown>) => key.map((column) => row[column])
      let [removed, octets] = [0, 0]
      for (const row of window) {
        if (row["tenant_id"] !== tenantId) continue
        if (name === "bodies") octets += yield* removeFiles(row["id"] as string)
        removed += yield* remove(
          name,
          columns,
          sql.and(key.map((column) => sql`${sql.literal(column)} = ${row[column] as string}`))
        )
        if (removed === max || octets >= maxOctets) return { removed, next: positionOf(row) }
      }
      const last = window.at(-1)
      return {
        removed,
        next: last === undefined || window.length < maxLookedAt ? undefined : positionOf(last)
      }
    })

  const removeAll = (
    name: TableName,
    removal: Removal,
    tenantId: string
  ): Effect.Effect<number, StorageError> =>
    Effect.gen(function* () {
      let sum = 0
      let after: ReadonlyArray<unknown> | undefined = []
      while (after !== undefined) {
        const step: Step = yield* write(
          removal.by === "walk"
            ? walked(name, removal, tenantId, after)
            : found(name, removal, tenantId)
        )
        sum += step.removed
        after = step.next
        // Others write between two transactions.
        yield* Effect.yieldNow
      }
      return sum
    })

  /**
   * Removes a tenant's rows from every table, in transactions of at most 500 rows, and answers how
   * many. What others have locked stays for another time, so that nobody waits and nothing
   * deadlocks. Interrupted, the next call continues.
   */
  const clear = (tenantId: string): Effect.Effect<number, StorageError> =>
    Effect.reduce(
      Object.entries(removals),
      () => 0,
      (sum, [name, removal]) =>
        removal === null
          ? Effect.succeed(sum)
          : Effect.map(removeAll(name as TableName, removal, tenantId), (removed) => sum + removed)
    )

  const forget = (id: string) =>
    sql`DELETE FROM ${tables.tenants} WHERE id = ${id} AND removed_at IS NOT NULL`

  /**
   * Clears every tenant that was marked as removed, and forgets those marked before a time of which
   * nothing was left.
   */
  const finish = (before: number): Effect.Effect<void, StorageError> =>
    stored(
      Effect.gen(function* () {
        const marked = yield* sql<{ readonly id: string; readonly removed_at: number }>`
          SELECT id, removed_at FROM ${tables.tenants} WHERE removed_at IS NOT NULL`
        for (const { id, removed_at } of marked) {
          const removed = yield* clear(id)
          if (removed === 0 && removed_at < before) yield* forget(id)
        }
      })
    )

  return { clear, finish }
})
