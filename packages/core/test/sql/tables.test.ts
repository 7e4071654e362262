import { describe, expect, it } from "@effect/vitest"
import { migrationScript, Names, ownNames, type TableNames } from "@telemark/core"
import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { readdirSync, readFileSync } from "node:fs"
import { Database } from "../../src/database/Database.js"
import { allTables, makeNames } from "../../src/database/names.js"
import { clientOf } from "./clientOf.js"

const schemaOf = (database: string) =>
  readFileSync(new URL(`../../schema/${database}.sql`, import.meta.url), "utf8")
/** Each once: a later step may create a table or an index anew. */
const named = (text: string, pattern: RegExp) =>
  [...new Set([...text.matchAll(pattern)].map(([, name = ""]) => name))].sort()
const tablesIn = (schema: string) => named(schema, /^CREATE TABLE "?(\w+)/gm)
const indexesIn = (schema: string) => named(schema, /^CREATE (?:UNIQUE )?INDEX "?(\w+)/gm)

/** The lines of a script but for those that make a schema and wait for a lock. */
const onTables = (script: string) =>
  script.split("\n").filter((line) => !/^(?:DO|SELECT pg_advisory)/.test(line))

const scriptOf = (dialect: "postgres" | "sqlite", names: TableNames) =>
  migrationScript({ dialect, names, from: 0, isTransaction: false })

describe("the names of tables", () => {
  it.each(["sqlite", "postgres"])(
    "are those of every table in the schema of %s, and no others",
    (database) => {
      const schema = schemaOf(database)
      expect(tablesIn(schema)).toEqual([...allTables].sort())
      // Whatever else there is needs a rule of its own: views, sequences, types.
      expect(
        schema.match(
          /^CREATE (?!TABLE|INDEX|UNIQUE INDEX|VIRTUAL TABLE emails_by_word|TRIGGER email_search_).*/gm
        )
      ).toBeNull()
    }
  )

  it.each(["sqlite", "postgres"] as const)(
    "are used wherever the steps of the schema name a table or an index on %s",
    (dialect) => {
      const script = scriptOf(dialect, makeNames({ schema: "mail", tablePrefix: "tm_" }))
      expect(named(script, /^CREATE TABLE "mail"\."tm_(\w+)"/gm)).toEqual([...allTables].sort())
      const indexes = new Set<string>()
      // In their order: a step may make an index anew.
      const ofIndexes =
        /^(?:CREATE (?:UNIQUE )?INDEX "tm_(\w+)" ON "mail"\."tm_\w+" |DROP INDEX "mail"\."tm_(\w+)")/gm
      for (const [, made, dropped] of script.matchAll(ofIndexes)) {
        if (made !== undefined) indexes.add(made)
        if (dropped !== undefined) indexes.delete(dropped)
      }
      expect([...indexes].sort()).toEqual(indexesIn(schemaOf(dialect)))
      const withoutNames = script.replaceAll(/(?:"mail"\.)?"tm_(\w+)"/g, (_, name: string) => name)
      expect(onTables(withoutNames)).toEqual(onTables(scriptOf(dialect, ownNames)))
    }
  )

  it("are still different where Postgres cuts the longest of them", () => {
    const all = [...allTables, ...indexesIn(schemaOf("postgres"))]
    expect(new Set(all.map((name) => `${"x".repeat(40)}${name}`.slice(0, 63))).size).toBe(
      all.length
    )
  })
})

describe("a table in a statement", () => {
  const textOf = (names: TableNames) =>
    Effect.map(
      Database,
      ({ sql, tables }) =>
        sql`SELECT emails.id FROM ${tables.emails} JOIN ${tables.events.unaliased} e ON e.email_id = emails.id`.compile()[0]
    ).pipe(
      Effect.provide(Database.layer),
      Effect.provideServiceEffect(SqlClient, clientOf("sqlite")),
      Effect.provideService(Names, names)
    )

  it.effect.each([
    [ownNames, "SELECT emails.id FROM emails JOIN events e ON e.email_id = emails.id"],
    [
      makeNames({ tablePrefix: "tm_" }),
      'SELECT emails.id FROM "tm_emails" AS emails JOIN "tm_events" e ON e.email_id = emails.id'
    ],
    [
      makeNames({ schema: "mail" }),
      'SELECT emails.id FROM "mail"."emails" AS emails JOIN "mail"."events" e ON e.email_id = emails.id'
    ]
  ] as const)(
    "has its own name as an alias, whatever it is called in the database",
    ([names, text]) =>
      Effect.map(textOf(names), (written) => {
        expect(written).toBe(text)
      })
  )
})

describe("the sources", () => {
  const name = `"?(?:${allTables.join("|")})(?![\\w.(])`
  const written = new RegExp(
    `\\b(?:FROM|INTO|UPDATE|JOIN|TABLE|EXISTS|ONLY|REFERENCES|ON)\\s+${name}|\\b(?:sql|literal)\\(?["\`]${name}`
  )

  it("are searched by what finds a table that is named by letters", () => {
    for (const text of [
      "DELETE FROM queue",
      "JOIN\n  emails ON",
      'UPDATE "usage" SET',
      "sql`emails`",
      "sql`emails JOIN ${others}`",
      'sql("queue")',
      'sql.literal("events")',
      "ON emails (id)"
    ]) {
      expect(text).toMatch(written)
    }
    for (const text of [
      "FROM ${tables.queue}",
      "ON emails.id = given.id",
      "FROM events_of",
      "FROM (SELECT 1) AS events"
    ])
      expect(text).not.toMatch(written)
  })

  // A host may have chosen others, and what its tests don't run would only fail there.
  it.each(["core", "sqlite", "postgres"])(
    "of %s name tables by what they are called in the database, never by letters",
    (member) => {
      const sources = new URL(`../../../${member}/src/`, import.meta.url)
      const found = readdirSync(sources, { recursive: true, encoding: "utf8" })
        .filter((path) => path.endsWith(".ts"))
        .flatMap(
          (path) =>
            readFileSync(new URL(path, sources), "utf8")
              .match(new RegExp(written, "g"))
              ?.map((text) => `${path}: ${text}`) ?? []
        )
      expect(found).toEqual([])
    }
  )
})
