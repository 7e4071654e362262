import { Effect, Layer } from "effect"
import { linkMarkOf } from "../../accounts/tenants/Tenant.js"
import { Database } from "../../database/Database.js"
import { stored } from "../../database/storageError.js"
import { firstIdAt } from "../../kernel/ids/newId.js"
import {
  type MailCounts,
  perWindow,
  type ReputationWindow,
  type WindowCounts,
  windowNames
} from "./MailCounts.js"
import type { OperatorEvent } from "./OperatorEvent.js"
import { PausedTenants } from "./PausedTenants.js"
import { ReputationStore, type Troubled } from "./ReputationStore.js"

interface EventRow extends Omit<OperatorEvent, "data"> {
  readonly data: string
}

/** The maximum of rows that one transaction removes. */
const maxRemoved = 500

const measures: ReadonlyArray<keyof MailCounts> = ["sent", "bounced", "complained"]

type SumRow = Readonly<Record<`${keyof MailCounts}_${ReputationWindow}`, number | null>>

const countsOf = (row: SumRow | undefined): WindowCounts =>
  perWindow((window) => ({
    sent: row?.[`sent_${window}`] ?? 0,
    bounced: row?.[`bounced_${window}`] ?? 0,
    complained: row?.[`complained_${window}`] ?? 0
  }))

export const layerReputationStore = Layer.effect(
  ReputationStore,
  Effect.gen(function* () {
    const { dialect, sql, tables, write, writeRelaxed } = yield* Database
    const paused = yield* PausedTenants
    const forUpdate = sql.literal(dialect.forUpdate)
    const skipLocked = sql.literal(dialect.skipLocked)
    const key = sql.literal("tenant_id, domain, starts_at")

    const sumsFrom = (starts: Readonly<Record<ReputationWindow, number>>) =>
      sql.csv(
        windowNames.flatMap((window) =>
          measures.map(
            (measure) =>
              sql`CAST(SUM(CASE WHEN starts_at >= ${starts[window]} THEN ${sql.literal(measure)} ELSE 0 END) AS BIGINT) AS ${sql.literal(`"${measure}_${window}"`)}`
          )
        )
      )

    const insertEvent = (
      { created_at, data, id, tenant_id, type }: OperatorEvent,
      once_key: string | null
    ) =>
      sql`INSERT INTO ${tables.operator_events} ${sql.insert({ id, type, tenant_id, once_key, data: JSON.stringify(data), created_at })}
        ON CONFLICT (once_key) DO NOTHING RETURNING id`

    /** Claims look again once it is committed, and once more if they looked while it was. */
    const changing = <A, E>(body: Effect.Effect<A, E>) =>
      Effect.ensuring(body, Effect.sync(paused.forget))

    return {
      sumUp: (tenantId, starts, limit) =>
        stored(
          Effect.gen(function* () {
            const hours = sql`FROM ${tables.reputation_hours} WHERE tenant_id = ${tenantId} AND starts_at >= ${starts.week}`
            const [total] = yield* sql<SumRow>`SELECT ${sumsFrom(starts)} ${hours}`
            const domains = yield* sql<
              SumRow & { readonly domain: string }
            >`SELECT domain, ${sumsFrom(starts)} ${hours}
            GROUP BY domain ORDER BY SUM(bounced + complained) DESC, domain LIMIT ${limit}`
            return {
              total: countsOf(total),
              domains: domains.map((row) => ({ domain: row.domain, counts: countsOf(row) }))
            }
          })
        ),

      troubled: (since) =>
        // `|| ''` keeps the primary key from being used, which would lead past the hours of all
        // tenants.
        stored(
          Effect.map(
            sql<Troubled>`SELECT tenants.id AS tenant_id, tenants.name, hours.trouble FROM (
              SELECT tenant_id || '' AS tenant_id, CAST(SUM(bounced + complained) AS BIGINT) AS trouble FROM ${tables.reputation_hours}
              WHERE starts_at >= ${since} AND bounced + complained > 0 GROUP BY 1) AS hours
            JOIN ${tables.tenants} ON tenants.id = hours.tenant_id AND tenants.paused_at IS NULL AND tenants.removed_at IS NULL`,
            (rows) => [...rows].sort((a, b) => (a.tenant_id < b.tenant_id ? -1 : 1))
          )
        ),

      pause: (tenantId, { at, links_stopped, note, reason }, judgedAt, event) =>
        changing(
          write(
            Effect.gen(function* () {
              const rows =
                yield* sql`UPDATE ${tables.tenants} SET paused_at = ${at}, paused_reason = ${reason}, paused_note = ${note}
            WHERE id = ${tenantId} AND paused_at IS NULL AND removed_at IS NULL AND COALESCE(resumed_at, 0) < ${judgedAt} RETURNING id`
              if (rows.length > 0) yield* insertEvent(event, null)
              if (links_stopped === true)
                yield* sql`UPDATE ${tables.tenants} SET stopped_link_mark = ${linkMarkOf(tenantId)}
                WHERE id = ${tenantId} AND paused_at IS NOT NULL AND removed_at IS NULL`
              return rows.length > 0
            })
          )
        ),

      resume: (tenantId, now, event) =>
        changing(
          write(
            Effect.gen(function* () {
              const rows =
                yield* sql`UPDATE ${tables.tenants} SET paused_at = NULL, paused_reason = NULL, paused_note = NULL, stopped_link_mark = NULL, resumed_at = ${now}
            WHERE id = ${tenantId} AND paused_at IS NOT NULL AND removed_at IS NULL RETURNING id`
              if (rows.length === 0) return false
              yield* insertEvent(event, null)
              yield* sql`DELETE FROM ${tables.reputation_hours} WHERE (${key}) IN (
            SELECT ${key} FROM ${tables.reputation_hours} WHERE tenant_id = ${tenantId} ORDER BY ${key} ${forUpdate})`
              return true
            })
          )
        ),

      writeOnce: (onceKey, event) =>
        write(Effect.map(insertEvent(event, onceKey), (rows) => rows.length > 0)),

      events: (limit) =>
        stored(
          Effect.map(
            sql<EventRow>`SELECT id, type, tenant_id, data, created_at FROM ${tables.operator_events} WHERE id > '' ORDER BY id DESC LIMIT ${limit}`,
            (rows) =>
              rows.map((row) => ({ ...row, data: JSON.parse(row.data) as OperatorEvent["data"] }))
          )
        ),

      removeHours: (before) =>
        writeRelaxed(
          Effect.map(
            sql`DELETE FROM ${tables.reputation_hours} WHERE (${key}) IN (
            SELECT ${key} FROM ${tables.reputation_hours} WHERE starts_at < ${before} ORDER BY starts_at LIMIT ${maxRemoved} ${skipLocked}) RETURNING domain`,
            (rows) => rows.length
          )
        ),

      removeEvents: (before) =>
        writeRelaxed(
          Effect.map(
            sql`DELETE FROM ${tables.operator_events} WHERE id IN (
            SELECT id FROM ${tables.operator_events} WHERE id < ${firstIdAt("oev", before)} ORDER BY id LIMIT ${maxRemoved} ${skipLocked}) RETURNING id`,
            (rows) => rows.length
          )
        )
    }
  })
)
