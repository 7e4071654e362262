import type { StorageError } from "@telemark/contract"
import { Effect } from "effect"
import type { Database } from "../Database.js"
import { isUniqueViolation } from "../storageError.js"
import type { CopiedTable } from "./copiedTables.js"
import type { Progress, TableProgress } from "./copyProgress.js"
import { byTable, type Change, keysOf, makePendingChanges } from "./pendingChanges.js"
import { inSnapshot } from "./snapshot.js"
import {
  type ChunkSize,
  type Key,
  makeTableRows,
  type RowValues,
  type TableRows
} from "./tableRows.js"

/** Read at once, and written in one transaction: drivers copy it, and the event loop waits. */
export const usualChunk: ChunkSize = { rows: 500, octets: 4 * 1024 * 1024 }

/** Changes that are read at once. */
const maxChanges = 1000

interface Moving {
  readonly source: typeof Database.Service
  readonly target: typeof Database.Service
  readonly tables: ReadonlyArray<CopiedTable>
  readonly progress: Progress
  readonly chunk?: ChunkSize | undefined
}

/** What is written of one table in one transaction. */
interface Replacement {
  readonly name: string
  readonly keys: ReadonlyArray<Key>
  readonly rows: ReadonlyArray<RowValues>
}

interface Side {
  readonly from: TableRows
  readonly to: TableRows
  readonly keyOf: (row: RowValues) => string
}

/** Brings rows of the source to the target. What is moved twice is the same as once. */
export const makeMoveRows = ({ chunk = usualChunk, progress, source, tables, target }: Moving) => {
  const pending = makePendingChanges(source)
  const sides = new Map<string, Side>(
    tables.map((table) => {
      const places = table.key.map(({ name }) =>
        table.columns.findIndex((column) => column.name === name)
      )
      const keyOf = (row: RowValues): string => JSON.stringify(places.map((place) => row[place]))
      return [
        table.name,
        { from: makeTableRows(source, table), to: makeTableRows(target, table), keyOf }
      ]
    })
  )
  const sideOf = (name: string) => {
    const side = sides.get(name)
    if (side === undefined) throw new Error(`${name} isn't a table that is copied`)
    return side
  }

  /** All of them first: unique values may have gone from one row to another. */
  const replace = (replacements: ReadonlyArray<Replacement>) =>
    Effect.gen(function* () {
      for (const { keys, name } of replacements) yield* sideOf(name).to.removeKeys(keys)
      for (const { name, rows } of replacements) yield* sideOf(name).to.insert(rows)
    })

  const present = (changes: ReadonlyArray<Change>) =>
    Effect.forEach(byTable(changes), ([name, own]) => {
      const keys = keysOf(own)
      return Effect.map(sideOf(name).from.withKeys(keys), (rows): Replacement => ({
        name,
        keys,
        rows
      }))
    })

  /** The first changes whose rows fit into a chunk together. */
  const fitting = (changes: ReadonlyArray<Change>) =>
    Effect.gen(function* () {
      const octets = new Map<string, number>()
      for (const [name, own] of byTable(changes))
        for (const [key, size] of yield* sideOf(name).from.octetsOf(keysOf(own)))
          octets.set(JSON.stringify([name, key]), size)
      let sum = 0
      const end = changes.findIndex(({ key, name }, index) => {
        const id = JSON.stringify([name, key])
        sum += octets.get(id) ?? 0
        octets.delete(id)
        return sum > chunk.octets && index > 0
      })
      return end < 0 ? changes : changes.slice(0, end)
    })

  const ofTables = (names: Iterable<string>) =>
    Effect.map(Effect.forEach(names, pending.ofTable), (found) => found.flat())

  /**
   * Writes what `read` returns. If a unique value is still at another row in the target, that row
   * has changed as well: then all changes of these tables are read with it.
   */
  const transfer = <A extends { readonly changes: ReadonlyArray<Change> }>(
    read: (isWhole: boolean) => Effect.Effect<A, StorageError>,
    put: (found: A) => Effect.Effect<unknown, StorageError>
  ): Effect.Effect<A, StorageError> => {
    const attempt = (isWhole: boolean) =>
      Effect.gen(function* () {
        const found = yield* read(isWhole)
        yield* put(found)
        yield* pending.remove(found.changes)
        return found
      })
    return Effect.catchIf(attempt(false), isUniqueViolation, () => attempt(true))
  }

  /** Returns whether there may be more. */
  const applyChanges = Effect.map(
    transfer(
      (isWhole) =>
        inSnapshot(
          source,
          Effect.gen(function* () {
            const oldest = yield* pending.oldest(maxChanges)
            const changes = isWhole
              ? yield* ofTables(new Set(oldest.map(({ name }) => name)))
              : yield* fitting(oldest)
            const isAll = oldest.length < maxChanges && changes.length >= oldest.length
            return { changes, isAll, replacements: yield* present(changes) }
          })
        ),
      ({ replacements }) =>
        replacements.length === 0 ? Effect.void : progress.write(replace(replacements))
    ),
    ({ isAll }) => !isAll
  )

  /** Copies the next rows of a table, in the order of its key. */
  const copyChunk = (name: string, { copied, position }: TableProgress) =>
    Effect.map(
      transfer(
        (isWhole) =>
          inSnapshot(
            source,
            Effect.gen(function* () {
              const { from, keyOf } = sideOf(name)
              const last = yield* from.lastOfChunk(position, chunk)
              const rows = last === undefined ? [] : yield* from.inRange(position, last)
              const changes = isWhole ? yield* pending.ofTable(name) : []
              const [changed] = yield* present(changes)
              const known = new Set(rows.map(keyOf))
              const others = changed?.rows.filter((row) => !known.has(keyOf(row))) ?? []
              const next: TableProgress = {
                position: last ?? position,
                isDone: last === undefined,
                copied: copied + rows.length
              }
              return { changes, keys: changed?.keys ?? [], last, next, rows: [...rows, ...others] }
            })
          ),
        ({ changes, keys, last, next, rows }) =>
          (changes.length > 0 ? progress.write : progress.writeRelaxed)(
            Effect.gen(function* () {
              yield* sideOf(name).to.removeRange(position, last)
              yield* replace([{ name, keys, rows }])
              yield* progress.set(name, next)
            })
          )
      ),
      ({ next }) => next
    )

  return { applyChanges, copyChunk, countBehind: pending.count }
}
