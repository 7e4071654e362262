import type { OpenDatabase, Prepared } from "./Driver.js"

interface Statement {
  readonly all: (...parameters: ReadonlyArray<unknown>) => ReadonlyArray<ReadonlyArray<unknown>>
  readonly columns: () => ReadonlyArray<{ readonly name: string }>
  readonly setReturnArrays: (isEnabled: true) => void
}

interface Database {
  readonly prepare: (text: string) => Statement
  readonly close: () => void
}

/** What is used of `node:sqlite`, which the oldest supported Node doesn't have. */
interface NodeSqlite {
  readonly DatabaseSync: new (filename: string) => Database
}

const prepared = (statement: Statement, text: string): Prepared => {
  // Objects that Node itself makes of rows have no prototype, and take twice as long.
  statement.setReturnArrays(true)
  const namesNow = () => statement.columns().map(({ name }) => name)
  const known = text.includes("*") ? undefined : namesNow()
  return {
    all: (...parameters) => {
      const rows = statement.all(...parameters)
      if (rows.length === 0) return []
      const names = known ?? namesNow()
      return rows.map((values) => {
        const row: Record<string, unknown> = {}
        for (const [index, name] of names.entries()) row[name] = values[index]
        return row
      })
    }
  }
}

/** Before 22.16, the SQLite of Node can't search text. */
const canSearch = ({ DatabaseSync }: NodeSqlite): boolean => {
  const database = new DatabaseSync(":memory:")
  const options = database.prepare("PRAGMA compile_options").all()
  database.close()
  return options.some((option) => Object.values(option).includes("ENABLE_FTS5"))
}

/** The SQLite that comes with Node; undefined where it can't be used. */
export const findNodeSqlite = (): OpenDatabase | undefined => {
  const found = process.getBuiltinModule("node:sqlite") as NodeSqlite | undefined
  if (found === undefined || !canSearch(found)) return undefined
  return (filename) => {
    const database = new found.DatabaseSync(filename)
    return {
      prepare: (text) => prepared(database.prepare(text), text),
      close: () => {
        database.close()
      }
    }
  }
}
