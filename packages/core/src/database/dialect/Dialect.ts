import type { CopyTable, TableName } from "../names.js"

/** Instants are `integer`s (epoch milliseconds), JSON is `text`. */
export type ColumnType = "text" | "integer" | "real" | "bytes"

/** The differences between the databases, each with its reason. */
export interface Dialect {
  readonly name: "sqlite" | "postgres"

  /** Whether statements block the process until they are done, even while they wait for a lock. */
  readonly isSynchronous: boolean

  /** How a transaction that will write begins. */
  readonly begin: string

  /**
   * The statement before a transaction that may be lost at a power cut, how it begins, and the
   * statement after it. It is as atomic and as visible as others.
   */
  readonly relaxed: {
    readonly before: string | undefined
    readonly begin: string
    readonly after: string | undefined
  }

  /** Undefined if `begin` is enough. */
  readonly migrationLock: string | undefined

  /**
   * Before an existing schema changes: keeps everybody else away from all tables, until the
   * transaction ends; undefined if `begin` is enough. Fails soon (55P03) if somebody doesn't end:
   * let those through before you try again.
   */
  readonly lockTables: string | undefined

  /** Creates the tables' schema if it doesn't exist; undefined if none is configured. */
  readonly makeSchema: string | undefined

  /** A SELECT that returns one row if the table exists. */
  readonly findTable: (table: TableName | CopyTable) => string

  /**
   * A SELECT of the statements, in a column `statement`, that make all tables and indexes as they
   * are; undefined if the database doesn't keep them.
   */
  readonly allStatements: string | undefined

  readonly columnTypes: Readonly<Record<ColumnType, string>>

  /** After a table's definition; `keyed`: small rows found by their primary key. */
  readonly tableOptions: Readonly<Record<"plain" | "keyed", string>>

  /** Tunes a table; `counters`: few rows, changed all the time; `churning`: rows come and go. */
  readonly tune: (
    table: TableName,
    use: "counters" | "churning" | "growing"
  ) => ReadonlyArray<string>

  /** Until the transaction ends; undefined if `begin` is enough. */
  readonly lockTable: (table: TableName) => string | undefined

  /** Always holds. `awaitRecorders` waits for the transactions of statements that contain it. */
  readonly isRecorder: string

  /**
   * Waits for those transactions, and lets none begin until its own ends; undefined if `begin` is
   * enough. It fails after 200 ms (55P03), since all that begin to record wait behind it: let those
   * through before you try again. Not `lockTable`: a vacuum of the table would have to end first or
   * be cancelled.
   */
  readonly awaitRecorders: string | undefined

  /** Of each inserted event; undefined if the column's default counts. */
  readonly nextPosition: string | undefined

  /**
   * Columns `oldest` and `newest`: all transactions numbered below the one have ended, and none
   * from the other on has begun. 0 with one writer.
   */
  readonly runningTransactions: string

  /** Around `?`, a JSON array: rows with a column `value`. */
  readonly jsonRows: readonly [before: string, after: string]

  /** After a column and around `?`, a JSON array that has the value. */
  readonly isAmong: Readonly<Record<"text" | "integer", readonly [before: string, after: string]>>

  /** Epoch milliseconds: scripts can't pass a time. */
  readonly currentMillis: string

  /** An index has exactly this condition. */
  readonly isBeyondAscii: (column: string) => string

  /** Gives a field extracted from such a row its type. */
  readonly cast: (expression: string, type: ColumnType) => string

  /** The transaction then waits only so long for locked rows, and fails (55P03). */
  readonly hurry: ((millis: number) => string) | undefined

  /** After a SELECT: locks its rows until the transaction ends. */
  readonly forUpdate: string

  /** Likewise, skipping rows that another transaction has locked. */
  readonly skipLocked: string
}
