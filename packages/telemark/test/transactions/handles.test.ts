import { postgres } from "@telemark/postgres"
import { sqlite } from "@telemark/sqlite"
import Database from "better-sqlite3"
import { drizzle as drizzleOf } from "drizzle-orm/node-postgres"
import { Kysely, PostgresDialect, SqliteDialect } from "kysely"
import { copyFile, link } from "node:fs/promises"
import { type HostTransaction, type Telemark, TransactionUnusable } from "telemark"
import { drizzle, kysely, prisma, type PrismaTransaction } from "telemark/transactions"
import { describe, expect, it, onTestFinished } from "vitest"
import { to } from "./connections.js"
import { hostDatabase } from "./postgresHosts.js"
import { patient, prismaOnSqlite } from "./prismaClient.js"
import { hostFile } from "./sqliteHosts.js"
import { open, recipients } from "./suite.js"

const outcomeOf = (send: Promise<unknown>): Promise<string> =>
  send.then(
    () => "sent",
    (error: unknown) =>
      error instanceof TransactionUnusable
        ? error.reason
        : (error as { readonly _tag: string })._tag
  )

/** Two sends at once, the first of which is over the quota in the end; a third one took it. */
const both = async (telemark: Telemark, one: HostTransaction, other: HostTransaction) => {
  const refused = telemark.emails.send(
    { ...to("ada"), to: ["ada@example.com", "amy@example.com", "ann@example.com"] },
    { transaction: one }
  )
  return Promise.all([
    outcomeOf(refused),
    outcomeOf(telemark.emails.send(to("bob"), { transaction: other }))
  ])
}

const limited = { monthlyLimit: 2 }
const bobAlone = [["MonthlyLimitExceeded", "sent"], ["bob@example.com"]]

describe("two sends at once over handles of one connection", () => {
  it("wait for each other over Kysely's, on Postgres and SQLite", async () => {
    const { pool, url } = await hostDatabase()
    const onPostgres = await open(postgres({ url }), limited)
    const outcomes = await new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
      .transaction()
      .execute((trx) => both(onPostgres, kysely(trx), kysely(trx.withSchema("public"))))
    expect([outcomes, await recipients(onPostgres)]).toEqual(bobAlone)
    const { db, filename } = await hostFile()
    const onSqlite = await open(sqlite({ filename }), limited)
    const others = await new Kysely<unknown>({ dialect: new SqliteDialect({ database: db }) })
      .transaction()
      .execute((trx) => both(onSqlite, kysely(trx), kysely(trx.withTables())))
    expect([others, await recipients(onSqlite)]).toEqual(bobAlone)
  })

  it("wait for each other over Drizzle's and the client itself", async () => {
    const { pool, url } = await hostDatabase()
    const telemark = await open(postgres({ url }), limited)
    const client = await pool.connect()
    onTestFinished(() => {
      client.release()
    })
    const outcomes = await drizzleOf(client).transaction((tx) =>
      tx.transaction((nested) => both(telemark, drizzle(tx), drizzle(nested)))
    )
    expect([outcomes, await recipients(telemark)]).toEqual(bobAlone)
    await client.query("BEGIN")
    const third = await drizzleOf(client).transaction((tx) => both(telemark, drizzle(tx), client))
    expect(third).toEqual(["MonthlyLimitExceeded", "sent"])
  })

  it("wait for each other over Prisma's, nested or not", async () => {
    const { filename } = await hostFile()
    const telemark = await open(sqlite({ filename }), limited)
    const client = prismaOnSqlite(filename)
    onTestFinished(() => client.$disconnect())
    const outcomes = await client.$transaction(
      (tx) => both(telemark, prisma(tx), prisma(Object.create(tx) as PrismaTransaction)),
      patient
    )
    expect([outcomes, await recipients(telemark)]).toEqual(bobAlone)
  })

  it("wait for each other where they are of two Telemarks", async () => {
    const { db, filename } = await hostFile()
    const [one, other] = [
      await open(sqlite({ filename }), limited),
      await open(sqlite({ filename, tablePrefix: "tm_" }), limited)
    ]
    db.exec("BEGIN IMMEDIATE")
    const refused = one.emails.send(
      { ...to("ada"), to: ["ada@example.com", "amy@example.com", "ann@example.com"] },
      { transaction: db, idempotencyKey: "a" }
    )
    expect(
      await Promise.all([
        outcomeOf(refused),
        outcomeOf(other.emails.send(to("bob"), { transaction: db }))
      ])
    ).toEqual(["MonthlyLimitExceeded", "sent"])
    db.exec("COMMIT")
    expect([await recipients(one), await recipients(other)]).toEqual([[], ["bob@example.com"]])
  })

  it("never undo each other: where it can't be seen that the connection is the same, the second is refused", async () => {
    const { pool, url } = await hostDatabase()
    const telemark = await open(postgres({ url }), limited)
    const client = await pool.connect()
    onTestFinished(() => {
      client.release()
    })
    const query = (text: string, values: Array<unknown>) => client.query(text, values)
    await client.query("BEGIN")
    const outcomes = await both(telemark, { query }, { query })
    await telemark.emails.send(to("cleo"), { transaction: client })
    await client.query("COMMIT")
    expect([outcomes.toSorted(), await recipients(telemark)]).toEqual([
      ["MonthlyLimitExceeded", "busy"],
      ["cleo@example.com"]
    ])
  })
})

