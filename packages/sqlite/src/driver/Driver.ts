export interface Prepared {
  /** Runs it. Statements that answer no rows answer an empty list. */
  readonly all: (...parameters: ReadonlyArray<unknown>) => ReadonlyArray<Record<string, unknown>>
}

/** An open database. */
export interface Opened {
  readonly prepare: (text: string) => Prepared
  readonly close: () => unknown
}

/** Opens a file, or a database in memory. Everything it does is synchronous, and throws. */
export type OpenDatabase = (filename: string) => Opened
