import type { Page, WebhookAttemptOutcome } from "@telemark/contract"
import { Effect } from "effect"
import { Database } from "../../database/Database.js"
import { given, makeAmongIntegers } from "../../database/given.js"
import type { WebhookAttemptRecord } from "./WebhookAttempt.js"

const columns = {
  id: "text",
  tenant_id: "text",
  endpoint_id: "integer",
  event_id: "text",
  type: "text",
  attempt: "integer",
  status_code: "integer",
  duration_ms: "integer",
  response: "text",
  error: "text",
  next_attempt_at: "integer",
  created_at: "integer"
} as const

const names = Object.keys(columns)

/** Attempts of one outcome may be rare, and an index would cost every attempt. */
const maxLookedAt = 10_000

/** Any server may have written it; Postgres would refuse the whole batch. */
const storable = (text: string | null): string | null =>
  text === null ? null : text.replaceAll("\0", "\uFFFD").toWellFormed()

export const webhookAttemptQueries = Effect.map(Database, (database) => {
  const { sql, tables } = database
  const among = makeAmongIntegers(database)
  const rows = given(database, columns)
  const written = sql.literal(names.join(", "))
  // An event that no longer waits was taken meanwhile, or dropped when the endpoint was made
  // inactive.
  const nextAttempt = sql`CASE WHEN EXISTS (SELECT 1 FROM ${tables.webhook_queue} WHERE webhook_queue.event_id = webhook_attempts.event_id
    AND webhook_queue.endpoint_id = webhook_attempts.endpoint_id) THEN next_attempt_at END AS next_attempt_at`
  const listed = sql.csv(names.map((name) => (name === "next_attempt_at" ? nextAttempt : name)))

  return {
    insert: (attempts: ReadonlyArray<WebhookAttemptRecord>) => {
      const texts = attempts.map((attempt) => ({
        ...attempt,
        response: storable(attempt.response),
        error: storable(attempt.error)
      }))
      return sql`INSERT INTO ${tables.webhook_attempts} (${written}) SELECT ${written} FROM ${rows(texts)} AS given
        WHERE EXISTS (SELECT 1 FROM ${tables.webhook_endpoints} WHERE webhook_endpoints.id = given.endpoint_id) ON CONFLICT DO NOTHING`
    },

    /**
     * Newest first. With an outcome, only such attempts among the newest 10,000 at the endpoint.
     * Rows before the offset are only read in the index: an attempt may contain 1 kB of a response.
     */
    list: (
      tenantId: string,
      endpointId: number,
      { limit, offset }: Page,
      outcome?: WebhookAttemptOutcome
    ) => {
      const among =
        outcome === undefined
          ? sql`SELECT id FROM ${tables.webhook_attempts} WHERE endpoint_id = ${endpointId}`
          : sql`SELECT id FROM (
              SELECT id, created_at, error FROM ${tables.webhook_attempts} WHERE endpoint_id = ${endpointId}
              ORDER BY created_at DESC, id DESC LIMIT ${maxLookedAt}) AS newest WHERE error ${sql.literal(outcome === "accepted" ? "IS NULL" : "IS NOT NULL")}`
      return sql<WebhookAttemptRecord>`
        SELECT ${listed} FROM ${tables.webhook_attempts} WHERE tenant_id = ${tenantId} AND id IN (
          ${among} ORDER BY created_at DESC, id DESC LIMIT ${limit} OFFSET ${offset})
        ORDER BY created_at DESC, id DESC`
    },

    find: (tenantId: string, endpointId: number, id: string) =>
      Effect.map(
        sql<WebhookAttemptRecord>`
          SELECT ${listed} FROM ${tables.webhook_attempts} WHERE id = ${id} AND tenant_id = ${tenantId} AND endpoint_id = ${endpointId}`,
        ([attempt]) => attempt
      ),

    /** Endpoints that had an attempt from `since` on and before `until`. */
    recentlyTried: (endpointIds: ReadonlyArray<number>, since: number, until: number) =>
      endpointIds.length === 0
        ? Effect.succeed(new Set<number>())
        : Effect.map(
            sql<{
              readonly id: number
            }>`SELECT id FROM ${tables.webhook_endpoints} WHERE id ${among(endpointIds)} AND EXISTS (
              SELECT 1 FROM ${tables.webhook_attempts} WHERE endpoint_id = webhook_endpoints.id AND created_at >= ${since} AND created_at < ${until})`,
            (found) => new Set(found.map(({ id }) => id))
          )
  }
})
