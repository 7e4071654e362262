import { Effect } from "effect"
import type { Database } from "../Database.js"
import { copiedNames } from "./copiedTables.js"
import { addState, nameOfCopyTable, removeState, setPhase } from "./copyState.js"

type Opened = typeof Database.Service

/** Tables that have rows. */
export const usedTables = ({ sql, tables }: Opened) =>
  Effect.filter(copiedNames, (name) =>
    Effect.map(sql`SELECT 1 AS one FROM ${tables[name]} LIMIT 1`, (rows) => rows.length > 0)
  )

/**
 * Rows come in another order than references ask for. What the constraints demand holds in the
 * source, and so in the target once it is the same.
 */
const dropReferences = ({ dialect, names, sql }: Opened) =>
  Effect.gen(function* () {
    if (dialect.name === "sqlite") return []
    const restore: Array<string> = []
    for (const name of copiedNames) {
      const table = names.tables[name]
      const found = yield* sql<{ readonly name: string; readonly definition: string }>`
        SELECT conname AS name, pg_get_constraintdef(oid) AS definition FROM pg_constraint
        WHERE contype = 'f' AND conrelid = to_regclass(${table})`
      for (const { definition, name: constraint } of found) {
        yield* sql.unsafe(`ALTER TABLE ${table} DROP CONSTRAINT "${constraint}"`)
        restore.push(`ALTER TABLE ${table} ADD CONSTRAINT "${constraint}" ${definition}`)
      }
    }
    return restore
  })

/** From now on no process starts on it. */
export const beginTarget = (target: Opened, id: string, peer: string) =>
  target.write(
    Effect.gen(function* () {
      const restore = JSON.stringify(yield* dropReferences(target))
      yield* addState(target, "target", { id, peer, phase: "copying", restore })
    })
  )

/** Each time it is opened to go on. Outside of transactions. */
export const ignoreReferences = ({ dialect, sql }: Opened) =>
  dialect.name === "sqlite" ? sql.unsafe("PRAGMA foreign_keys = OFF") : Effect.void

/** Without it, the planner thinks that a table is as small as it was. */
export const analyze = ({ dialect, names, sql }: Opened, name: (typeof copiedNames)[number]) =>
  dialect.name === "sqlite" ? Effect.void : sql.unsafe(`ANALYZE ${names.tables[name]}`)

/** The highest position that an event has got, whether it is still there or not. */
export const newestPosition = ({ dialect, names, sql, tables }: Opened) =>
  Effect.gen(function* () {
    const [row] = yield* sql<{
      readonly newest: number | null
    }>`SELECT MAX(position) AS newest FROM ${tables.events}`
    const newest = row?.newest ?? 0
    if (dialect.name === "sqlite") return newest
    const [counter] = yield* sql<{
      readonly newest: number
    }>`SELECT CASE WHEN is_called THEN last_value ELSE 0 END AS newest FROM ${sql.literal(names.sequence("events_positions"))}`
    return Math.max(newest, counter?.newest ?? 0)
  })

/** New events get positions beyond `newest`. */
const continuePositions = ({ dialect, names, sql }: Opened, newest: number) =>
  dialect.name === "sqlite" || newest === 0
    ? Effect.void
    : sql.unsafe(`SELECT setval('${names.sequence("events_positions")}', ${String(newest)})`)

/** From now on processes start on it. */
export const openTarget = (target: Opened, restore: string, newest: number) =>
  target.write(
    Effect.gen(function* () {
      for (const statement of JSON.parse(restore) as ReadonlyArray<string>)
        yield* target.sql.unsafe(statement)
      yield* continuePositions(target, newest)
      yield* setPhase(target, "target", "opened")
    })
  )

/** Once the source knows that it has moved. */
export const forgetTarget = (target: Opened) =>
  target.write(
    Effect.gen(function* () {
      yield* target.sql.unsafe(
        `DROP TABLE IF EXISTS ${nameOfCopyTable(target.names, "copy_progress")}`
      )
      yield* removeState(target, "target")
    })
  )

/** No process starts on it any more. */
export const abandonTarget = (target: Opened, id: string, peer: string) =>
  target.write(
    Effect.andThen(
      removeState(target, "target"),
      addState(target, "target", { id, peer, phase: "abandoned", restore: "[]" })
    )
  )
