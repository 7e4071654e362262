import { StorageError } from "@telemark/contract"
import { Clock, Effect, Schedule } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type * as SqlError from "effect/sql/SqlError"
import { Database } from "../Database.js"
import { OpensCopies, refuseCopies } from "../copy/copyState.js"
import { isConflict, isLockNotAvailable } from "../storageError.js"
import { bookkeeping } from "./Step.js"
import { migrations, newestStep as latest, wholeSchema } from "./migrationScript.js"
import { foldKeys } from "./foldKeys.js"

const refuse = (message: string): StorageError =>
  new StorageError({ reason: "fault", cause: new Error(message) })

const tooNew = (found: number): StorageError =>
  refuse(
    `The storage has schema ${String(found)}, but this version of Telemark supports only up to ${String(latest)}: ` +
      "a newer version has migrated it. Run that version, or restore a backup from before its first start."
  )

const tooOld = (found: number): StorageError =>
  refuse(
    `The storage has schema ${String(found)}, but this version of Telemark needs ${String(latest)}. Run the migrations first: ` +
      `\`telemark migrate\` does so, and \`telemark migrate --print${found === 0 ? "" : ` --from ${String(found)}`}\` prints them for another tool.`
  )

const withGaps = refuse(
  "The schema of the storage has newer steps but lacks older ones: a script of `telemark migrate --print --from …` was run on another step than it " +
    "was printed for, by a tool that continues after errors. Restore a backup from before that, and run the scripts in order."
)

/**
 * 0 if the storage is empty. Fails if older steps are missing, up to those that this version knows.
 */
const current = ({
  dialect,
  sql,
  tables
}: typeof Database.Service): Effect.Effect<number, SqlError.SqlError | StorageError> =>
  Effect.flatMap(sql.unsafe(dialect.findTable("telemark_migrations")), (found) =>
    found.length === 0
      ? Effect.succeed(0)
      : Effect.flatMap(
          sql<{
            readonly id: number | null
            readonly steps: number
          }>`SELECT MAX(id) AS id, COUNT(*) AS steps FROM ${tables.telemark_migrations}`,
          ([row]) => {
            const newest = row?.id ?? 0
            return newest > latest || newest === row?.steps ? Effect.succeed(newest) : withGaps
          }
        )
  )

/**
 * For a minute: processes of the version before work on meanwhile, and each try keeps them waiting
 * for half a second.
 */
const whileOthersWork = {
  schedule: Schedule.max([Schedule.jittered(Schedule.spaced("250 millis")), Schedule.recurs(80)]),
  while: ({ cause }: StorageError) => isLockNotAvailable(cause) || isConflict(cause)
}

/**
 * Migrates the schema to what this version needs: all steps in one transaction under a lock, so
 * that processes that start together do it once, and a step that fails leaves nothing behind.
 * Refuses a storage that a newer version has used. Returns the names of the steps that were run.
 * Then it does what no SQL can: `foldKeys`. Effect's own Migrator, started twice at once, fails on
 * Postgres, where it creates its table outside of the lock, and on SQLite reports success with the
 * tables missing.
 */
export const migrate: Effect.Effect<
  ReadonlyArray<string>,
  StorageError,
  SqlClient.SqlClient
> = Database.pipe(
  Effect.flatMap((database) => {
    const { dialect, names, sql, tables, write } = database
    const attempt = write(
      Effect.gen(function* () {
        if (dialect.migrationLock !== undefined) yield* sql.unsafe(dialect.migrationLock)
        const found = yield* current(database)
        if (found > latest) return yield* tooNew(found)
        yield* refuseCopies(database)
        const missing = migrations.filter(({ id }) => id > found)
        if (found > 0 && missing.length > 0 && dialect.lockTables !== undefined)
          yield* sql.unsafe(dialect.lockTables)
        const applied_at = yield* Clock.currentTimeMillis
        const recordSteps = (steps: typeof migrations) =>
          Effect.forEach(
            steps,
            ({ id, name }) =>
              sql`INSERT INTO ${tables.telemark_migrations} ${sql.insert({ id, name, applied_at })}`,
            { discard: true }
          )
        const whole = found === 0 ? yield* wholeSchema(database) : undefined
        if (whole?.known === undefined) {
          if (found === 0) {
            if (dialect.makeSchema !== undefined) yield* sql.unsafe(dialect.makeSchema)
            for (const statement of bookkeeping(dialect, names)) yield* sql.unsafe(statement)
          }
          for (const step of missing) {
            for (const statement of step.statements(dialect, names)) yield* sql.unsafe(statement)
            yield* recordSteps([step])
          }
          if (whole !== undefined) yield* whole.remember
        } else {
          for (const statement of whole.known) yield* sql.unsafe(statement)
          yield* recordSteps(missing)
        }
        yield* writeNothing(database)
        return missing.map(({ name }) => name)
      })
    )
    return Effect.tap(Effect.retry(attempt, whileOthersWork), () => foldKeysUnlessCopied)
  }),
  Effect.provide(Database.layer, { local: true })
)

/** Not to copy a database: it may be closed, and processes on it or on the copy do so. */
const foldKeysUnlessCopied = Effect.flatMap(OpensCopies, (copies) =>
  copies ? Effect.void : foldKeys
)

/** On a read-only SQLite, even a transaction that asks to write begins there. */
const writeNothing = ({ sql, tables }: typeof Database.Service) =>
  sql`DELETE FROM ${tables.telemark_migrations} WHERE id < 0`

/**
 * Fails if the schema lacks what this version needs, or can't be written to, such as a demoted
 * database. A newer schema passes: migrations only add, so a running process goes on during an
 * upgrade.
 */
export const checkSchema = (database: typeof Database.Service): Effect.Effect<void, StorageError> =>
  database.write(
    Effect.gen(function* () {
      const found = yield* current(database)
      if (found < latest) return yield* tooOld(found)
      yield* writeNothing(database)
    })
  )

/**
 * Fails unless the schema is exactly the one of this version, and can be written to. Doesn't change
 * it, but does `foldKeys`. For a process that starts: an operator who starts an old version after a
 * newer one should know.
 */
export const requireSchema: Effect.Effect<void, StorageError, SqlClient.SqlClient> = Database.pipe(
  Effect.flatMap((database) =>
    database.write(
      Effect.gen(function* () {
        const found = yield* current(database)
        if (found !== latest) return yield* found > latest ? tooNew(found) : tooOld(found)
        yield* refuseCopies(database)
        yield* writeNothing(database)
      })
    )
  ),
  Effect.andThen(foldKeysUnlessCopied),
  Effect.provide(Database.layer, { local: true })
)
