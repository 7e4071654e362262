import { Effect } from "effect"
import type { Database } from "../Database.js"
import { makeAmongIntegers } from "../given.js"
import { nameOfCopyTable } from "./copyState.js"
import type { Key } from "./tableRows.js"

/** A row of the source that was written to. */
export interface Change {
  readonly id: number
  readonly name: string
  readonly key: Key
}

/** Of each row once: its state now is what counts. */
export const keysOf = (changes: ReadonlyArray<Change>): ReadonlyArray<Key> => [
  ...new Map(changes.map(({ key }) => [JSON.stringify(key), key])).values()
]

/** By table, in the order in which the tables first occur. */
export const byTable = (
  changes: ReadonlyArray<Change>
): ReadonlyMap<string, ReadonlyArray<Change>> => {
  const tables = new Map<string, Array<Change>>()
  for (const change of changes) {
    const own = tables.get(change.name)
    if (own === undefined) tables.set(change.name, [change])
    else own.push(change)
  }
  return tables
}

/** The changes that the target doesn't have yet. */
export const makePendingChanges = (database: typeof Database.Service) => {
  const { names, sql, writeRelaxed } = database
  const table = sql.literal(nameOfCopyTable(names, "copy_changes"))
  const among = makeAmongIntegers(database)
  type Row = Omit<Change, "key"> & { readonly key: string }
  const parsed = (rows: ReadonlyArray<Row>): ReadonlyArray<Change> =>
    rows.map(({ id, key, name }) => ({ id, name, key: JSON.parse(key) as Key }))
  return {
    oldest: (limit: number) =>
      Effect.map(sql<Row>`SELECT id, name, key FROM ${table} ORDER BY id LIMIT ${limit}`, parsed),
    ofTable: (name: string) =>
      Effect.map(sql<Row>`SELECT id, name, key FROM ${table} WHERE name = ${name}`, parsed),
    count: Effect.map(
      sql<{ readonly count: number }>`SELECT COUNT(*) AS count FROM ${table}`,
      ([row]) => row?.count ?? 0
    ),
    /** Exactly these: others may have been committed later with smaller numbers. */
    remove: (changes: ReadonlyArray<Change>) =>
      changes.length === 0
        ? Effect.void
        : Effect.asVoid(
            writeRelaxed(sql`DELETE FROM ${table} WHERE id ${among(changes.map(({ id }) => id))}`)
          )
  }
}