describe("the database of a transaction", () => {
  it("is queried each time, since a pool's connection may look for tables elsewhere by then", async () => {
    const { pool, url } = await hostDatabase()
    const [telemark] = [
      await open(postgres({ url })),
      await open(postgres({ url, schema: "other" }))
    ]
    const client = await pool.connect()
    onTestFinished(() => {
      client.release()
    })
    await client.query("BEGIN")
    await telemark.emails.send(to("ada"), { transaction: client })
    await client.query("COMMIT; SET search_path = other; BEGIN")
    expect(await outcomeOf(telemark.emails.send(to("bob"), { transaction: client }))).toBe(
      "other_database"
    )
    await client.query("COMMIT; RESET search_path")
  })

  it("is distinguished from a copy of its schema", async () => {
    const { pool, url } = await hostDatabase()
    const telemark = await open(postgres({ url }))
    const client = await pool.connect()
    onTestFinished(() => {
      client.release()
    })
    await client.query(
      "CREATE SCHEMA copy; CREATE TABLE copy.telemark_migrations AS TABLE telemark_migrations"
    )
    await client.query("SET search_path = copy, public; BEGIN")
    expect(await outcomeOf(telemark.emails.send(to("ada"), { transaction: client }))).toBe(
      "other_database"
    )
    await client.query("ROLLBACK; RESET search_path")
  })

  it("is distinguished from a copy of the file, and not from the same file by another name", async () => {
    const { db, filename } = await hostFile()
    const telemark = await open(sqlite({ filename }))
    db.pragma("wal_checkpoint(TRUNCATE)")
    await copyFile(filename, `${filename}.copy`)
    await link(filename, `${filename}.link`)
    const outcomes: Array<string> = []
    for (const name of ["copy", "link"]) {
      const other = new Database(`${filename}.${name}`)
      onTestFinished(() => {
        other.close()
      })
      other.exec("BEGIN IMMEDIATE")
      outcomes.push(await outcomeOf(telemark.emails.send(to("ada"), { transaction: other })))
      other.exec("ROLLBACK")
    }
    expect(outcomes).toEqual(["other_database", "sent"])
  })

  it("is refused where the user may not use the tables' schema, and taken where it may not ask for the server's mark", async () => {
    const { pool, url } = await hostDatabase()
    const telemark = await open(postgres({ url, schema: "mail" }))
    const client = await pool.connect()
    onTestFinished(() => {
      client.release()
    })
    await client.query("BEGIN")
    await client.query("CREATE ROLE telemark_stranger; SET LOCAL ROLE telemark_stranger")
    expect(await outcomeOf(telemark.emails.send(to("ada"), { transaction: client }))).toBe(
      "no_tables"
    )
    await client.query("ROLLBACK")
    await client.query("REVOKE EXECUTE ON FUNCTION pg_control_system() FROM PUBLIC")
    const name = `telemark_plain_${String(process.pid)}`
    await client.query(
      `CREATE ROLE ${name} LOGIN PASSWORD 'x'; GRANT CREATE ON DATABASE ${new URL(url).pathname.slice(1)} TO ${name}; GRANT ALL ON SCHEMA public TO ${name}`
    )
    onTestFinished(async () => {
      await client.query(`DROP OWNED BY ${name}; DROP ROLE ${name}`)
    })
    const own = new URL(url)
    own.username = name
    own.password = "x"
    const plain = await open(postgres({ url: own.href, schema: "plain" }))
    await client.query(`BEGIN; SET LOCAL ROLE ${name}`)
    expect(await outcomeOf(plain.emails.send(to("ada"), { transaction: client }))).toBe("sent")
    await client.query("COMMIT")
    await plain.close()
  })
})

describe("an object with a query that answers otherwise", () => {
  it("isn't recognised as a transaction, and its own continues", async () => {
    const { pool, url } = await hostDatabase()
    const telemark = await open(postgres({ url }))
    const client = await pool.connect()
    onTestFinished(() => {
      client.release()
    })
    await client.query("BEGIN")
    const entityManager = {
      query: async (text: string, values: Array<unknown>) =>
        (await client.query<Record<string, unknown>>(text, values)).rows
    }
    expect(
      await outcomeOf(telemark.emails.send(to("ada"), { transaction: entityManager as never }))
    ).toBe("unknown")
    await client.query("INSERT INTO orders (id) VALUES (1)")
    await client.query("COMMIT")
    expect((await pool.query("SELECT id FROM orders")).rows).toEqual([{ id: 1 }])
  })
})
