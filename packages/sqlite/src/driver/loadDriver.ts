import { failed } from "@telemark/core"
import { Effect } from "effect"
import type { SqlError } from "effect/sql/SqlError"
import type { OpenDatabase } from "./Driver.js"
import { loadBetterSqlite } from "./betterSqlite.js"
import { findNodeSqlite } from "./nodeSqlite.js"

/**
 * better-sqlite3 where it can be loaded, since its SQLite is the same on each Node; otherwise the
 * SQLite of Node. Without both it fails with the error of better-sqlite3.
 */
export const loadDriver: Effect.Effect<OpenDatabase, SqlError> = Effect.catch(
  Effect.tryPromise({ try: loadBetterSqlite, catch: failed }),
  (error) =>
    Effect.suspend(() => {
      const found = findNodeSqlite()
      return found === undefined ? Effect.fail(error) : Effect.succeed(found)
    })
)
