import type { StorageError } from "@telemark/contract"
import { Effect } from "effect"
import { Database } from "../../database/Database.js"
import { stored } from "../../database/storageError.js"

/**
 * When the next event is due: one read of an index for each endpoint, since a million events may
 * wait.
 */
export const makeNextDue: Effect.Effect<
  Effect.Effect<number | undefined, StorageError>,
  never,
  Database
> = Effect.map(Database, ({ sql, tables }) =>
  stored(
    Effect.map(
      sql<{ readonly due_at: number | null }>`
      SELECT MIN((SELECT MIN(due_at) FROM ${tables.webhook_queue} WHERE endpoint_id = webhook_endpoints.id)) AS due_at
      FROM ${tables.webhook_endpoints} WHERE active = 1`,
      ([first]) => first?.due_at ?? undefined
    )
  )
)
