import type { Connection } from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import type { StorageError } from "@telemark/core"
import { type Cause, Context, Effect, Exit } from "effect"
import { stored } from "./storageError.js"

/** What is said of a savepoint to those who write directly inside it. */
export interface Savepoint {
  /** The transaction's connection, as it is in the context. */
  readonly connection: Connection
  /** Fails where the savepoint's transaction has ended meanwhile: right before the first write. */
  readonly confirm: Effect.Effect<void, SqlError>
  /** Lets the savepoint be undone in the end, whatever else becomes of it: a write has failed. */
  readonly spoil: (cause: Cause.Cause<StorageError>) => void
}

/** The savepoint that the caller stands in directly, so that a write needs none of its own; undefined if there is none. */
export class CurrentSavepoint extends Context.Reference<CurrentSavepoint>()("@telemark/sql/CurrentSavepoint", {
  defaultValue: (): Savepoint | undefined => undefined
}) {}

/** How a savepoint is told from those of a transaction that came after its own on the same connection. */
export interface Guard {
  /** Makes the savepoint. */
  readonly begin: (name: string) => Effect.Effect<void, SqlError>
  /** See `Savepoint`. */
  readonly confirm: (name: string) => Effect.Effect<void, SqlError>
  /** Releases the savepoint; fails unless it is. */
  readonly release: (name: string) => Effect.Effect<void, SqlError>
  /** Undoes what was done since the savepoint, and ends it, unless its transaction has ended. */
  readonly undo: (name: string) => Effect.Effect<void, SqlError>
  /** That of savepoints within this one, which is called `outer`. */
  readonly within: (outer: string) => Guard
}

interface SavepointOptions<E> {
  readonly connection: Connection
  /** Tells of a savepoint that can't be made. */
  readonly whyNot: (error: SqlError) => E
  /** By default that of the savepoint that it stands in, or for transactions that nobody else can end. */
  readonly guard?: Guard
}

const unguarded = (connection: Connection): Guard => {
  const say = (statement: string) => Effect.asVoid(connection.executeRaw(statement, []))
  const guard: Guard = {
    begin: (name) => say(`SAVEPOINT ${name}`),
    confirm: () => Effect.void,
    release: (name) => say(`RELEASE SAVEPOINT ${name}`),
    undo: (name) => Effect.zipRight(say(`ROLLBACK TO SAVEPOINT ${name}`), say(`RELEASE SAVEPOINT ${name}`)),
    within: () => guard
  }
  return guard
}

/** The guard of savepoints that are made here. */
class CurrentGuard extends Context.Reference<CurrentGuard>()("@telemark/sql/CurrentGuard", {
  defaultValue: (): { readonly connection: Connection; readonly guard: Guard } | undefined => undefined
}) {}

/**
 * Few, as Postgres keeps statistics of each statement's text, but more than stand in each other by mistake: with one name for all, one
 * of two sends over the same connection would undo the other.
 */
const maxNames = 64
let made = 0
const nextName = (): string => {
  made = (made + 1) % maxNames
  return `telemark_send_${String(made)}`
}

/**
 * Runs the body between a savepoint and its end. What it did is undone where it fails, or where the end does, as after a statement whose
 * failure nobody minded.
 */
export const inSavepoint = <A, E, R, E2>(
  { connection, guard: given, whyNot }: SavepointOptions<E2>,
  body: Effect.Effect<A, E, R>
): Effect.Effect<A, E | E2 | StorageError, R> =>
  Effect.uninterruptibleMask((restore) =>
    Effect.gen(function*() {
      const name = nextName()
      const around = yield* CurrentGuard
      const guard = given ?? (around?.connection === connection ? around.guard : unguarded(connection))
      let spoilt: Cause.Cause<StorageError> | undefined
      const savepoint: Savepoint = { connection, confirm: guard.confirm(name), spoil: (cause) => { spoilt = cause } }
      yield* Effect.mapError(guard.begin(name), whyNot)
      const inside = body.pipe(
        Effect.provideService(CurrentSavepoint, savepoint),
        Effect.provideService(CurrentGuard, { connection, guard: guard.within(name) })
      )
      const exit = yield* Effect.exit(restore(inside))
      const release = spoilt === undefined ? stored(guard.release(name)) : Effect.failCause(spoilt)
      const ended = Exit.isSuccess(exit) ? Exit.zipLeft(exit, yield* Effect.exit(release)) : exit
      if (Exit.isFailure(ended)) yield* Effect.ignore(guard.undo(name))
      return yield* ended
    }))
