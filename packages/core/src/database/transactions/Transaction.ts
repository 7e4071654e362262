/** A row that a statement returns: its values by column name. */
export type TransactionRow = Readonly<Record<string, unknown>>

/** The rows that a statement returns. */
export type TransactionRows = ReadonlyArray<TransactionRow>

/**
 * A transaction that the host application has begun and will end, and how to run statements in it.
 */
export interface Transaction {
  /** Its database; undefined if only a statement can tell. */
  readonly dialect: "postgres" | "sqlite" | undefined
  /**
   * Identifies the connection: the same object or text, or a promise of it. Sends over one
   * connection run one after the other.
   */
  readonly connection: object | string | PromiseLike<object>
  /** Whether `execute` returns rows instead of a promise. */
  readonly isSynchronous: boolean
  /** Whether the transaction is still open; undefined if only a statement can tell. */
  readonly isOpen: () => boolean | undefined
  /**
   * Whether the handle itself refuses statements after its transaction has ended; otherwise they
   * would run in the next one.
   */
  readonly refusesOnceEnded?: boolean
  /**
   * Runs one statement and returns its rows, if any. Parameters are written `$1` on Postgres and
   * `?` on SQLite; they are text, numbers, null and octets. `answersRows`: whether the statement
   * returns rows, for drivers with a separate call for each kind.
   */
  readonly execute: (
    statement: string,
    parameters: ReadonlyArray<unknown>,
    answersRows: boolean
  ) => TransactionRows | PromiseLike<TransactionRows>
}
