import { Effect } from "effect"
import { createHash, type Hash } from "node:crypto"
import type { Database } from "../Database.js"
import { stored } from "../storageError.js"
import type { CopiedTable } from "./copiedTables.js"
import { usualChunk } from "./moveRows.js"
import { type Key, makeTableRows, type RowValues } from "./tableRows.js"

/** A table in both databases. */
export interface ComparedTable {
  readonly table: string
  readonly rows: number
  readonly target_rows: number
  /** Whether every value is the same. */
  readonly same: boolean
}

const addText = (hash: Hash, kind: string, text: string): void => {
  hash.update(`${kind}${String(Buffer.byteLength(text))}:${text}`)
}

/** With its kind and length, so that no two rows are hashed alike. */
const addValue = (hash: Hash, value: unknown): void => {
  if (value instanceof Uint8Array) hash.update(`b${String(value.byteLength)}:`).update(value)
  else if (value === null) hash.update("n")
  else if (typeof value === "string") addText(hash, "t", value)
  else addText(hash, "i", JSON.stringify(value))
}

/** The same code for both databases: only what they answer counts. */
const digestOf = (database: typeof Database.Service, table: CopiedTable) =>
  Effect.gen(function* () {
    const from = makeTableRows(database, table)
    const hash = createHash("sha256")
    let count = 0
    let after: Key | undefined
    for (;;) {
      const last: Key | undefined = yield* from.lastOfChunk(after, usualChunk)
      if (last === undefined) return { count, digest: hash.digest("hex") }
      const rows: ReadonlyArray<RowValues> = yield* from.inRange(after, last)
      for (const row of rows) for (const value of row) addValue(hash, value)
      count += rows.length
      after = last
      yield* Effect.yieldNow
    }
  })

/** Reads both tables whole, in the order of their key. */
export const compareTable = (
  source: typeof Database.Service,
  target: typeof Database.Service,
  table: CopiedTable
) =>
  stored(
    Effect.map(
      Effect.all([digestOf(source, table), digestOf(target, table)], { concurrency: 2 }),
      ([one, other]): ComparedTable => ({
        table: table.name,
        rows: one.count,
        target_rows: other.count,
        same: one.count === other.count && one.digest === other.digest
      })
    )
  )
