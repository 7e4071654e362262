import { hostPool } from "@telemark-tools/postgres"
import { postgres } from "@telemark/postgres"
import { sqlite } from "@telemark/sqlite"
import Database from "better-sqlite3"
import { drizzle as drizzleOf } from "drizzle-orm/better-sqlite3"
import { drizzle as drizzlePg } from "drizzle-orm/node-postgres"
import { Kysely, PostgresDialect, SqliteDialect } from "kysely"
import type pg from "pg"
import { type HostTransaction, type Telemark, TelemarkClosed, TransactionUnusable } from "telemark"
import { drizzle, kysely, prisma } from "telemark/transactions"
import { describe, expect, it, onTestFinished } from "vitest"
import { hostDatabase } from "./postgresHosts.js"
import { prismaOnPostgres } from "./prismaClient.js"
import { hostFile } from "./sqliteHosts.js"
import { open, recipients } from "./suite.js"

const request = { to: "ada@example.com", text: "x" }

/** Why a send is refused. */
const reasonOf = async (telemark: Telemark, transaction: HostTransaction): Promise<string> => {
  const error: unknown = await telemark.emails
    .send(request, { transaction })
    .catch((reason: unknown) => reason)
  return error instanceof TransactionUnusable ? error.reason : String(error)
}

const onPostgres = async () => {
  const { pool, url } = await hostDatabase()
  const telemark = await open(postgres({ url }))
  const client = await pool.connect()
  onTestFinished(() => {
    client.release()
  })
  return { client, pool, telemark, url }
}

/** A pool on a database that its connections don't find Telemark's tables in. */
const withoutTables = async () => {
  const { url } = await hostDatabase()
  const pool = hostPool({ connectionString: url, options: "-c search_path=pg_temp" })
  onTestFinished(() => pool.end())
  return { pool }
}

const onSqlite = async () => {
  const { db, filename } = await hostFile()
  return { db, filename, telemark: await open(sqlite({ filename })) }
}

/** Whether the transaction goes on. */
const goesOn = async (client: pg.PoolClient): Promise<unknown> =>
  (await client.query("SELECT 1 AS one")).rows

const wrapping = (wrap: () => HostTransaction): string => {
  try {
    wrap()
    return "wrapped"
  } catch (error) {
    return error instanceof TransactionUnusable ? error.reason : String(error)
  }
}

