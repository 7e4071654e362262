import { Effect, Stream } from "effect"
import type { Connection } from "effect/sql/SqlConnection"
import { SqlError, UnknownError } from "effect/sql/SqlError"
import { octetsOf } from "./octets.js"

export type Row = Readonly<Record<string, unknown>>

export type Answer = (
  statement: string,
  parameters: ReadonlyArray<unknown>,
  hasRows: boolean
) => Effect.Effect<ReadonlyArray<Row>, SqlError>

export const failed = (cause: unknown, message = "The statement failed"): SqlError =>
  new SqlError({ reason: new UnknownError({ cause, message }) })

/** `WITH written_0` begins several writes in one (`makeTogether`). */
export const answersRows = (statement: string): boolean =>
  /^\s*(?:SELECT|WITH(?! written_)|PRAGMA)\b|\bRETURNING\b/i.test(statement)

/**
 * Each row comes as one JSON text: the host decides how types are parsed, 64-bit integers mostly as
 * text. It costs the server some microseconds.
 */
const asJson = (statement: string): string =>
  `WITH telemark_rows AS (${statement}) SELECT row_to_json(telemark_rows)::text AS row FROM telemark_rows`

/**
 * The columns of octets, which are text in JSON: contents of files and captured mails. No other
 * columns have these names.
 */
const withOctets = (name: string, value: unknown): unknown =>
  (name === "content" || name === "source") && typeof value === "string" ? octetsOf(value) : value

const fromJson = ({ row }: Row): Row => JSON.parse(String(row), withOctets) as Row

/** Counts and instants, all below 2^53; some clients read them as BigInt. */
const withNumbers = (row: Row): Row =>
  Object.values(row).some((value) => typeof value === "bigint")
    ? Object.fromEntries(
        Object.entries(row).map(([name, value]) => [
          name,
          typeof value === "bigint" ? Number(value) : value
        ])
      )
    : row

/**
 * How statements are written for a host's connection and its rows read, so that they equal those of
 * storage's own connections.
 */
const readings: Readonly<
  Record<
    "postgres" | "sqlite",
    { readonly write: (statement: string) => string; readonly read: (row: Row) => Row }
  >
> = {
  postgres: { write: asJson, read: fromJson },
  sqlite: { write: (statement) => statement, read: withNumbers }
}

/** A connection of the host application, made fit for storage. */
export const connectionOver = (answer: Answer, dialect: "postgres" | "sqlite"): Connection => {
  const { read, write } = readings[dialect]

  const rowsOf = (
    statement: string,
    parameters: ReadonlyArray<unknown>
  ): Effect.Effect<ReadonlyArray<Row>, SqlError> =>
    answersRows(statement)
      ? Effect.map(answer(write(statement), parameters, true), (rows) => rows.map(read))
      : answer(statement, parameters, false)

  const execute: Connection["execute"] = (statement, parameters, transformRows) =>
    Effect.map(rowsOf(statement, parameters), (rows) =>
      transformRows === undefined ? rows : transformRows(rows)
    )

  const executeValues: Connection["executeValues"] = (statement, parameters) =>
    Effect.map(rowsOf(statement, parameters), (rows) => rows.map((row) => Object.values(row)))

  return {
    execute,
    executeUnprepared: execute,
    executeRaw: rowsOf,
    executeValues,
    executeValuesUnprepared: executeValues,
    executeStream: () =>
      Stream.fail(failed(new Error("Rows can't be streamed: read them in pages")))
  }
}
