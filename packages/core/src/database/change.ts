import { StorageError } from "@telemark/contract"
import { Context, Effect } from "effect"
import type { SqlError } from "effect/sql/SqlError"

/** What is written with the first change that an effect makes: neither is there without the other. */
export interface WrittenAlong {
  readonly write: (madeId: string | undefined) => Effect.Effect<unknown, SqlError>
  isWritten: boolean
}

export const AlongChange = Context.Reference("@telemark/core/AlongChange", {
  defaultValue: (): WrittenAlong | undefined => undefined
})

class Refused {
  constructor(readonly refusal: unknown) {}
}

const isOfStorage = (error: unknown): error is StorageError | SqlError =>
  error instanceof StorageError ||
  (typeof error === "object" && error !== null && "_tag" in error && error._tag === "SqlError")

type Write = <A>(body: Effect.Effect<A, StorageError | SqlError>) => Effect.Effect<A, StorageError>

export const makeChange =
  (write: Write) =>
  <A, E>(
    body: Effect.Effect<A, E>,
    madeId?: string | number
  ): Effect.Effect<A, Exclude<E, SqlError> | StorageError> =>
    Effect.flatMap(AlongChange, (along) => {
      // Through the transaction, which undoes what fails and knows only errors of storage.
      const refusable = Effect.mapError(body, (error) =>
        isOfStorage(error)
          ? error
          : new StorageError({ reason: "fault", cause: new Refused(error) })
      )
      const changed =
        along === undefined || along.isWritten
          ? write(refusable)
          : Effect.tap(
              write(
                Effect.tap(Effect.provideService(refusable, AlongChange, undefined), () =>
                  along.write(madeId === undefined ? undefined : String(madeId))
                )
              ),
              () =>
                Effect.sync(() => {
                  along.isWritten = true
                })
            )
      return Effect.mapError(changed, (error) =>
        error.cause instanceof Refused ? (error.cause.refusal as Exclude<E, SqlError>) : error
      )
    })
