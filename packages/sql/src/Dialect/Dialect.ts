import * as SqlClient from "@effect/sql/SqlClient"
import { StorageError } from "@telemark/core"
import { Effect } from "effect"
import { Names, type TableName, type TableNames } from "../Names/index.js"
import { makePostgres } from "./postgres.js"
import { makeSqlite } from "./sqlite.js"

/** The kinds of columns there are. Instants are `integer`s (epoch milliseconds), JSON is `text`. */
export type ColumnType = "text" | "integer" | "real" | "bytes"

/** Everything in which the databases differ, each difference with its reason. Nothing else asks which one it is. */
export interface Dialect {
  readonly name: "sqlite" | "postgres"

  /** Whether statements hold up the process until they are done, be it that they wait for a lock. */
  readonly isSynchronous: boolean

  /** How a transaction begins that is going to write. */
  readonly begin: string

  /**
   * Around a transaction whose loss with the power would do no harm, so that its commit needn't wait for the
   * disk: statements before it, how it begins, and after it. It is as atomic and as visible as any other.
   */
  readonly relaxed: { readonly before: string | undefined; readonly begin: string; readonly after: string | undefined }

  /** A statement that must come first in the transaction of the migrations; undefined if `begin` is enough. */
  readonly migrationLock: string | undefined

  /** A statement that makes the tables' schema if there is none of that name; undefined if they need none of their own. */
  readonly makeSchema: string | undefined

  /** A SELECT that finds one row if there is that table. */
  readonly findTable: (table: TableName) => string

  /** What each kind of column is called in a table's definition. */
  readonly columnTypes: Readonly<Record<ColumnType, string>>

  /** What stands behind the closing parenthesis of a table's definition; `keyed`: small rows found by their primary key. */
  readonly tableOptions: Readonly<Record<"plain" | "keyed", string>>

  /** Statements that fit an existing table to its use; `counters`: few rows, changed all the time; `churning`: rows come and go; `growing`. */
  readonly tune: (table: TableName, use: "counters" | "churning" | "growing") => ReadonlyArray<string>

  /** A statement after which nobody else changes the table until the transaction ends; undefined if `begin` is enough. */
  readonly lockTable: (table: TableName) => string | undefined

  /** A condition that always holds. Whoever runs `awaitRecorders` waits for the transactions of the statements that it stands in. */
  readonly isRecorder: string

  /**
   * A statement that waits for those transactions, and lets none join them until its own ends; undefined if `begin` is enough. While
   * it waits, all that begins to record waits behind it, so after 200 ms it fails (55P03): let those through before you try again.
   * Not `holdTable`: a vacuum of the table would have to end first or be cancelled.
   */
  readonly awaitRecorders: string | undefined

  /** The function that turns a JSON array, the parameter `?`, into rows with a column `value`. */
  readonly jsonRows: readonly [before: string, after: string]

  /** Behind a column: whether its value is among those of a JSON array of such values, the parameter `?`. */
  readonly isAmong: Readonly<Record<"text" | "integer", readonly [before: string, after: string]>>

  /** The server's or the machine's time as an integer, in epoch milliseconds: for scripts, which have no clock of ours. */
  readonly currentMillis: string

  /** How a field taken out of such a row gets its type. */
  readonly cast: (expression: string, type: ColumnType) => string

  /**
   * A statement after which the transaction waits only so many milliseconds for rows that another one holds, and fails then (55P03);
   * undefined where nobody holds rows.
   */
  readonly hurry: ((millis: number) => string) | undefined

  /** Behind a SELECT: the rows stay as they are until the transaction ends. */
  readonly forUpdate: string

  /** Behind a SELECT: likewise, leaving out rows that another transaction holds. */
  readonly skipLocked: string
}

/** The dialect of that name, with the tables called so. */
export const dialectOf = (name: Dialect["name"], names: TableNames): Dialect => (name === "postgres" ? makePostgres(names) : makeSqlite(names))

const otherDialect = new StorageError({
  reason: "fault",
  cause: new Error("The SqlClient that storage is to use is neither one of SQLite nor one of Postgres. Telemark's tables can be in those two only.")
})

/** The dialect of the client in use; fails where that is of a database for which there is none. */
export const currentDialect: Effect.Effect<Dialect, StorageError, SqlClient.SqlClient> =
  Effect.flatMap(Effect.zip(SqlClient.SqlClient, Names), ([sql, names]) => {
    const name = sql.onDialectOrElse({ pg: () => "postgres" as const, sqlite: () => "sqlite" as const, orElse: () => undefined })
    return name === undefined ? otherDialect : Effect.succeed(dialectOf(name, names))
  })
