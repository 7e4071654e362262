import { splitAddress, type StorageError } from "@telemark/contract"
import { Clock, Effect } from "effect"
import { Database } from "../../database/Database.js"
import { replaced } from "../../database/replaced.js"
import { stored } from "../../database/storageError.js"
import { defineTable } from "../../database/table.js"
import { smtpConfigQueries } from "../../sending/smtpConfigs/smtpConfigTable.js"
import {
  type BackOff,
  type BackOffKey,
  backOffMemory,
  type ConnectionLimit,
  platformRoute,
  type WaitingEmail,
  waitsUntil
} from "./BackOff.js"

const backOffTable = defineTable<BackOff>()({
  route: "plain",
  tenant_id: "plain",
  sender_domain: "plain",
  cause: "plain",
  stage: "plain",
  smtp_response: "plain",
  error_message: "plain",
  since: "plain",
  until: "plain"
})

const connectionLimitTable = defineTable<ConnectionLimit>()({
  route: "plain",
  tenant_id: "plain",
  connections: "plain",
  smtp_response: "plain",
  refused_at: "plain"
})

/**
 * The back-offs that workers found, and the connections that servers take, to inform people;
 * workers use their memory. Written when one begins or ends, never per message.
 */
export const backOffQueries = Effect.map(Database, ({ sql, tables, writeRelaxed }) => {
  const columns = sql.literal(backOffTable.columns)
  const allButKey = sql.literal(
    replaced(backOffTable.omit("route", "tenant_id", "sender_domain").names)
  )
  // A route stays its tenant's.
  const allOfLimit = sql.literal(replaced(connectionLimitTable.omit("route", "tenant_id").names))
  const limitColumns = sql.literal(connectionLimitTable.columns)
  return {
    /**
     * Replaces an earlier back-off with the same key, and deletes those that ended more than a day
     * before this one began. If a power cut undoes it, it is saved again at the next attempt.
     */
    save: (backOff: BackOff) =>
      writeRelaxed(
        Effect.gen(function* () {
          yield* sql`DELETE FROM ${tables.back_offs} WHERE until <= ${backOff.since - backOffMemory}`
          yield* sql`INSERT INTO ${tables.back_offs} ${sql.insert(backOffTable.encode(backOff))}
            ON CONFLICT (route, tenant_id, sender_domain) DO UPDATE
            SET ${allButKey}`
        })
      ),

    remove: (keys: ReadonlyArray<BackOffKey>) =>
      stored(
        Effect.forEach(
          keys,
          ({ route, sender_domain, tenant_id }) =>
            sql`DELETE FROM ${tables.back_offs} WHERE route = ${route} AND tenant_id = ${tenant_id} AND sender_domain = ${sender_domain}`,
          { discard: true }
        )
      ),

    /** All that are kept, latest end first. */
    list: stored(
      sql<BackOff>`SELECT ${columns} FROM ${tables.back_offs} ORDER BY until DESC, route, tenant_id, sender_domain`
    ),

    /**
     * Those that apply at `now` to the tenant's mail from this domain, on any route, latest end
     * first.
     */
    ofSender: (
      { sender_domain, tenant_id }: Pick<BackOffKey, "tenant_id" | "sender_domain">,
      now: number
    ) =>
      stored(sql<BackOff>`SELECT ${columns} FROM ${tables.back_offs}
          WHERE tenant_id IN ('', ${tenant_id}) AND sender_domain IN ('', ${sender_domain}) AND until > ${now}
          ORDER BY until DESC, route, tenant_id, sender_domain`),

    /** Replaces the route's earlier one, and deletes those that are more than a day older. */
    saveLimit: (limit: ConnectionLimit) =>
      writeRelaxed(
        Effect.gen(function* () {
          yield* sql`DELETE FROM ${tables.connection_limits} WHERE refused_at <= ${limit.refused_at - backOffMemory}`
          yield* sql`INSERT INTO ${tables.connection_limits} ${sql.insert(connectionLimitTable.encode(limit))}
            ON CONFLICT (route) DO UPDATE
            SET ${allOfLimit}`
        })
      ),

    removeLimit: (route: string) =>
      stored(Effect.asVoid(sql`DELETE FROM ${tables.connection_limits} WHERE route = ${route}`)),

    /** Those of the day before `now`, by route. */
    limits: (now: number) =>
      stored(
        sql<ConnectionLimit>`SELECT ${limitColumns} FROM ${tables.connection_limits}
            WHERE refused_at > ${now - backOffMemory} ORDER BY route`
      )
  }
})

/** No query for a message that isn't waiting. */
export const makeFindBackOff = Effect.gen(function* () {
  const { ofSender } = yield* backOffQueries
  const smtpConfigs = yield* smtpConfigQueries
  return (email: WaitingEmail): Effect.Effect<BackOff | undefined, StorageError> =>
    Effect.gen(function* () {
      if (!waitsUntil(email, Infinity)) return undefined
      const { sender_email, tenant_id } = email
      const sender_domain = splitAddress(sender_email)?.domain ?? ""
      const found = yield* ofSender({ tenant_id, sender_domain }, yield* Clock.currentTimeMillis)
      if (found.length === 0) return undefined
      const route = (yield* stored(smtpConfigs.find(tenant_id)))?.id ?? platformRoute
      return found.find((backOff) => backOff.route === route && waitsUntil(email, backOff.until))
    })
})
