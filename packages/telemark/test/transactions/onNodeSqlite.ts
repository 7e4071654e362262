import { sqlite } from "@telemark/sqlite"
import { onTestFinished } from "vitest"
import { database } from "../support/events.js"
import { type Host, makeOrders, savepointBy } from "./host.js"
import { describeTransactionalSend } from "./suite.js"

interface DatabaseSync {
  readonly isTransaction: boolean
  readonly exec: (statements: string) => void
  readonly close: () => void
  readonly prepare: (text: string) => {
    readonly all: (...parameters: ReadonlyArray<number>) => ReadonlyArray<{ readonly id: number }>
    readonly run: (...parameters: ReadonlyArray<number>) => unknown
  }
}

interface NodeSqlite {
  readonly DatabaseSync: new (filename: string) => DatabaseSync
}

const open = (filename: string): DatabaseSync => {
  const { DatabaseSync } = process.getBuiltinModule("node:sqlite") as NodeSqlite
  const db = new DatabaseSync(filename)
  onTestFinished(() => {
    db.close()
  })
  return db
}

/** One with a handle of `node:sqlite`, and transactions by hand. */
const nodeSqliteHost = async (): Promise<Host> => {
  const filename = await database()
  const db = open(filename)
  db.exec("PRAGMA journal_mode = WAL")
  db.exec(makeOrders)
  const other = open(filename)
  return {
    storage: sqlite({ filename }),
    orders: () =>
      Promise.resolve(
        other
          .prepare("SELECT id FROM orders ORDER BY id")
          .all()
          .map(({ id }) => id)
      ),
    transaction: async (work) => {
      db.exec("BEGIN IMMEDIATE")
      try {
        const result = await work({
          transaction: db,
          order: (id) => Promise.resolve(db.prepare("INSERT INTO orders (id) VALUES (?)").run(id)),
          savepoint: savepointBy((statement) => {
            db.exec(statement)
            return Promise.resolve()
          })
        })
        db.exec("COMMIT")
        return result
      } catch (error) {
        db.exec("ROLLBACK")
        throw error
      }
    }
  }
}

// Not a test by its name: the oldest supported Node has no SQLite.
describeTransactionalSend("node:sqlite", nodeSqliteHost)
