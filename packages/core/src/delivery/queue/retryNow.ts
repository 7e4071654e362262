import type { StorageError } from "@telemark/contract"
import { Clock, Effect } from "effect"
import { Database } from "../../database/Database.js"
import { changeInPages } from "../../database/changeInPages.js"
import { makeAmong } from "../../database/given.js"
import { WakeUp } from "../message/WakeUp.js"

/** Messages that one transaction changes: on SQLite, nothing else is written meanwhile. */
const together = 100

/**
 * Makes mail due that waits for its next attempt: of one tenant, or of all. After an outage it would
 * come back little by little, over hours. Leaves what is scheduled, held or in flight, and each
 * message's age, at which it is given up. Returns how many messages.
 */
export const retryNow = (
  tenantId?: string
): Effect.Effect<number, StorageError, Database | WakeUp> =>
  Effect.gen(function* () {
    const database = yield* Database
    const { dialect, sql, tables } = database
    const among = makeAmong(database)
    const now = yield* Clock.currentTimeMillis
    const ofTenant = tenantId === undefined ? sql`` : sql`AND tenant_id = ${tenantId}`
    const nextAfter = (after: string) =>
      Effect.gen(function* () {
        const found = yield* sql<{ readonly id: string }>`
          SELECT id FROM ${tables.queue} WHERE id > ${after} AND due_at > ${now} AND lease_owner IS NULL
            AND (scheduled_at IS NULL OR scheduled_at <= ${now}) ${ofTenant}
          ORDER BY id LIMIT ${together} ${sql.literal(dialect.forUpdate)}`
        const ids = found.map(({ id }) => id)
        if (ids.length === 0) return { count: 0, last: undefined }
        yield* sql`UPDATE ${tables.queue} SET due_at = ${now} WHERE id ${among(ids)}`
        yield* sql`UPDATE ${tables.emails} SET next_attempt_at = ${now}, updated_at = ${now} WHERE id ${among(ids)}`
        return { count: ids.length, last: ids.at(-1) }
      })
    const changed = yield* changeInPages(database, nextAfter)
    yield* (yield* WakeUp).signal
    return changed
  })
