import { type OperatorWebhookEvent, timestamp } from "@telemark/contract"
import { Effect } from "effect"
import { type AuditRecord, entryView } from "../../accounts/auditLog/AuditEntry.js"
import { auditQueries } from "../../accounts/auditLog/auditTable.js"
import { Database } from "../../database/Database.js"
import { firstIdAt, isId } from "../../kernel/ids.js"
import type { EventPage, EventRange } from "../log/eventTable.js"
import { type OperatorEvent, operatorEventView } from "../reputation/OperatorEvent.js"
import { reputationQueries } from "../reputation/reputationTable.js"

/** By table, what ids of its rows begin with. */
const sorts = { audit_log: "aud", operator_events: "oev" } as const

/** Ids of both sorts are in the order of time behind their prefix. */
const orderOf = (id: string): string => id.slice(id.indexOf("_") + 1)

const max = 1000

const ofEntry = (entry: AuditRecord): OperatorWebhookEvent => ({
  id: entry.id,
  type: "audit.recorded",
  created_at: timestamp(entry.created_at),
  data: entryView(entry, true)
})

const ofTenant = (event: OperatorEvent): OperatorWebhookEvent => ({
  id: event.id,
  type: event.type,
  created_at: timestamp(event.created_at),
  data: operatorEventView(event)
})

/** The events for the operator: entries of the audit log, and what happened to tenants. */
export const operatorEventQueries = Effect.gen(function* () {
  const { sql, tables } = yield* Database
  const { find: findEntries } = yield* auditQueries
  const { findEvents } = yield* reputationQueries

  const oldest = (table: keyof typeof sorts, type: string, range: EventRange, size: number) => {
    const { after, since, until } = range
    const prefix = sorts[table]
    const [start, behind] = [firstIdAt(prefix, since), `${prefix}_${orderOf(after)}`]
    return sql<{ readonly id: string; readonly type: string }>`
      SELECT id, ${sql.literal(type)} AS type FROM ${tables[table]}
      WHERE id > ${after !== "" && behind > start ? behind : start} AND id < ${firstIdAt(prefix, until)} ORDER BY id LIMIT ${size}`
  }

  return {
    /** As they are posted. Others' ids, and those that are no longer stored, are missing. */
    find: (ids: ReadonlyArray<string>) =>
      Effect.gen(function* () {
        const entries = ids.filter((id) => isId("aud", id))
        const events = ids.filter((id) => isId("oev", id))
        return [
          ...(entries.length === 0 ? [] : (yield* findEntries(entries)).map(ofEntry)),
          ...(events.length === 0 ? [] : (yield* findEvents(events)).map(ofTenant))
        ]
      }),

    /** In the order of time. A table of which no type is wanted isn't read. */
    list: (range: EventRange) =>
      Effect.gen(function* () {
        const { limit = max, types } = range
        const size = Math.min(limit, max)
        const isWanted = (type: string) => types.includes(type)
        const entries = isWanted("audit.recorded")
          ? yield* oldest("audit_log", "'audit.recorded'", range, size)
          : []
        const events = types.some((type) => type !== "audit.recorded")
          ? yield* oldest("operator_events", "type", range, size)
          : []
        const page = [...entries, ...events]
          .sort((a, b) => (orderOf(a.id) < orderOf(b.id) ? -1 : 1))
          .slice(0, size)
        return {
          events: page.flatMap(({ id, type }) => (isWanted(type) ? [{ id }] : [])),
          next: page.length < size ? undefined : page.at(-1)?.id
        } satisfies EventPage
      })
  }
})
