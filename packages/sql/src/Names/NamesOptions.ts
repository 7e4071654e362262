/** Where Telemark's tables are in a database that others use as well. */
export interface NamesOptions {
  /**
   * The schema of the tables, on Postgres. By default they are where the connection's `search_path` puts them. Letters,
   * digits and underscores, at most 40; case counts.
   */
  readonly schema?: string | undefined
  /** What the name of each table and index begins with, such as `tm_`; nothing by default. Written as the schema is. */
  readonly tablePrefix?: string | undefined
}

const isName = (text: string): boolean => /^[A-Za-z0-9_]{1,40}$/.test(text)

/** What is wrong with such names, for the operator and without the names; undefined if they will do. */
export const problemOf = ({ schema, tablePrefix = "" }: NamesOptions): string | undefined => {
  if (schema !== undefined && !isName(schema)) return "The schema of the tables takes letters, digits and underscores, 1 to 40 of them."
  if (schema?.startsWith("pg_") === true) return "The schema of the tables can't begin with pg_: Postgres keeps those names to itself."
  if (tablePrefix !== "" && !isName(tablePrefix)) return "The prefix of the tables takes letters, digits and underscores, at most 40 of them."
  return /^sqlite_/i.test(tablePrefix) ? "The prefix of the tables can't begin with sqlite_: SQLite keeps those names to itself." : undefined
}
