// Hot path (docs/hot-paths.md): keeps prepared statements and runs them without waiting.
import { failed, makeMemory, recordConnection } from "@telemark/core"
import { Effect, type Scope } from "effect"
import type { Connection } from "effect/sql/SqlConnection"
import type { SqlError } from "effect/sql/SqlError"
import { createRequire } from "node:module"
import { basename } from "node:path"
import type { SameDriver } from "./Checkpoints.js"

/** Undefined where more than one is loaded, or where a bundler has hidden it. */
const loadedDriver = (): SameDriver | undefined => {
  const loaded = Object.keys(createRequire(process.execPath).cache).filter(
    (path) => basename(path) === "better_sqlite3.node"
  )
  return loaded.length === 1 ? { binary: loaded[0] } : undefined
}

/** Rejects where better-sqlite3 isn't installed, or has no binary that fits. */
const loadBetterSqlite = async (): Promise<OpenDatabase> => {
  const { default: Sqlite } = await import("better-sqlite3")
  // It loads its binary with the first database.
  new Sqlite(":memory:").close()
  const sameDriver = loadedDriver()
  return (filename) => {
    const database = new Sqlite(filename)
    return {
      prepare: (text) => {
        const statement = database.prepare<Array<unknown>, Record<string, unknown>>(text)
        return {
          all: (...parameters) => {
            if (statement.reader) return statement.all(...parameters)
            statement.run(...parameters)
            return []
          }
        }
      },
      close: () => database.close(),
      sameDriver
    }
  }
}

interface Statement {
  readonly all: (...parameters: ReadonlyArray<unknown>) => ReadonlyArray<ReadonlyArray<unknown>>
  readonly columns: () => ReadonlyArray<{ readonly name: string }>
  readonly setReturnArrays: (isEnabled: true) => void
}

interface Database {
  readonly prepare: (text: string) => Statement
  readonly close: () => void
}

/** The oldest supported Node doesn't have it. */
interface NodeSqlite {
  readonly DatabaseSync: new (filename: string) => Database
}

const prepared = (statement: Statement, text: string): Prepared => {
  // Rows that Node makes have no prototype, and take twice as long.
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

/** Undefined where it can't be used. */
const findNodeSqlite = (): OpenDatabase | undefined => {
  const found = process.getBuiltinModule("node:sqlite") as NodeSqlite | undefined
  if (found === undefined || !canSearch(found)) return undefined
  return (filename) => {
    const database = new found.DatabaseSync(filename)
    return {
      prepare: (text) => prepared(database.prepare(text), text),
      close: () => {
        database.close()
      },
      sameDriver: { binary: undefined }
    }
  }
}

/**
 * better-sqlite3 where it can be loaded, since its SQLite is the same on each Node; otherwise the
 * SQLite of Node. Without both, the error of better-sqlite3.
 */
const loadDriver: Effect.Effect<OpenDatabase, SqlError> = Effect.catch(
  Effect.tryPromise({ try: loadBetterSqlite, catch: failed }),
  (error) =>
    Effect.suspend(() => {
      const found = findNodeSqlite()
      return found === undefined ? Effect.fail(error) : Effect.succeed(found)
    })
)

interface Prepared {
  /** Runs it. Statements that answer no rows answer an empty list. */
  readonly all: (...parameters: ReadonlyArray<unknown>) => ReadonlyArray<Record<string, unknown>>
}

interface Opened {
  readonly prepare: (text: string) => Prepared
  readonly close: () => unknown
  /** Undefined if another thread can't load it. */
  readonly sameDriver: SameDriver | undefined
}

/** Everything it does is synchronous, and throws. */
type OpenDatabase = (filename: string) => Opened

/** More than storage has texts. */
const maxPrepared = 500

/** Prepares each statement once. */
const makePrepare = (database: Opened) => {
  const kept = makeMemory<Prepared>(maxPrepared)
  return (text: string): Prepared => {
    const known = kept.get(text)
    if (known !== undefined) return known
    const made = database.prepare(text)
    kept.set(text, made)
    return made
  }
}

/** One connection, closed with the scope. */
export const openSqlite = (
  filename: string
): Effect.Effect<
  Pick<Opened, "sameDriver"> & { readonly own: Connection },
  SqlError,
  Scope.Scope
> =>
  Effect.gen(function* () {
    const openDatabase = yield* loadDriver
    const database = yield* Effect.acquireRelease(
      Effect.try({ try: () => openDatabase(filename), catch: failed }),
      (opened) => Effect.sync(() => opened.close())
    )
    const prepare = makePrepare(database)
    const own = recordConnection((text, parameters, isPrepared) =>
      Effect.suspend(() => {
        try {
          const statement = isPrepared ? prepare(text) : database.prepare(text)
          return Effect.succeed(statement.all(...parameters))
        } catch (cause) {
          return Effect.fail(failed(cause))
        }
      })
    )
    return { own, sameDriver: database.sameDriver }
  })
