import { Context, Effect, Stream } from "effect"
import type * as Reactivity from "effect/reactivity/Reactivity"
import * as SqlClient from "effect/sql/SqlClient"
import type { Acquirer, Connection } from "effect/sql/SqlConnection"
import { SqlError, UnknownError } from "effect/sql/SqlError"
import { keptTexts } from "./keptTexts.js"

/** In the older notation all but printable ASCII is `\ooo`, and a backslash is doubled. */
const unescaped = (text: string): Buffer =>
  Buffer.from(
    text.replace(/\\(\\|[0-7]{3})/g, (_, code: string) =>
      code === "\\" ? code : String.fromCharCode(Number.parseInt(code, 8))
    ),
    "latin1"
  )

/** A Postgres `bytea`, in either notation of `bytea_output`. */
export const octetsOf = (text: string): Buffer =>
  text.startsWith("\\x") ? Buffer.from(text.slice(2), "hex") : unescaped(text)

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
 * As JSON, since the host decides how types are parsed, 64-bit integers mostly as text. It costs
 * the server some microseconds.
 */
const asJson = (statement: string): string =>
  `WITH telemark_rows AS (${statement}) SELECT row_to_json(telemark_rows)::text AS row FROM telemark_rows`

/** Columns of octets, which are text in JSON. No other columns have these names. */
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

/** So that rows equal those of storage's own connections. */
const readings: Readonly<
  Record<
    "postgres" | "sqlite",
    { readonly write: (statement: string) => string; readonly read: (row: Row) => Row }
  >
> = {
  postgres: { write: asJson, read: fromJson },
  sqlite: { write: (statement) => statement, read: withNumbers }
}

/** A connection whose rows are records. `isPrepared`: whether the statement may be kept. */
export const recordConnection = (
  rowsOf: (
    statement: string,
    parameters: ReadonlyArray<unknown>,
    isPrepared: boolean
  ) => Effect.Effect<ReadonlyArray<Row>, SqlError>
): Connection => {
  const execute =
    (isPrepared: boolean): Connection["execute"] =>
    (statement, parameters, transformRows) => {
      const rows = rowsOf(statement, parameters, isPrepared)
      return transformRows === undefined ? rows : Effect.map(rows, transformRows)
    }
  const executeValues: Connection["executeValues"] = (statement, parameters) =>
    Effect.map(rowsOf(statement, parameters, true), (rows) => rows.map((row) => Object.values(row)))
  return {
    execute: execute(true),
    executeUnprepared: execute(false),
    executeRaw: (statement, parameters) => rowsOf(statement, parameters, true),
    executeValues,
    executeValuesUnprepared: executeValues,
    executeStream: () =>
      Stream.fail(failed(new Error("Rows can't be streamed: read them in pages")))
  }
}

/** A connection of the host application, made fit for storage. */
export const connectionOver = (answer: Answer, dialect: "postgres" | "sqlite"): Connection => {
  const { read, write } = readings[dialect]
  return recordConnection((statement, parameters) =>
    answersRows(statement)
      ? Effect.map(answer(write(statement), parameters, true), (rows) => rows.map(read))
      : answer(statement, parameters, false)
  )
}

/** The connection of a transaction, and the caller's level in it. */
export type OpenTransaction = SqlClient.TransactionConnection.Service

type Find = (context: Context.Context<never>) => OpenTransaction | undefined

const joinedBy = new WeakMap<SqlClient.SqlClient, Find>()

/** The transaction in a context that storage takes part in; undefined if there is none. */
export const openTransactionIn = (
  client: SqlClient.SqlClient,
  context: Context.Context<never>
): OpenTransaction | undefined =>
  Context.getOrUndefined(context, client.transactionService) ?? joinedBy.get(client)?.(context)

interface SqlClientOptions extends Pick<
  SqlClient.SqlClient.MakeOptions,
  "beginTransaction" | "compiler" | "driver" | "onCommitFailure" | "spanAttributes"
> {
  /** For statements outside of transactions. */
  readonly connection: Connection
  readonly transactionAcquirer: Acquirer
  /** The transactions of another client, in which statements and storage take part as well. */
  readonly joined?: Find
}

/** Statements use `connection`, but where a transaction has one. */
export const makeSqlClient = ({
  compiler,
  connection,
  joined,
  ...options
}: SqlClientOptions): Effect.Effect<SqlClient.SqlClient, never, Reactivity.Reactivity> => {
  const current =
    joined === undefined
      ? Effect.succeed(connection)
      : Effect.contextWith((context: Context.Context<never>) =>
          Effect.succeed(joined(context)?.[0] ?? connection)
        )
  return Effect.map(
    SqlClient.make({
      ...options,
      compiler: keptTexts(compiler),
      acquirer: current,
      borrower: (use) => Effect.flatMap(current, use)
    }),
    (client) => {
      if (joined !== undefined) joinedBy.set(client, joined)
      return client
    }
  )
}

/** Fails if the database can't do that now. */
export type UntilOnDisk = Effect.Effect<void, SqlError>

const ofClients = new WeakMap<SqlClient.SqlClient, UntilOnDisk>()

/** Sets what waits for the disk, for a client whose COMMIT doesn't. */
export const setUntilOnDisk = (client: SqlClient.SqlClient, untilOnDisk: UntilOnDisk): void => {
  ofClients.set(client, untilOnDisk)
}

/** What waits for the disk after COMMIT; undefined if COMMIT does. */
export const untilOnDiskOf = (client: SqlClient.SqlClient): UntilOnDisk | undefined =>
  ofClients.get(client)
