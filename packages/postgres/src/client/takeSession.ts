import { failed, wakeable } from "@telemark/core"
import { Effect, Scope } from "effect"
import type { SqlError } from "effect/sql/SqlError"
import type { Pool, PoolClient } from "pg"
import { ConnectionFailure, failureOf } from "./ConnectionFailure.js"
import { Session } from "./Session.js"

/**
 * Takes a connection from the pool until the scope closes, and gives it back with `release`. Fails
 * if there is none within `connectTimeout` milliseconds.
 */
export const takeSession = (
  pool: Pool,
  connectTimeout: number,
  release: (session: Session) => void
): Effect.Effect<Session, SqlError, Scope.Scope> =>
  Effect.suspend(() => {
    let taken: Session | undefined
    let isOver = false
    const take = wakeable<Session, SqlError>((resume) => {
      // The pool's own limit, if it has one, covers more than its queue, and a host's pool may have
      // none.
      const timer = setTimeout(() => {
        isOver = true
        resume(
          Effect.fail(
            failed(
              new ConnectionFailure(
                "CONNECT_TIMEOUT",
                "No connection to the database became free in time"
              )
            )
          )
        )
      }, connectTimeout)
      pool.connect((error: Error | undefined, client: PoolClient | undefined) => {
        clearTimeout(timer)
        if (isOver) client?.release()
        else if (client === undefined)
          resume(Effect.fail(failed(failureOf(error ?? new Error("Connection terminated")))))
        else {
          taken = new Session(client)
          resume(Effect.succeed(taken))
        }
      })
      return Effect.sync(() => {
        clearTimeout(timer)
      })
    }, "microtask")
    // Added before anything is taken, so that no interruption can come in between.
    return Effect.andThen(
      Effect.flatMap(Effect.scope, (scope) =>
        Scope.addFinalizer(
          scope,
          Effect.sync(() => {
            isOver = true
            if (taken !== undefined) release(taken)
          })
        )
      ),
      take
    )
  })
