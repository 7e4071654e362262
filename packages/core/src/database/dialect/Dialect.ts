import type { TableName } from "../names.js"

/** The types of columns. Instants are `integer`s (epoch milliseconds), JSON is `text`. */
export type ColumnType = "text" | "integer" | "real" | "bytes"

/** The differences between the databases, each with its reason. */
export interface Dialect {
  readonly name: "sqlite" | "postgres"

  /** Whether statements block the process until they are done, even while they wait for a lock. */
  readonly isSynchronous: boolean

  /** How a transaction that will write begins. */
  readonly begin: string

  /**
   * Around a transaction that may be lost at a power cut, so that its commit needn't wait for the
   * disk: the statement before it, how it begins, and the statement after it. It is as atomic and
   * as visible as any other.
   */
  readonly relaxed: {
    readonly before: string | undefined
    readonly begin: string
    readonly after: string | undefined
  }

  /** The first statement in the transaction of the migrations; undefined if `begin` is enough. */
  readonly migrationLock: string | undefined

  /**
   * Before an existing schema changes: keeps everybody else away from all tables that are there,
   * until the transaction ends; undefined if `begin` is enough. Fails soon (55P03) if somebody
   * doesn't end: let those through before you try again.
   */
  readonly lockTables: string | undefined

  /** Creates the tables' schema if it doesn't exist; undefined if none is configured. */
  readonly makeSchema: string | undefined

  /** A SELECT that returns one row if the table exists. */
  readonly findTable: (table: TableName) => string

  /**
   * A SELECT of the statements, in a column `statement`, that make all tables and indexes of the
   * database as they are, in order; undefined if it doesn't keep them.
   */
  readonly allStatements: string | undefined

  readonly columnTypes: Readonly<Record<ColumnType, string>>

  /**
   * What follows the closing parenthesis of a table's definition; `keyed`: small rows found by
   * their primary key.
   */
  readonly tableOptions: Readonly<Record<"plain" | "keyed", string>>

  /**
   * Statements that tune an existing table for its use; `counters`: few rows, changed all the time;
   * `churning`: rows come and go; `growing`.
   */
  readonly tune: (
    table: TableName,
    use: "counters" | "churning" | "growing"
  ) => ReadonlyArray<string>

  /**
   * Lets no other transaction change the table until this one ends; undefined if `begin` is enough.
   */
  readonly lockTable: (table: TableName) => string | undefined

  /**
   * A condition that always holds. `awaitRecorders` waits for the transactions of statements that
   * contain it.
   */
  readonly isRecorder: string

  /**
   * Waits for those transactions, and lets none begin until its own transaction ends; undefined if
   * `begin` is enough. Meanwhile all that begin to record wait behind it, so it fails after 200 ms
   * (55P03): let those through before you try again. Not `lockTable`: a vacuum of the table would
   * have to end first or be cancelled.
   */
  readonly awaitRecorders: string | undefined

  /**
   * The position of each event that a statement inserts; undefined if the column's default counts
   * them.
   */
  readonly nextPosition: string | undefined

  /**
   * Two columns, `oldest` and `newest`: all transactions numbered below the one have ended, and
   * none from the other on has begun. 0 with one writer.
   */
  readonly runningTransactions: string

  /** Around the parameter `?`, a JSON array: turns it into rows with a column `value`. */
  readonly jsonRows: readonly [before: string, after: string]

  /**
   * After a column and around the parameter `?`, a JSON array: whether the column's value is in it.
   */
  readonly isAmong: Readonly<Record<"text" | "integer", readonly [before: string, after: string]>>

  /**
   * The server's or machine's time as an integer, in epoch milliseconds: for scripts, which can't
   * pass a time.
   */
  readonly currentMillis: string

  /** Whether a text has characters beyond ASCII. An index has exactly this condition. */
  readonly isBeyondAscii: (column: string) => string

  /** Gives a field extracted from such a row its type. */
  readonly cast: (expression: string, type: ColumnType) => string

  /**
   * After this statement the transaction waits only so long for rows that another has locked, then
   * fails (55P03); undefined if none are locked.
   */
  readonly hurry: ((millis: number) => string) | undefined

  /** After a SELECT: locks its rows until the transaction ends. */
  readonly forUpdate: string

  /** After a SELECT: likewise, skipping rows that another transaction has locked. */
  readonly skipLocked: string
}
