import { Effect } from "effect"
import { operatorOwner } from "../../accounts/operator/operatorOwner.js"
import { makeLockTenant } from "../../accounts/tenants/tenantTable.js"
import { Database } from "../../database/Database.js"
import { given, makeAmongIntegers } from "../../database/given.js"
import { defineTable, type Row } from "../../database/table.js"
import type { WebhookEndpointRecord } from "./WebhookEndpoint.js"
import type { EndpointHealth, EndpointHealthChange } from "./endpointHealth.js"

const webhookEndpointTable = defineTable<WebhookEndpointRecord>()({
  id: "plain",
  tenant_id: "plain",
  url: "plain",
  events: "json",
  active: "flag",
  secret: "plain",
  former_secret: "plain",
  former_secret_until: "plain",
  failing_since: "plain",
  disabled_reason: "plain",
  format: "plain",
  created_at: "plain",
  updated_at: "plain"
})

type EndpointRow = Row<typeof webhookEndpointTable>

/** Those that lock belong into a transaction. */
export const webhookEndpointQueries = Effect.map(Database, (database) => {
  const { dialect, sql, tables } = database
  const lockTenant = makeLockTenant(database)
  const among = makeAmongIntegers(database)
  const columns = sql.literal(webhookEndpointTable.columns)
  const forUpdate = sql.literal(dialect.forUpdate)
  const healthChanges = given(database, {
    id: "integer",
    failing_since: "integer",
    disabled_reason: "text"
  })
  // The operator has no row of its own; whoever adds an endpoint has made this one.
  const lockNumbers = sql`SELECT value FROM ${tables.sequences} WHERE name = 'webhook_endpoints' ${forUpdate}`
  const select = (tenantId: string, id: number) =>
    sql<EndpointRow>`SELECT ${columns} FROM ${tables.webhook_endpoints} WHERE id = ${id} AND tenant_id = ${tenantId}`
  const first = ([row]: ReadonlyArray<EndpointRow>): WebhookEndpointRecord | undefined =>
    row && webhookEndpointTable.decode(row)
  const isAny = (rows: ReadonlyArray<unknown>): boolean => rows.length > 0

  return {
    /** Never used for another endpoint, of any tenant. */
    nextId: Effect.map(
      sql<{ readonly value: number }>`
        INSERT INTO ${tables.sequences} (name, value) VALUES ('webhook_endpoints', 1)
        ON CONFLICT (name) DO UPDATE SET value = sequences.value + 1 RETURNING value`,
      ([row]) => row?.value ?? 0
    ),

    /** `max` at most. Nobody adds one to the owner's meanwhile. */
    countLocked: (tenantId: string, max: number) =>
      Effect.andThen(
        tenantId === operatorOwner ? lockNumbers : lockTenant(tenantId),
        Effect.map(
          sql`SELECT 1 AS one FROM ${tables.webhook_endpoints} WHERE tenant_id = ${tenantId} LIMIT ${max}`,
          (rows) => rows.length
        )
      ),

    insert: (endpoint: WebhookEndpointRecord) =>
      sql`INSERT INTO ${tables.webhook_endpoints} ${sql.insert({ ...webhookEndpointTable.encode(endpoint) })}`,

    list: (tenantId: string) =>
      Effect.map(
        sql<EndpointRow>`SELECT ${columns} FROM ${tables.webhook_endpoints} WHERE tenant_id = ${tenantId} ORDER BY created_at DESC, id DESC`,
        (rows) => rows.map(webhookEndpointTable.decode)
      ),

    find: (tenantId: string, id: number) => Effect.map(select(tenantId, id), first),

    findLocked: (tenantId: string, id: number) =>
      Effect.map(sql<EndpointRow>`${select(tenantId, id)} ${forUpdate}`, first),

    update: (endpoint: WebhookEndpointRecord) => {
      const { active, disabled_reason, events, failing_since, id, updated_at, url } =
        webhookEndpointTable.encode(endpoint)
      return sql`UPDATE ${tables.webhook_endpoints}
        SET ${sql.update({ url, events, active, failing_since, disabled_reason, updated_at })} WHERE id = ${id}`
    },

    /** The current secret becomes the former one. */
    rotateSecret: (
      tenantId: string,
      id: number,
      secret: string,
      formerUntil: number,
      now: number
    ) =>
      Effect.map(
        sql`UPDATE ${tables.webhook_endpoints}
          SET former_secret = secret, former_secret_until = ${formerUntil}, secret = ${secret}, updated_at = ${now}
          WHERE id = ${id} AND tenant_id = ${tenantId} RETURNING id`,
        isAny
      ),

    remove: (tenantId: string, id: number) =>
      Effect.map(
        sql`DELETE FROM ${tables.webhook_endpoints} WHERE id = ${id} AND tenant_id = ${tenantId} RETURNING id`,
        isAny
      ),

    /** By id. */
    findActive: (ids: ReadonlyArray<number>) =>
      Effect.map(
        sql<EndpointRow>`SELECT ${columns} FROM ${tables.webhook_endpoints} WHERE id ${among(ids)} AND active = 1`,
        (rows) => new Map(rows.map((row) => [row.id, webhookEndpointTable.decode(row)]))
      ),

    /** In the order in which every process locks them. */
    lockActive: (ids: ReadonlyArray<number>) =>
      ids.length === 0
        ? Effect.succeed([])
        : sql<EndpointHealth>`
            SELECT id, url, failing_since FROM ${tables.webhook_endpoints} WHERE id ${among(ids)} AND active = 1 ORDER BY id ${forUpdate}`,

    /** Also makes those inactive that have a reason for it. */
    writeHealth: (changes: ReadonlyArray<EndpointHealthChange>) =>
      sql`UPDATE ${tables.webhook_endpoints} SET
          failing_since = given.failing_since,
          active = CASE WHEN given.disabled_reason IS NULL THEN active ELSE 0 END,
          disabled_reason = COALESCE(given.disabled_reason, webhook_endpoints.disabled_reason)
        FROM ${healthChanges(changes)} AS given WHERE webhook_endpoints.id = given.id`
  }
})
