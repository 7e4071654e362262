// Hot path (docs/hot-paths.md): rows are parameters, so a text is prepared once.
import { Context, Effect, References } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type * as SqlError from "effect/sql/SqlError"
import * as Statement from "effect/sql/Statement"
import type { ColumnType, Dialect } from "./dialect/Dialect.js"

type Fields = Readonly<Record<string, Exclude<ColumnType, "bytes">>>

type Names = ReadonlyArray<string>

type Values = Readonly<Record<string, unknown>>

type Given<F extends Fields> = {
  readonly [Name in keyof F]: (F[Name] extends "text" ? string : number) | null
}

interface Parts {
  readonly dialect: Dialect
  readonly sql: SqlClient.SqlClient
}

/** A text around one parameter. */
const around = ([before, after]: readonly [before: string, after: string]) => {
  const [opening, closing] = [Statement.literal(before), Statement.literal(after)]
  return (parameter: unknown): Statement.Fragment =>
    Statement.fragment([opening, Statement.parameter(parameter), closing])
}

/** As one JSON parameter: one text for any number of rows. */
const asJson = ({ jsonRows: [before, after], cast }: Dialect, fields: Fields, names: Names) => {
  const columns = names.map(
    (name, index) => `${cast(`(value->>${String(index)})`, fields[name] ?? "text")} AS ${name}`
  )
  const rows = around([`(SELECT ${columns.join(", ")} FROM ${before}`, `${after})`])
  return (values: ReadonlyArray<Values>): Statement.Fragment =>
    rows(JSON.stringify(values.map((value) => names.map((name) => value[name]))))
}

/** As parameters, with a text for each number of rows. */
const asParameters = (fields: Fields, names: Names) => {
  const isInteger = new Set(names.filter((name) => fields[name] === "integer"))
  // Drivers bind numbers as reals.
  const typed = (expression: string, name: string): string =>
    `${isInteger.has(name) ? `CAST(${expression} AS INTEGER)` : expression} AS ${name}`
  const one = `(SELECT ${names.map((name) => typed("?", name)).join(", ")})`
  const columns = names.map((name, index) => typed(`column${String(index + 1)}`, name)).join(", ")
  const row = `(${names.map(() => "?").join(", ")})`
  const texts = new Map([[1, one]])
  const textFor = (count: number): string => {
    const text =
      texts.get(count) ??
      `(SELECT ${columns} FROM (VALUES ${Array.from({ length: count }, () => row).join(", ")}))`
    texts.set(count, text)
    return text
  }
  return (values: ReadonlyArray<Values>): Statement.Fragment => {
    const parameters: Array<unknown> = []
    for (const value of values) for (const name of names) parameters.push(value[name] ?? null)
    return Statement.fragment([Statement.literal(textFor(values.length), parameters)])
  }
}

/**
 * Extracting a column from JSON takes SQLite 0.4 µs: a row of the log 10 of 18. Fewer columns aren't
 * worth a text for each number of rows unless they are keys to look up, nor are more rows than
 * share a transaction.
 */
const isWide = (names: Names): boolean => names.length >= 7
const maxRowsOfText = 100

/**
 * Rows of the program to select from: `FROM ${rows(values)} AS given`. They are one JSON parameter,
 * so the text is prepared once for any number of rows, and the limits on parameters (32,766 on
 * SQLite, 65,535 on Postgres) don't matter; on SQLite a single row, and rows of many columns, are
 * parameters. In an INSERT, write `WHERE true` after it, or SQLite takes the ON of ON CONFLICT for
 * that of a join.
 */
export const given = <const F extends Fields>(
  { dialect }: Parts,
  fields: F,
  asText = isWide(Object.keys(fields))
): ((values: ReadonlyArray<Given<F>>) => Statement.Fragment) => {
  const names = Object.keys(fields)
  const json = asJson(dialect, fields, names)
  if (dialect.name !== "sqlite") return json
  const parameters = asParameters(fields, names)
  const max = asText ? maxRowsOfText : 1
  return (values) => (values.length > 0 && values.length <= max ? parameters(values) : json(values))
}

const condition = <Value>(
  { dialect }: Parts,
  type: keyof Dialect["isAmong"]
): ((values: ReadonlyArray<Value>) => Statement.Fragment) => {
  const among = around(dialect.isAmong[type])
  const is = around(["= ", ""])
  const isSqlite = dialect.name === "sqlite"
  return (values) =>
    isSqlite && values.length === 1 ? is(values[0]) : among(JSON.stringify(values))
}

/** `WHERE id ${among(ids)}`: the same SQL for any number of texts but one, as with `given`. */
export const makeAmong = (parts: Parts): ((texts: ReadonlyArray<string>) => Statement.Fragment) =>
  condition(parts, "text")

export const makeAmongIntegers = (
  parts: Parts
): ((integers: ReadonlyArray<number>) => Statement.Fragment) => condition(parts, "integer")

/**
 * Whether the answer to a statement is awaited with that to the next: it returns no rows. If it
 * fails, so does the next one, or COMMIT.
 */
export const AnswerLater = Context.Reference("@telemark/core/AnswerLater", {
  defaultValue: () => false
})

type Rows<A> = Effect.Effect<ReadonlyArray<A>, SqlError.SqlError>

/**
 * Runs statements that a batch is made of. In a transaction, and unless they are traced, without the
 * span that `effect/sql` makes for each.
 */
export const makeRun =
  ({ sql }: Pick<Parts, "sql">) =>
  <A extends object>(statement: Statement.Statement<A>): Rows<A> =>
    Effect.withFiber((fiber): Rows<A> => {
      const open = Context.getOrUndefined(fiber.context, sql.transactionService)
      if (open === undefined || fiber.getRef(References.TracerEnabled)) return statement
      const [text, parameters] = statement.compile()
      return open[0].execute(text, parameters, undefined) as Rows<A>
    })

/** For writes in a transaction. On Postgres that saves a round trip. */
export const makeLater = (parts: Parts) => {
  const run = makeRun(parts)
  return (write: Statement.Statement<object>): Effect.Effect<unknown, SqlError.SqlError> =>
    parts.dialect.isSynchronous ? run(write) : Effect.provideService(run(write), AnswerLater, true)
}

/**
 * Runs writes that return no rows and don't see each other's: in turn on SQLite, and as one
 * statement on Postgres, where each takes a round trip (three of nine of an accepting transaction).
 * Postgres runs first the statement, then its WITH from the last to the first, so in this order,
 * too. Its manual leaves that open: only how long locks are held depends on it, and a deadlock is
 * run again.
 */
export const makeTogether = (parts: Parts) => {
  const { dialect, sql } = parts
  const later = makeLater(parts)
  return (
    writes: ReadonlyArray<Statement.Statement<object>>
  ): Effect.Effect<unknown, SqlError.SqlError> => {
    const [first, ...others] = writes
    if (first === undefined) return Effect.void
    if (dialect.name === "sqlite" || others.length === 0)
      return Effect.forEach(writes, later, { discard: true })
    const named = others
      .reverse()
      .map((write, index) => sql`${sql.literal(`written_${String(index)}`)} AS (${write})`)
    return later(sql`WITH ${sql.csv(named)} ${first}`)
  }
}
