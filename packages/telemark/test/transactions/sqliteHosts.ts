import { sqlite } from "@telemark/sqlite"
import Database from "better-sqlite3"
import { CamelCasePlugin, Kysely, sql as kyselySql, SqliteDialect } from "kysely"
import { kysely, prisma } from "telemark/transactions"
import { onTestFinished } from "vitest"
import { database } from "../support/events.js"
import { type Host, makeOrders, savepointBy } from "./host.js"
import { patient, prismaOnSqlite } from "./prismaClient.js"

/** The host's own handle on a new file, which has a table of orders. */
export const hostFile = async (): Promise<{
  readonly filename: string
  readonly db: Database.Database
}> => {
  const filename = await database()
  const db = new Database(filename)
  onTestFinished(() => {
    db.close()
  })
  db.pragma("journal_mode = WAL")
  db.exec(makeOrders)
  return { filename, db }
}

/** The orders that are committed, as another handle sees them. */
export const ordersIn = (filename: string): ReadonlyArray<number> => {
  const db = new Database(filename, { readonly: true })
  try {
    return db
      .prepare<[], { readonly id: number }>("SELECT id FROM orders ORDER BY id")
      .all()
      .map(({ id }) => id)
  } finally {
    db.close()
  }
}

const parts = async () => {
  const { db, filename } = await hostFile()
  return {
    db,
    filename,
    storage: sqlite({ filename }),
    orders: () => Promise.resolve(ordersIn(filename))
  }
}

/**
 * One with a handle of better-sqlite3, which reads all integers as BigInt, and transactions by
 * hand.
 */
export const betterSqliteHost = async (): Promise<Host> => {
  const { db, orders, storage } = await parts()
  db.defaultSafeIntegers(true)
  return {
    storage,
    orders,
    transaction: async (work) => {
      db.exec("BEGIN IMMEDIATE")
      try {
        const result = await work({
          transaction: db,
          order: (id) => Promise.resolve(db.prepare("INSERT INTO orders (id) VALUES (?)").run(id)),
          savepoint: savepointBy((statement) => Promise.resolve(db.exec(statement)))
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

/** One with Kysely, whose plugin renames columns. */
export const kyselySqliteHost = async (): Promise<Host> => {
  const { db, orders, storage } = await parts()
  const kyselyDb = new Kysely<unknown>({
    dialect: new SqliteDialect({ database: db }),
    plugins: [new CamelCasePlugin()]
  })
  return {
    storage,
    orders,
    transaction: (work) =>
      kyselyDb.transaction().execute((trx) =>
        work({
          transaction: kysely(trx),
          order: (id) => kyselySql`INSERT INTO orders (id) VALUES (${id})`.execute(trx),
          savepoint: savepointBy((statement) => kyselySql.raw(statement).execute(trx))
        })
      )
  }
}

/** One with Prisma. */
export const prismaSqliteHost = async (): Promise<Host> => {
  const { filename, orders, storage } = await parts()
  const client = prismaOnSqlite(filename)
  onTestFinished(() => client.$disconnect())
  return {
    storage,
    orders,
    transaction: (work) =>
      client.$transaction(
        (tx) =>
          work({
            transaction: prisma(tx),
            order: (id) => tx.$executeRawUnsafe("INSERT INTO orders (id) VALUES (?)", id),
            savepoint: savepointBy((statement) => tx.$executeRawUnsafe(statement))
          }),
        patient
      )
  }
}
