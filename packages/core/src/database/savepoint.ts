import type { StorageError } from "@telemark/contract"
import { type Cause, Context, Effect, Exit } from "effect"
import type { Connection } from "effect/sql/SqlConnection"
import type { SqlError } from "effect/sql/SqlError"
import { type Limiter, makeLimiter } from "../kernel/Limiter.js"
import type { OpenTransaction } from "./client/sqlClient.js"
import { stored } from "./storageError.js"

export interface Savepoint {
  /** The transaction's connection, as it is in the context. */
  readonly connection: Connection
  /** Call it right before the first write: fails if the savepoint's transaction has ended. */
  readonly confirm: Effect.Effect<void, SqlError>
  /** Makes the savepoint be undone when it ends, because a write in it has failed. */
  readonly spoil: (cause: Cause.Cause<StorageError>) => void
}

/** The savepoint that the caller is directly inside, so that a write needs none of its own. */
export const CurrentSavepoint = Context.Reference("@telemark/core/CurrentSavepoint", {
  defaultValue: (): Savepoint | undefined => undefined
})

/** Tells a savepoint apart from those of a later transaction on the same connection. */
export interface Guard {
  readonly begin: (name: string) => Effect.Effect<void, SqlError>
  readonly confirm: (name: string) => Effect.Effect<void, SqlError>
  /** Releases the savepoint, or fails. */
  readonly release: (name: string) => Effect.Effect<void, SqlError>
  /** Rolls back to the savepoint and releases it, unless its transaction has ended. */
  readonly undo: (name: string) => Effect.Effect<void, SqlError>
  /** The guard of savepoints inside the one named `outer`. */
  readonly within: (outer: string) => Guard
}

interface SavepointOptions<E> {
  readonly connection: Connection
  /** The error for a savepoint that can't be made. */
  readonly whyNot: (error: SqlError) => E
  /**
   * By default that of the enclosing savepoint, or none for transactions that only storage can end.
   */
  readonly guard?: Guard
}

const unguarded = (connection: Connection): Guard => {
  const say = (statement: string) => Effect.asVoid(connection.executeRaw(statement, []))
  const guard: Guard = {
    begin: (name) => say(`SAVEPOINT ${name}`),
    confirm: () => Effect.void,
    release: (name) => say(`RELEASE SAVEPOINT ${name}`),
    undo: (name) =>
      Effect.andThen(say(`ROLLBACK TO SAVEPOINT ${name}`), say(`RELEASE SAVEPOINT ${name}`)),
    within: () => guard
  }
  return guard
}

const CurrentGuard = Context.Reference("@telemark/core/CurrentGuard", {
  defaultValue: (): { readonly connection: Connection; readonly guard: Guard } | undefined =>
    undefined
})

/**
 * Few, as Postgres keeps statistics of each text, but more than may nest by mistake: with one name,
 * a send could undo another on its connection.
 */
const maxNames = 64
let made = 0
const nextName = (): string => {
  made = (made + 1) % maxNames
  return `telemark_send_${String(made)}`
}

/**
 * Runs the body in a savepoint. What it did is undone if it fails, or if the release fails, as
 * after a failed statement whose error was ignored.
 */
export const inSavepoint = <A, E, R, E2>(
  { connection, guard: given, whyNot }: SavepointOptions<E2>,
  body: Effect.Effect<A, E, R>
): Effect.Effect<A, E | E2 | StorageError, R> =>
  Effect.uninterruptibleMask((restore) =>
    Effect.gen(function* () {
      const name = nextName()
      const around = yield* CurrentGuard
      const guard =
        given ?? (around?.connection === connection ? around.guard : unguarded(connection))
      let spoilt: Cause.Cause<StorageError> | undefined
      const savepoint: Savepoint = {
        connection,
        confirm: guard.confirm(name),
        spoil: (cause) => {
          spoilt = cause
        }
      }
      yield* Effect.mapError(guard.begin(name), whyNot)
      const inside = body.pipe(
        Effect.provideService(CurrentSavepoint, savepoint),
        Effect.provideService(CurrentGuard, { connection, guard: guard.within(name) })
      )
      const exit = yield* Effect.exit(restore(inside))
      const release = spoilt === undefined ? stored(guard.release(name)) : Effect.failCause(spoilt)
      const ended: Exit.Exit<A, E | StorageError> = Exit.isSuccess(exit)
        ? Exit.map(yield* Effect.exit(release), () => exit.value)
        : exit
      if (Exit.isFailure(ended)) yield* Effect.ignore(guard.undo(name))
      return yield* ended
    })
  )

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
