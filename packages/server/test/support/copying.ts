import {
  type Copy,
  CopyRefused,
  type CopySide,
  type Database,
  openCopy,
  switchOver
} from "@telemark/core"
import { Effect, Exit } from "effect"
import fc from "fast-check"
import { join } from "node:path"
import { openSide } from "../../src/cli/copyDatabases.js"
import type { DatabaseSettings } from "../../src/settings/database.js"
import { temporaryDirectory } from "./telemark.js"

type Table = Copy["tables"][number]
type Opened = typeof Database.Service

/** So small that every table takes several chunks. */
const chunk = { rows: 3, octets: 2000 }

export const aFile = (): DatabaseSettings => ({
  _tag: "Sqlite",
  filename: join(temporaryDirectory(), "mail.db")
})

/** As the command opens it. */
export const open = (database: DatabaseSettings) => openSide(database, true)

export const begin = (source: CopySide, target: CopySide) => openCopy({ source, target, chunk })

const quietly = () => Effect.void

/** All that the command does, up to the switch-over. */
export const move = (source: CopySide, target: CopySide) =>
  Effect.gen(function* () {
    const copy = yield* begin(source, target)
    yield* copy.copyTables(quietly)
    yield* copy.applyChanges
    return yield* switchOver(copy)
  }).pipe(
    // It was killed once everything was done.
    Effect.catchIf(
      (error) => error instanceof CopyRefused && error.code === "moved",
      () => Effect.succeed({ moved: true, tables: [] })
    )
  )

/** The columns that take NULL, and the tables: every database of this version has the same. */
export const readSchema = Effect.gen(function* () {
  const [source, target] = [yield* open(aFile()), yield* open(aFile())]
  const copy = yield* begin(source, target)
  // Keys refer to tenants.
  const tables = copy.tables.toSorted(
    (one, other) => Number(other.name === "tenants") - Number(one.name === "tenants")
  )
  const nullable = new Map<string, ReadonlySet<string>>()
  for (const { name } of tables) {
    const columns = yield* target.database.sql<{
      readonly name: string
    }>`SELECT name FROM pragma_table_info(${name}) WHERE "notnull" = 0 AND pk = 0`
    nullable.set(name, new Set(columns.map((column) => column.name)))
  }
  return { tables, nullable }
})

export type Schema = Effect.Success<typeof readSchema>

const values = {
  text: fc.string({ unit: "grapheme", maxLength: 300 }),
  integer: fc.integer({ min: 0, max: 2 ** 42 }),
  real: fc.double({ noNaN: true, noDefaultInfinity: true }),
  bytes: fc.uint8Array({ maxLength: 3000, size: "max" }).map((octets) => Buffer.from(octets))
}

/** Few, so that rows are met again. */
const keys = {
  ...values,
  text: fc.constantFrom(
    "a",
    "A",
    "ä",
    "a\u0308",
    "日本",
    "😀",
    "'",
    '"\\',
    " ",
    "z{}[]",
    "\u{10ffff}"
  ),
  integer: fc.integer({ min: 0, max: 12 })
}

const placeholders = ({ dialect }: Opened, count: number): ReadonlyArray<string> =>
  Array.from({ length: count }, (_, index) =>
    dialect.name === "sqlite" ? "?" : `$${String(index + 1)}`
  )

const valueOf = (table: Table, { nullable }: Schema, name: string) => {
  const column = table.columns.find((each) => each.name === name)
  if (column === undefined) throw new Error(`${table.name} has no ${name}`)
  // References are kept, and unique texts are met again in other rows.
  if (table.name === "api_keys" && name === "tenant_id") return keys.text
  // Postgres has an index of the words between the blanks: there is something between two.
  if (table.name === "email_search" && name === "words")
    return fc
      .array(fc.constantFrom("a", "ä", "日本", "b1"), { minLength: 1 })
      .map((all) => all.join(" "))
  const isKey = table.key.some((each) => each.name === name)
  const usual = isKey ? keys[column.type] : fc.oneof(values[column.type], keys[column.type])
  return nullable.get(table.name)?.has(name) === true
    ? fc.option<unknown>(usual, { nil: null })
    : usual
}

interface Written {
  readonly kind: "delete" | "insert" | "rename" | "update"
  readonly table: Table
  readonly row: Readonly<Record<string, unknown>>
  readonly to: ReadonlyArray<unknown>
}

const writeTo = (schema: Schema, table: Table): fc.Arbitrary<Written> =>
  fc.record({
    kind: fc.constantFrom("insert", "insert", "insert", "update", "rename", "delete"),
    table: fc.constant(table),
    row: fc.record(
      Object.fromEntries(table.columns.map(({ name }) => [name, valueOf(table, schema, name)]))
    ),
    to: fc.tuple(...table.key.map(({ name }) => valueOf(table, schema, name)))
  })

