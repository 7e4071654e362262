import type { OpenDatabase } from "./Driver.js"

/** Rejects with its own error where better-sqlite3 isn't installed, or has no binary that fits. */
export const loadBetterSqlite = async (): Promise<OpenDatabase> => {
  const { default: Sqlite } = await import("better-sqlite3")
  // It loads its binary with the first database.
  new Sqlite(":memory:").close()
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
      close: () => database.close()
    }
  }
}
