import { Effect } from "effect"
import type { SqlError } from "effect/sql/SqlError"
import { linkMarkOf, type TenantPause } from "../../accounts/tenants/Tenant.js"
import { Database, oncePerDatabase } from "../../database/Database.js"
import { makeRecentAnswer } from "../../database/recentAnswer.js"
import { stored } from "../../database/storageError.js"
import type { OperatorEvent } from "./OperatorEvent.js"
import { reputationQueries } from "./reputationTable.js"

/** A pause by another process may go unnoticed for so long. */
const cachedMillis = 5000

/** Tenants whose sending is paused: claims and who pauses share what is known of them. */
export const pausedTenants = oncePerDatabase(
  Effect.gen(function* () {
    const { change, sql, tables } = yield* Database
    const { clear, insertEvent } = yield* reputationQueries
    const { forget, get: ids } = makeRecentAnswer(
      cachedMillis,
      Effect.map(
        stored(
          sql<{
            readonly id: string
          }>`SELECT id FROM ${tables.tenants} WHERE paused_at IS NOT NULL AND id > ''`
        ),
        (rows) => rows.map(({ id }) => id)
      )
    )

    /** Claims look again once it is committed, and once more if they looked while it was. */
    const changing = (body: Effect.Effect<boolean, SqlError>) =>
      Effect.ensuring(change(body), Effect.sync(forget))

    return {
      /** Claims leave them out. */
      ids,

      /**
       * Pauses a tenant's sending and stores the event, in one transaction: from now on nothing of
       * its queue is claimed, in other processes within five seconds. False, without a write, if it
       * is paused or removed, or was resumed at `judgedAt` (epoch milliseconds) or later. If the
       * pause stops links, those of a tenant that is paused already are stopped all the same.
       */
      pause: (
        tenantId: string,
        { at, links_stopped, note, reason }: TenantPause,
        judgedAt: number,
        event: OperatorEvent
      ) =>
        changing(
          Effect.gen(function* () {
            const rows =
              yield* sql`UPDATE ${tables.tenants} SET paused_at = ${at}, paused_reason = ${reason}, paused_note = ${note}
            WHERE id = ${tenantId} AND paused_at IS NULL AND removed_at IS NULL AND COALESCE(resumed_at, 0) < ${judgedAt} RETURNING id`
            if (rows.length > 0) yield* insertEvent(event)
            if (links_stopped === true)
              yield* sql`UPDATE ${tables.tenants} SET stopped_link_mark = ${linkMarkOf(tenantId)}
              WHERE id = ${tenantId} AND paused_at IS NOT NULL AND removed_at IS NULL`
            return rows.length > 0
          })
        ),

      /**
       * Resumes it, forgets what was counted of its mail, and stores the event, in one transaction.
       * Later reports about mail sent before aren't counted. False, without a write, if it isn't
       * paused.
       */
      resume: (tenantId: string, now: number, event: OperatorEvent) =>
        changing(
          Effect.gen(function* () {
            const rows =
              yield* sql`UPDATE ${tables.tenants} SET paused_at = NULL, paused_reason = NULL, paused_note = NULL, stopped_link_mark = NULL, resumed_at = ${now}
            WHERE id = ${tenantId} AND paused_at IS NOT NULL AND removed_at IS NULL RETURNING id`
            if (rows.length === 0) return false
            yield* insertEvent(event)
            yield* clear(tenantId)
            return true
          })
        )
    }
  })
)
