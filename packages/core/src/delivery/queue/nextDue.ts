import type { StorageError } from "@telemark/contract"
import { Effect } from "effect"
import { Database } from "../../database/Database.js"
import { stored } from "../../database/storageError.js"

/** When the next message is due; undefined if the queue is empty. One read of an index. */
export const makeNextDue: Effect.Effect<
  Effect.Effect<number | undefined, StorageError>,
  never,
  Database
> = Effect.map(Database, ({ sql, tables }) =>
  stored(
    Effect.map(
      sql<{
        readonly due_at: number
      }>`SELECT due_at FROM ${tables.queue} ORDER BY due_at, id LIMIT 1`,
      ([first]) => first?.due_at
    )
  )
)
