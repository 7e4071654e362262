import { Effect } from "effect"
import type * as SqlError from "effect/sql/SqlError"
import { type Database, dialectOf } from "../Database.js"
import type { Dialect } from "../dialect/Dialect.js"
import type { TableNames } from "../names.js"
import { bookkeeping, type Step } from "./Step.js"
import { steps1 } from "./steps1.js"
import { steps15to21 } from "./steps15to21.js"
import { stepsFrom22 } from "./stepsFrom22.js"
import { steps2to5 } from "./steps2to5.js"
import { steps6to14 } from "./steps6to14.js"

/** Never edit, remove or renumber a released step: add another. */
export const migrations: ReadonlyArray<Step> = [
  ...steps1,
  ...steps2to5,
  ...steps6to14,
  ...steps15to21,
  ...stepsFrom22
]

/** Options of `migrationScript`. */
interface ScriptOptions {
  readonly dialect: Dialect["name"]
  readonly names: TableNames
  /** The storage's newest step; 0 for none, which also creates the tables' schema. */
  readonly from: number
  /** Whether to begin and commit; false for a tool that does so itself. */
  readonly isTransaction: boolean
}

/** The newest step. A script from there has nothing to do. */
export const newestStep: number = migrations.length

/** Inserts no row at that step, and otherwise one that the database refuses. */
const requireStep = (step: number, table: string): string =>
  `INSERT INTO ${table} (id, name, applied_at)
  SELECT 0, NULL, 0 WHERE COALESCE((SELECT MAX(id) FROM ${table}), 0) <> ${String(step)}`

/**
 * `migrate` as a script for a host's own migrations. Every statement ends with a semicolon and a
 * newline. It changes nothing in a storage that is at another step than `from`.
 */
export const migrationScript = ({
  dialect: name,
  from,
  isTransaction,
  names
}: ScriptOptions): string => {
  const dialect = dialectOf(name, names)
  const table = names.tables.telemark_migrations
  const note = (id: number, step: string): string =>
    `INSERT INTO ${table} (id, name, applied_at) VALUES (${String(id)}, '${step}', ${dialect.currentMillis})`
  const steps = migrations
    .filter(({ id }) => id > from)
    .map(({ id, name, statements }) => ({
      title: `-- Step ${String(id)}: ${name}`,
      statements: [...statements(dialect, names), note(id, name)]
    }))
  const beginning =
    from === 0
      ? {
          title: "-- Fails on purpose if the tables exist",
          statements: [dialect.makeSchema ?? [], ...bookkeeping(dialect, names)].flat()
        }
      : {
          title: `-- Fails on purpose if the newest step is not ${String(from)}`,
          statements: [requireStep(from, table)]
        }
  const lock = {
    title: "-- Other migrations wait",
    statements: dialect.migrationLock === undefined ? [] : [dialect.migrationLock]
  }
  return [
    ...(isTransaction ? [`${dialect.begin};\n`] : []),
    ...[lock, beginning, ...steps]
      .filter(({ statements }) => statements.length > 0)
      .map(
        ({ statements, title }) =>
          `${title}\n${statements.map((statement) => `${statement};\n`).join("")}`
      ),
    ...(isTransaction ? ["COMMIT;\n"] : [])
  ].join("\n")
}

interface WholeSchema {
  /** What all steps do; undefined if it isn't known yet. */
  readonly known: ReadonlyArray<string> | undefined
  /** After the steps: remembers what they made. */
  readonly remember: Effect.Effect<void, SqlError.SqlError>
}

/** By the prefix of the tables. */
const remembered = new Map<string, ReadonlyArray<string>>()

/**
 * Undefined if the database isn't empty, or can't tell. Tests of an application open an empty
 * database each: from the second on, their process makes what the steps lead to, in a small part of
 * the time.
 */
export const wholeSchema = ({
  dialect,
  names,
  sql
}: typeof Database.Service): Effect.Effect<WholeSchema | undefined, SqlError.SqlError> => {
  if (dialect.allStatements === undefined) return Effect.succeed(undefined)
  const statements = Effect.map(
    sql.unsafe<{ readonly statement: string }>(dialect.allStatements),
    (rows) => rows.map(({ statement }) => statement)
  )
  const known = remembered.get(names.prefix)
  const remember =
    known === undefined
      ? Effect.map(statements, (made) => {
          remembered.set(names.prefix, made)
        })
      : Effect.void
  return Effect.map(statements, (found) => (found.length === 0 ? { known, remember } : undefined))
}
