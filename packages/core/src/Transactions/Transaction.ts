/** A row as a statement answers it: its values by the names of the columns. */
export type TransactionRow = Readonly<Record<string, unknown>>

/** What a statement comes to. */
export type TransactionRows = ReadonlyArray<TransactionRow>

/** A transaction that the host application has begun and will end, and how statements are run in it. */
export interface Transaction {
  /** Which database it is on; undefined where only a statement can tell. */
  readonly dialect: "postgres" | "sqlite" | undefined
  /**
   * The same object or text for the same connection, or a promise of it where only that can tell: of the sends over one, each waits for
   * the one before.
   */
  readonly connection: object | string | PromiseLike<object>
  /** Whether statements answer at once instead of with a promise. */
  readonly isSynchronous: boolean
  /** Whether the transaction is still open; undefined where only a statement can tell. */
  readonly isOpen: () => boolean | undefined
  /** Whether the handle itself refuses statements once its transaction has ended; otherwise they would go into the next one. */
  readonly refusesOnceEnded?: boolean
  /**
   * Runs one statement and answers its rows; none if it has none. Parameters stand as `$1` on Postgres, as `?` on SQLite, and are
   * texts, numbers, null and octets. `answersRows` says which it is, for drivers with a call for each.
   */
  readonly execute: (
    statement: string,
    parameters: ReadonlyArray<unknown>,
    answersRows: boolean
  ) => TransactionRows | PromiseLike<TransactionRows>
}
