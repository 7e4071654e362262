import type { Pool, PoolClient } from "pg"
import { ConnectionFailure, failureOf } from "./ConnectionFailure.js"
import { Session } from "./Session.js"

/**
 * Takes a connection from the pool. Calls `answer` once: with an error if there is none within
 * `connectTimeout` milliseconds. The returned function cancels the request; a connection that comes
 * later goes back to the pool.
 */
export const takeSession = (
  pool: Pool,
  connectTimeout: number,
  answer: (error: Error | undefined, session?: Session) => void
): (() => void) => {
  let isOver = false
  const over = (error: Error | undefined, session?: Session) => {
    isOver = true
    clearTimeout(timer)
    answer(error, session)
  }
  // The pool's own limit, if it has one, covers more than its queue, and a host's pool may have
  // none.
  const timer = setTimeout(() => {
    if (!isOver)
      over(
        new ConnectionFailure(
          "CONNECT_TIMEOUT",
          "No connection to the database became free in time"
        )
      )
  }, connectTimeout)
  pool.connect((error: Error | undefined, client: PoolClient | undefined) => {
    if (isOver) client?.release()
    else if (client === undefined) over(failureOf(error ?? new Error("Connection terminated")))
    else over(undefined, new Session(client))
  })
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}
