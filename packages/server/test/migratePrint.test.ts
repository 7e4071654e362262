import { earlierMigrations, earlierStorage } from "@telemark-tools/storages"
import Database from "better-sqlite3"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { call } from "./support/call.js"
import { temporaryDirectory } from "./support/telemark.js"

const environmentOf = (filename: string, tablePrefix = "") => ({
  TELEMARK_DATABASE_URL: `sqlite:${filename}`,
  TELEMARK_TABLE_PREFIX: tablePrefix,
  TELEMARK_MIGRATE: "off"
})

const newFile = (): string => join(temporaryDirectory(), "app.db")

/** The host's own driver, without anything of ours. */
const withDriver = <A>(filename: string, use: (database: Database.Database) => A): A => {
  const database = new Database(filename)
  try {
    return use(database)
  } finally {
    database.close()
  }
}

const load = (filename: string, script: string) => {
  withDriver(filename, (database) => {
    database.exec(script)
  })
}

/** Every object as the file has it, and which steps are noted. */
const contentsOf = (filename: string, tablePrefix = "") =>
  withDriver(filename, (database) => ({
    schema: database
      .prepare("SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY rowid")
      .all(),
    steps: database
      .prepare(
        `SELECT id, name, applied_at > 1735689600000 AS dated FROM "${tablePrefix}telemark_migrations" ORDER BY id`
      )
      .all()
  }))

const printed = async (tablePrefix: string, ...args: ReadonlyArray<string>): Promise<string> => {
  const { code, stderr, stdout } = await call(
    ["migrate", "--print", ...args],
    environmentOf("/nowhere/app.db", tablePrefix)
  )
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
  return stdout
}

const succeeds = async (...[filename, tablePrefix]: Parameters<typeof environmentOf>) => {
  expect(await call(["tenants", "list"], environmentOf(filename, tablePrefix))).toMatchObject({
    code: 0
  })
}

describe("telemark migrate --print", () => {
  it.each(["", "tm_"])(
    "prints what makes byte for byte the file that migrating makes, with prefix '%s'",
    async (tablePrefix) => {
      const [loaded, migrated] = [newFile(), newFile()]
      load(loaded, await printed(tablePrefix))
      expect((await call(["migrate"], environmentOf(migrated, tablePrefix))).code).toBe(0)
      expect(contentsOf(loaded, tablePrefix)).toEqual(contentsOf(migrated, tablePrefix))
      await succeeds(loaded, tablePrefix)
    }
  )

  it("prints what a transaction of the tool's own takes", async () => {
    const filename = newFile()
    const script = await printed("tm_", "--no-transaction")
    withDriver(filename, (database) => {
      database.transaction(() => {
        database.exec(script)
      })()
    })
    await succeeds(filename, "tm_")
  })

  it.each(earlierMigrations)("prints what is missing after step %s", async (migration) => {
    const [filename, migrated] = [newFile(), newFile()]
    for (const file of [filename, migrated])
      load(file, earlierStorage("sqlite", migration).join(";\n"))
    const from = String(Number(migration))
    const { code, stderr } = await call(["tenants", "create", "acme"], environmentOf(filename))
    expect({ code, stderr }).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(
        `\`telemark migrate --print --from ${from}\` prints them`
      ) as unknown
    })
    load(filename, await printed("", "--from", from))
    await call(["migrate"], environmentOf(migrated))
    expect(contentsOf(filename).schema).toEqual(contentsOf(migrated).schema)
    await succeeds(filename)
  })

  it("prints what changes nothing in a file that is at another step", async () => {
    const filename = newFile()
    load(filename, await printed(""))
    const before = contentsOf(filename)
    const { id: newest } = before.steps.at(-1) as { readonly id: number }
    for (const args of [[], ["--from", "1"], ["--from", String(newest - 1)]]) {
      const script = await printed("", ...args)
      expect(() => {
        load(filename, script)
      }).toThrow()
    }
    load(filename, await printed("", "--from", String(newest)))
    expect(contentsOf(filename)).toEqual(before)
  })

  it("prints the SQL of the other dialect, and as JSON, and connects to nothing", async () => {
    const { stdout } = await call(["migrate", "--print", "--json"], {
      TELEMARK_DATABASE_URL: "postgres://ada:s3cret@127.0.0.1:1/mail",
      TELEMARK_DATABASE_SCHEMA: "mail",
      TELEMARK_TABLE_PREFIX: "tm_"
    })
    const document = JSON.parse(stdout) as Record<string, unknown>
    expect(document).toMatchObject({ dialect: "postgres", from: 0 })
    expect(document["sql"]).toMatch(
      /^BEGIN;\n[\s\S]*CREATE TABLE "mail"."tm_emails" \([\s\S]*\nCOMMIT;\n$/
    )
    expect(await printed("tm_", "--dialect", "postgres")).toMatch(
      /CREATE TABLE "tm_emails" \([\s\S]*BIGINT/
    )
  })

  it.each([
    [["--from", "1"], {}, "need --print"],
    [["--dialect", "sqlite"], {}, "need --print"],
    [["--no-transaction"], {}, "need --print"],
    [["--print", "--from", "1000"], {}, "--from takes a step from 0 to"],
    [
      ["--print", "--dialect", "sqlite"],
      { TELEMARK_DATABASE_URL: "postgres://h/d", TELEMARK_DATABASE_SCHEMA: "mail" },
      "has no schemas"
    ]
  ])("says what is wrong with %j", async (args, environment, message) => {
    const { code, stdout } = await call(["migrate", ...args, "--json"], environment)
    expect({ code, ...(JSON.parse(stdout) as object) }).toMatchObject({
      code: 1,
      error: "usage",
      message: expect.stringContaining(message) as unknown
    })
  })
})

describe("TELEMARK_MIGRATE=off", () => {
  it("leaves the tables alone at every start, with what to do, until they were made", async () => {
    const filename = newFile()
    for (const args of [["serve"], ["worker"], ["tenants", "create", "acme"]]) {
      const { code, stderr } = await call(args, environmentOf(filename))
      expect({ code, stderr }).toMatchObject({
        code: 1,
        stderr: expect.stringContaining("`telemark migrate` does so") as unknown
      })
      expect(stderr).toMatch(/`telemark migrate --print` prints them for another tool/)
    }
    expect((await call(["migrate"], environmentOf(filename))).code).toBe(0)
    await succeeds(filename)
  })
})
