import {
  type OperatorWebhookEvent,
  type OperatorWebhookEventType,
  timestamp
} from "@telemark/contract"
import { Effect } from "effect"
import { entryView } from "../../accounts/auditLog/AuditEntry.js"
import { auditQueries } from "../../accounts/auditLog/auditTable.js"
import { Database } from "../../database/Database.js"
import { firstIdAt, isId } from "../../kernel/ids.js"
import type { EventPage, EventRange } from "../log/eventTable.js"
import { operatorEventView } from "../reputation/OperatorEvent.js"
import { reputationQueries } from "../reputation/reputationTable.js"

export const isOperatorEventId = (id: string): boolean => isId("aud", id) || isId("oev", id)

/** Ids of all sorts of events are in the order of time behind their prefix. */
const orderOf = (id: string): string => id.slice(id.indexOf("_") + 1)

const max = 1000

/** The events for the operator: entries of the audit log, and what happened to tenants. */
export const operatorEventQueries = Effect.gen(function* () {
  const { sql, tables } = yield* Database
  const { find: findEntries } = yield* auditQueries
  const { findEvents } = yield* reputationQueries

  const find = (ids: ReadonlyArray<string>) =>
    Effect.gen(function* () {
      const entries = yield* findEntries(ids)
      const events = yield* findEvents(ids)
      return [
        ...entries.map((entry): OperatorWebhookEvent => ({
          id: entry.id,
          type: "audit.recorded",
          created_at: timestamp(entry.created_at),
          data: entryView(entry, true)
        })),
        ...events.map((event): OperatorWebhookEvent => ({
          id: event.id,
          type: event.type,
          created_at: timestamp(event.created_at),
          data: operatorEventView(event)
        }))
      ]
    })

  return {
    /** As they are posted; those that are no longer stored are missing. */
    find,

    /** In the order of time. */
    list: ({ after, limit = max, since, types, until }: EventRange) =>
      Effect.gen(function* () {
        const size = Math.min(limit, max)
        const between = (prefix: "aud" | "oev") => {
          const [first, behind] = [firstIdAt(prefix, since), `${prefix}_${orderOf(after)}`]
          return sql`id > ${after !== "" && behind > first ? behind : first} AND id < ${firstIdAt(prefix, until)} ORDER BY id LIMIT ${size}`
        }
        const entries = yield* sql<{
          readonly id: string
        }>`SELECT id FROM ${tables.audit_log} WHERE ${between("aud")}`
        const events = yield* sql<{
          readonly id: string
          readonly type: OperatorWebhookEventType
        }>`SELECT id, type FROM ${tables.operator_events} WHERE ${between("oev")}`
        const looked = [...entries.map(({ id }) => ({ id, type: "audit.recorded" })), ...events]
          .sort((a, b) => (orderOf(a.id) < orderOf(b.id) ? -1 : 1))
          .slice(0, size)
        return {
          events: looked.flatMap(({ id, type }) => (types.includes(type) ? [{ id }] : [])),
          next: looked.length < size ? undefined : looked.at(-1)?.id
        } satisfies EventPage
      })
  }
})
