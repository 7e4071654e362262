import { freshDatabase, hostPool } from "@telemark-tools/postgres"
import { postgres } from "@telemark/postgres"
import { drizzle as drizzleOf } from "drizzle-orm/node-postgres"
import { drizzle as drizzlePostgresJs } from "drizzle-orm/postgres-js"
import { sql as drizzleSql } from "drizzle-orm"
import { CamelCasePlugin, Kysely, PostgresDialect, sql as kyselySql } from "kysely"
import type pg from "pg"
import postgresJs from "postgres"
import { drizzle, kysely, prisma } from "telemark/transactions"
import { onTestFinished } from "vitest"
import { type Host, makeOrders, savepointBy } from "./host.js"
import { patient, prismaOnPostgres } from "./prismaClient.js"

/** A database with orders, and a pool of the host's own on it. */
export const hostDatabase = async (): Promise<{ readonly url: string; readonly pool: pg.Pool }> => {
  const { drop, url } = await freshDatabase()
  const pool = hostPool({ connectionString: url })
  pool.on("error", () => undefined)
  onTestFinished(async () => {
    await pool.end()
    await drop()
  })
  await pool.query(makeOrders)
  return { url, pool }
}

const parts = async () => {
  const { pool, url } = await hostDatabase()
  const orders = async (): Promise<ReadonlyArray<number>> =>
    (await pool.query<{ readonly id: number }>("SELECT id FROM orders ORDER BY id")).rows.map(
      ({ id }) => id
    )
  return { pool, url, orders, storage: postgres({ url }) }
}

/** One with a client of pg out of its pool. */
export const pgHost = async (): Promise<Host> => {
  const { orders, pool, storage } = await parts()
  return {
    storage,
    orders,
    transaction: async (work) => {
      const client = await pool.connect()
      try {
        await client.query("BEGIN")
        const result = await work({
          transaction: client,
          order: (id) => client.query("INSERT INTO orders (id) VALUES ($1)", [id]),
          savepoint: savepointBy((statement) => client.query(statement))
        })
        await client.query("COMMIT")
        return result
      } catch (error) {
        await client.query("ROLLBACK")
        throw error
      } finally {
        client.release()
      }
    }
  }
}

/** One with Drizzle over node-postgres. */
export const drizzleHost = async (): Promise<Host> => {
  const { orders, pool, storage } = await parts()
  return {
    storage,
    orders,
    transaction: (work) =>
      drizzleOf(pool).transaction((tx) =>
        work({
          transaction: drizzle(tx),
          order: (id) => tx.execute(drizzleSql`INSERT INTO orders (id) VALUES (${id})`),
          savepoint: savepointBy((statement) => tx.execute(statement))
        })
      )
  }
}

/** One with Drizzle over postgres.js, which asks the server for the types of parameters. */
export const postgresJsHost = async (): Promise<Host> => {
  const { orders, storage, url } = await parts()
  const client = postgresJs(url)
  onTestFinished(() => client.end())
  return {
    storage,
    orders,
    transaction: (work) =>
      drizzlePostgresJs(client).transaction((tx) =>
        work({
          transaction: drizzle(tx),
          order: (id) => tx.execute(drizzleSql`INSERT INTO orders (id) VALUES (${id})`),
          savepoint: savepointBy((statement) => tx.execute(statement))
        })
      )
  }
}

/** One with Kysely, whose plugin renames columns. */
export const kyselyHost = async (): Promise<Host> => {
  const { orders, pool, storage } = await parts()
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin()]
  })
  return {
    storage,
    orders,
    transaction: (work) =>
      db.transaction().execute((trx) =>
        work({
          transaction: kysely(trx),
          order: (id) => kyselySql`INSERT INTO orders (id) VALUES (${id})`.execute(trx),
          savepoint: savepointBy((statement) => kyselySql.raw(statement).execute(trx))
        })
      )
  }
}

/** One with Prisma. */
export const prismaHost = async (): Promise<Host> => {
  const { orders, storage, url } = await parts()
  const client = prismaOnPostgres(url)
  onTestFinished(() => client.$disconnect())
  return {
    storage,
    orders,
    transaction: (work) =>
      client.$transaction(
        (tx) =>
          work({
            transaction: prisma(tx),
            order: (id) => tx.$executeRawUnsafe("INSERT INTO orders (id) VALUES ($1)", id),
            savepoint: savepointBy((statement) => tx.$executeRawUnsafe(statement))
          }),
        patient
      )
  }
}
