import type { StorageError } from "@telemark/contract"
import { Effect, Schedule } from "effect"
import type * as SqlError from "effect/sql/SqlError"
import type { Database } from "../Database.js"
import { isConflict, isLockNotAvailable, stored } from "../storageError.js"
import { captureOf } from "./captureChanges.js"
import { copiedNames, type CopiedTable } from "./copiedTables.js"
import { removeState, setPhase } from "./copyState.js"

type Opened = typeof Database.Service

/** Whoever writes to the table waits behind us for so long, in milliseconds. */
const lockMillis = 500

/** For a minute: transactions that use the table have to end first. */
const whileOthersWork = {
  schedule: Schedule.max([Schedule.jittered(Schedule.spaced("250 millis")), Schedule.recurs(80)]),
  while: ({ cause }: StorageError) => isLockNotAvailable(cause) || isConflict(cause)
}

/** The schema of the tables on Postgres; undefined on SQLite. */
const findSchema = ({ dialect, names, sql }: Opened) =>
  dialect.name === "sqlite"
    ? Effect.succeed(undefined)
    : Effect.map(
        sql<{
          readonly schema: string
        }>`SELECT nspname AS schema FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
          WHERE pg_class.oid = to_regclass(${names.tables.emails})`,
        ([row]) => row?.schema
      )

/** The triggers by which a database is copied while it is used, and closed after that. */
export const makeSourceTriggers = (database: Opened) =>
  Effect.gen(function* () {
    const { dialect, sql, write } = database
    const capture = captureOf(database, yield* stored(findSchema(database)))
    const run = (statements: ReadonlyArray<string>) =>
      Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })

    /** Each in a transaction that waits for locks shortly, and again until it gets them. */
    const patiently = (body: Effect.Effect<void, StorageError | SqlError.SqlError>) =>
      Effect.retry(
        write(
          Effect.andThen(
            dialect.hurry === undefined
              ? Effect.void
              : Effect.asVoid(sql.unsafe(dialect.hurry(lockMillis))),
            body
          )
        ),
        whileOthersWork
      )

    return {
      /** Table by table: a transaction with all of their locks would keep everybody waiting. */
      note: (tables: ReadonlyArray<CopiedTable>) =>
        Effect.gen(function* () {
          yield* patiently(run(capture.begin))
          for (const table of tables) yield* patiently(run(capture.note(table)))
          yield* write(setPhase(database, "source", "following"))
        }),
      /** All at once: some open tables among closed ones would take half of what belongs together. */
      close: (tables: ReadonlyArray<CopiedTable>, peer: string) =>
        patiently(
          Effect.andThen(
            setPhase(database, "source", "closing"),
            run(tables.flatMap((table) => capture.close(table, peer)))
          )
        ),
      reopen: patiently(
        Effect.andThen(
          run(copiedNames.flatMap(capture.reopen)),
          setPhase(database, "source", "following")
        )
      ),
      /** The database stays closed. */
      finish: patiently(
        Effect.andThen(
          run([...copiedNames.flatMap(capture.stopNoting), ...capture.end]),
          setPhase(database, "source", "moved")
        )
      ),
      /** Nothing of the copy is left. */
      remove: Effect.gen(function* () {
        for (const name of copiedNames)
          yield* patiently(run([...capture.reopen(name), ...capture.stopNoting(name)]))
        yield* patiently(
          Effect.andThen(
            run([...capture.end, ...capture.endClosing]),
            removeState(database, "source")
          )
        )
      })
    }
  })