describe("a send in a transaction is refused", () => {
  it("where none is open on the connection, and nothing is sent", async () => {
    const { client, db, ofPostgres, ofSqlite } = await (async () => {
      const { client, telemark: ofPostgres } = await onPostgres()
      const { db, telemark: ofSqlite } = await onSqlite()
      return { client, db, ofPostgres, ofSqlite }
    })()
    expect([await reasonOf(ofPostgres, client), await reasonOf(ofSqlite, db)]).toEqual([
      "not_open",
      "not_open"
    ])
    expect([await recipients(ofPostgres), await recipients(ofSqlite)]).toEqual([[], []])
    await client.query("BEGIN")
    await client.query("COMMIT")
    expect(await reasonOf(ofPostgres, client)).toBe("not_open")
  })

  it("where a statement failed before, on Postgres", async () => {
    const { client, telemark } = await onPostgres()
    await client.query("BEGIN")
    await client.query("SELECT 1 / 0").catch(() => undefined)
    expect(await reasonOf(telemark, client)).toBe("aborted")
    await client.query("ROLLBACK")
  })

  it("on a database of the other kind", async () => {
    const { client, telemark: ofPostgres } = await onPostgres()
    const { db, telemark: ofSqlite } = await onSqlite()
    await client.query("BEGIN")
    db.exec("BEGIN")
    expect([await reasonOf(ofPostgres, db), await reasonOf(ofSqlite, client)]).toEqual([
      "other_dialect",
      "other_dialect"
    ])
    expect([await goesOn(client), db.inTransaction]).toEqual([[{ one: 1 }], true])
    await client.query("ROLLBACK")
    db.exec("ROLLBACK")
  })

  it("on a database of the other kind, where only a statement can tell", async () => {
    const { telemark: ofPostgres } = await onPostgres()
    const { telemark: ofSqlite } = await onSqlite()
    const [{ pool }, { db }] = [await withoutTables(), await hostFile()]
    const overPostgres = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
    const overSqlite = new Kysely<unknown>({ dialect: new SqliteDialect({ database: db }) })
    const reasons = [
      await overPostgres.transaction().execute((trx) => reasonOf(ofSqlite, kysely(trx))),
      await overSqlite.transaction().execute((trx) => reasonOf(ofPostgres, kysely(trx))),
      await drizzlePg(pool).transaction((tx) => reasonOf(ofSqlite, drizzle(tx)))
    ]
    expect(reasons).toEqual(["other_dialect", "other_dialect", "other_dialect"])
  })

  it("where Telemark's tables aren't, and says what to do", async () => {
    const { telemark } = await onPostgres()
    const { pool } = await withoutTables()
    const elsewhere = await pool.connect()
    onTestFinished(() => {
      elsewhere.release()
    })
    await elsewhere.query("BEGIN")
    expect([await reasonOf(telemark, elsewhere), await goesOn(elsewhere)]).toEqual([
      "no_tables",
      [{ one: 1 }]
    ])
    const { telemark: ofSqlite } = await onSqlite()
    const { db: other } = await hostFile()
    other.exec("BEGIN")
    const error: unknown = await ofSqlite.emails
      .send(request, { transaction: other })
      .catch((reason: unknown) => reason)
    expect(String(error)).toContain(
      "Use a connection to the database that Telemark's storage names"
    )
    other.prepare("INSERT INTO orders (id) VALUES (?)").run(1)
    other.exec("COMMIT")
  })

  it("on another Telemark's database, where its worker would not find it", async () => {
    const { telemark } = await onPostgres()
    const { client: elsewhere } = await onPostgres()
    await elsewhere.query("BEGIN")
    expect(await reasonOf(telemark, elsewhere)).toBe("other_database")
    await elsewhere.query("ROLLBACK")
    const { telemark: ofSqlite } = await onSqlite()
    const { db: other } = await onSqlite()
    other.exec("BEGIN")
    expect(await reasonOf(ofSqlite, other)).toBe("other_database")
    other.exec("ROLLBACK")
  })

  it("where the tables have a prefix that the host's have not, or vice versa", async () => {
    const { db, filename } = await onSqlite()
    const prefixed = await open(sqlite({ filename, tablePrefix: "tm_" }))
    db.exec("BEGIN IMMEDIATE")
    await prefixed.emails.send(request, { transaction: db })
    db.exec("COMMIT")
    expect(await recipients(prefixed)).toEqual(["ada@example.com"])
    const { client, telemark, url } = await onPostgres()
    const inSchema = await open(postgres({ url, schema: "mail", tablePrefix: "tm_" }))
    await client.query("BEGIN")
    await inSchema.emails.send(request, { transaction: client })
    await client.query("COMMIT")
    expect([await recipients(inSchema), await recipients(telemark)]).toEqual([
      ["ada@example.com"],
      []
    ])
  })

  it("by a Telemark that is closed", async () => {
    const { db, telemark } = await onSqlite()
    await telemark.close()
    db.exec("BEGIN")
    await expect(telemark.emails.send(request, { transaction: db })).rejects.toBeInstanceOf(
      TelemarkClosed
    )
    db.exec("ROLLBACK")
  })

  it("where it is no transaction at all, or one that is to be wrapped first", async () => {
    const { pool, telemark, url } = await onPostgres()
    const { db } = await hostFile()
    const client = prismaOnPostgres(url)
    onTestFinished(() => client.$disconnect())
    const overPool = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
    const raw = [
      await reasonOf(telemark, pool),
      await reasonOf(telemark, "BEGIN" as never),
      await reasonOf(telemark, {} as never),
      await overPool.transaction().execute((trx) => reasonOf(telemark, trx as never)),
      await drizzlePg(pool).transaction((tx) => reasonOf(telemark, tx as never)),
      await client.$transaction((tx) => reasonOf(telemark, tx as never))
    ]
    expect(raw).toEqual(["pool", "unknown", "unknown", "unwrapped", "unwrapped", "unwrapped"])
    const wrapped = [
      wrapping(() => kysely(overPool)),
      wrapping(() => prisma(client)),
      wrapping(() => drizzle(drizzlePg(pool) as never)),
      wrapping(() => drizzle(drizzleOf(new Database(":memory:")) as never))
    ]
    expect(wrapped).toEqual(["not_open", "not_open", "not_open", "not_open"])
    expect(db.inTransaction).toBe(false)
  })
})
