// Hot path (docs/hot-paths.md): node-postgres by callback, 156 µs instead of 198.
import { failed, wakeable } from "@telemark/core"
import { Effect, Scope } from "effect"
import type { SqlError } from "effect/sql/SqlError"
import type { Pool, PoolClient } from "pg"
import { ConnectionFailure, failureOf, giveBack, Session } from "./Session.js"

/**
 * Where one connection has fallen silent, all that are as old are closed instead of used: else each
 * would be waited for in turn.
 */
interface Silence {
  /** Whether the connection is older than the last silence. */
  readonly has: (client: PoolClient) => boolean
  readonly began: (client: PoolClient) => void
}

const makeSilence = (): Silence => {
  let silences = 0
  const madeAfter = new WeakMap<PoolClient, number>()
  return {
    has: (client) => {
      const before = madeAfter.get(client)
      if (before === undefined) madeAfter.set(client, silences)
      return before !== undefined && before < silences
    },
    began: (client) => {
      if (madeAfter.get(client) === silences) silences++
    }
  }
}

const silences = new WeakMap<Pool, Silence>()

const silenceOf = (pool: Pool): Silence => {
  const silence = silences.get(pool) ?? makeSilence()
  silences.set(pool, silence)
  return silence
}

const silent = new ConnectionFailure(
  "CONNECTION_TIMEOUT",
  "Another connection of the same time has fallen silent"
)

/** No connection became free in time: to wait again would be for the same. */
const isFull = (error: Error | undefined): boolean =>
  error?.message.startsWith("timeout exceeded when trying to connect") === true

/**
 * Until the scope closes, which gives it back with `release`. Fails if there is none within
 * `connectTimeout` milliseconds for each host, or once it couldn't be made at any of them.
 */
export const takeSession = (
  pool: Pool,
  hosts: number,
  connectTimeout: number,
  release: (session: Session) => void
): Effect.Effect<Session, SqlError, Scope.Scope> =>
  Effect.suspend(() => {
    const silence = silenceOf(pool)
    let taken: Session | undefined
    let isOver = false
    const take = wakeable<Session, SqlError>((resume) => {
      // The pool's own limit covers more than its queue, and a host's pool may have none.
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
      }, connectTimeout * hosts)
      let left = hosts
      const connected = (error: Error | undefined, client: PoolClient | undefined): void => {
        const isSilent = client !== undefined && silence.has(client)
        if (isSilent) giveBack(client, silent)
        const mayRetry = client === undefined && !isFull(error) && --left > 0 && !isOver
        if (isSilent || mayRetry) {
          pool.connect(connected)
          return
        }
        clearTimeout(timer)
        if (isOver) client?.release()
        else if (client === undefined)
          resume(Effect.fail(failed(failureOf(error ?? new Error("Connection terminated")))))
        else {
          taken = new Session(client, () => {
            silence.began(client)
          })
          resume(Effect.succeed(taken))
        }
      }
      pool.connect(connected)
      return Effect.sync(() => {
        clearTimeout(timer)
      })
    }, "microtask")
    // Before anything is taken, so that no interruption can come in between.
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
