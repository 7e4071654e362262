import { createDatabase, testPostgresUrl } from "@telemark-tools/postgres"
import pg from "pg"
import { expect, it, onTestFinished } from "vitest"
import { call } from "./support/call.js"

/** A database of its own for a test, with what these statements make in it. */
const make = async (...statements: ReadonlyArray<string>) => {
  const { drop, url } = await createDatabase(testPostgresUrl())
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(async () => {
    await client.end()
    await drop()
  })
  for (const statement of statements) await client.query(statement)
  const tables = async () => {
    const { rows } = await client.query<{ readonly name: string }>(
      "SELECT schemaname || '.' || tablename AS name FROM pg_tables WHERE schemaname !~ '^(pg_|information)'"
    )
    return rows.map(({ name }) => name)
  }
  const hasSchema = async () =>
    (await client.query("SELECT FROM pg_namespace WHERE nspname = 'telemark_bench'")).rowCount === 1
  return { url, tables, hasSchema }
}

it("telemark bench measures on an empty Postgres database, and leaves it empty", async () => {
  const { hasSchema, tables, url } = await make()
  const { code, stderr, stdout } = await call([
    ...["bench", "--database", url, "--duration", "1", "--json"]
  ])
  expect(code, stderr).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({
    missing: 0,
    disk: "commit",
    database: expect.stringMatching(/^Postgres \d/) as unknown
  })
  expect(await tables()).toEqual([])
  expect(await hasSchema()).toBe(false)
})

it.each([
  ["CREATE TABLE orders (id int)", "public.orders", "isn't empty"],
  [
    "CREATE SCHEMA telemark_bench CREATE TABLE orders (id int)",
    "telemark_bench.orders",
    "DROP SCHEMA telemark_bench CASCADE"
  ]
])("telemark bench touches nothing of a database with %s", async (statement, table, problem) => {
  const { tables, url } = await make(statement)
  const { code, stdout } = await call(["bench", "--database", url, "--json"])
  expect(code).toBe(1)
  expect(JSON.parse(stdout)).toMatchObject({
    error: "database_not_empty",
    message: expect.stringContaining(problem) as unknown
  })
  expect(await tables()).toEqual([table])
})

it("telemark bench says that a database can't be used, without its login", async () => {
  const { code, stderr } = await call(["bench", "--database", "postgres://a:sekret@127.0.0.1:1/x"])
  expect(code).toBe(1)
  expect(stderr).toContain("The database 127.0.0.1:1/x of --database can't be used.")
  expect(stderr).not.toContain("sekret")
})
