import type { Effect } from "effect"
import type { Connection } from "effect/sql/SqlConnection"
import { type Limiter, makeLimiter } from "../kernel/limiter/Limiter.js"
import type { OpenTransaction } from "./client/openTransaction.js"

/**
 * Runs the writes of one transaction that are on the same level one after the other: otherwise
 * their savepoints would nest, and be undone together. A write inside another one's savepoint is a
 * level deeper, and doesn't wait for it.
 */
export const makeSiblings = () => {
  const levels = new WeakMap<Connection, Map<number, Limiter<never>>>()
  const turnsOf = (connection: Connection, level: number): Limiter<never> => {
    const known = levels.get(connection) ?? new Map<number, Limiter<never>>()
    levels.set(connection, known)
    const turns = known.get(level) ?? makeLimiter({ permits: 1 })
    known.set(level, turns)
    return turns
  }
  return <A, E, R>(
    [connection, level]: OpenTransaction,
    write: Effect.Effect<A, E, R>
  ): Effect.Effect<A, E, R> => turnsOf(connection, level).run()(write)
}