/** So many writes to each of the tables, in any order. */
export const randomWrites = (schema: Schema, each: number, seed: number): ReadonlyArray<Written> =>
  fc
    .sample(
      fc.tuple(
        ...schema.tables.map((table) =>
          fc.array(writeTo(schema, table), { minLength: each, maxLength: each })
        )
      ),
      { numRuns: 1, seed }
    )
    .flat(2)

/** A few at a time, to tables in turn. */
export const inTurns = (writes: ReadonlyArray<Written>, at: number): ReadonlyArray<Written> =>
  Array.from({ length: 10 }, (_, index) => writes[((at * 10 + index) * 97) % writes.length]).filter(
    (write) => write !== undefined
  )

const statementOf = (database: Opened, { kind, row, table, to }: Written) => {
  const name = database.names.tables[table.name]
  const all = placeholders(database, table.columns.length + 2 * table.key.length)
  const keyed = (from: number): string =>
    table.key.map((column, index) => `"${column.name}" = ${all[from + index] ?? ""}`).join(" AND ")
  const key = table.key.map((column) => row[column.name])
  switch (kind) {
    case "insert":
      return {
        text: `INSERT INTO ${name} (${table.columns.map((column) => `"${column.name}"`).join(", ")}) VALUES (${all.slice(0, table.columns.length).join(", ")}) ON CONFLICT DO NOTHING`,
        values: table.columns.map((column) => row[column.name])
      }
    case "update": {
      const isKey = new Set(table.key.map((column) => column.name))
      const others = table.columns.filter((column) => !isKey.has(column.name))
      const changed = others.length === 0 ? table.columns : others
      return {
        text: `UPDATE ${name} SET ${changed.map((column, index) => `"${column.name}" = ${all[index] ?? ""}`).join(", ")} WHERE ${keyed(changed.length)}`,
        values: [...changed.map((column) => row[column.name]), ...key]
      }
    }
    case "rename":
      return {
        text: `UPDATE ${name} SET ${table.key.map((column, index) => `"${column.name}" = ${all[index] ?? ""}`).join(", ")} WHERE ${keyed(table.key.length)}`,
        values: [...to, ...key]
      }
    case "delete":
      return { text: `DELETE FROM ${name} WHERE ${keyed(0)}`, values: key }
  }
}

/** What breaks a constraint has no effect. Returns how many writes broke none. */
export const perform = ({ database }: CopySide, writes: ReadonlyArray<Written>) =>
  database.write(
    Effect.map(
      Effect.forEach(writes, (write) => {
        const { text, values } = statementOf(database, write)
        return Effect.exit(database.write(database.sql.unsafe(text, values)))
      }),
      (exits) => exits.filter(Exit.isSuccess).length
    )
  )

/** All rows of every table, read with other statements than those of the copy. */
export const contentsOf = ({ database }: CopySide, { tables }: Schema) =>
  Effect.map(
    Effect.forEach(tables, ({ columns, key, name }) =>
      Effect.map(
        database.sql.unsafe<Readonly<Record<string, unknown>>>(
          `SELECT ${columns.map((column) => `"${column.name}"`).join(", ")} FROM ${database.names.tables[name]} ORDER BY ${key.map((column) => `"${column.name}"`).join(", ")}`
        ),
        (rows) =>
          [
            name,
            rows.map((row) =>
              Object.values(row).map((value) =>
                value instanceof Uint8Array ? Buffer.from(value).toString("hex") : value
              )
            )
          ] as const
      )
    ),
    (found) => new Map(found)
  )

/** What a copy has made in the database and not removed. */
export const leftIn = ({ database: { dialect, sql } }: CopySide) =>
  Effect.map(
    dialect.name === "sqlite"
      ? sql<{
          readonly name: string
        }>`SELECT name FROM sqlite_schema WHERE name LIKE '%copy%' AND name NOT LIKE 'sqlite%'`
      : sql<{ readonly name: string }>`
          SELECT relname AS name FROM pg_class WHERE relname LIKE '%copy%' AND relnamespace <> 'pg_catalog'::regnamespace
          UNION ALL SELECT tgname FROM pg_trigger WHERE NOT tgisinternal
          UNION ALL SELECT proname FROM pg_proc WHERE proname LIKE '%copy%' AND pronamespace <> 'pg_catalog'::regnamespace`,
    (rows) => rows.map(({ name }) => name)
  )

/** A death of the process: nothing that follows runs. */
class Killed extends Error {}

/** Dies at a write, which is committed or not, and counts them. */
export const dying = (
  side: CopySide,
  when: { readonly at: number; readonly isCommitted: boolean },
  counter: { count: number }
): CopySide => {
  const die = Effect.die(new Killed())
  const mortal =
    (write: Opened["write"]): Opened["write"] =>
    (body) =>
      Effect.suspend(() => {
        if (counter.count++ !== when.at) return write(body)
        return when.isCommitted ? Effect.andThen(write(body), die) : die
      })
  const { database } = side
  return {
    ...side,
    database: {
      ...database,
      write: mortal(database.write),
      writeRelaxed: mortal(database.writeRelaxed)
    }
  }
}
