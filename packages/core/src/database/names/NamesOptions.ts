/** Where Telemark's tables are in a database that others use as well. */
export interface NamesOptions {
  /**
   * The schema of the tables, on Postgres; by default the `search_path` decides. Letters, digits
   * and underscores, at most 40; case counts.
   */
  readonly schema?: string | undefined
  /**
   * The prefix of each table's and index's name, such as `tm_`; none by default. The same
   * characters as for `schema`.
   */
  readonly tablePrefix?: string | undefined
}

const isName = (text: string): boolean => /^[A-Za-z0-9_]{1,40}$/.test(text)

/** Why such names can't be used, for the operator and without the names; undefined if they can. */
export const problemOf = ({ schema, tablePrefix = "" }: NamesOptions): string | undefined => {
  if (schema !== undefined && !isName(schema))
    return "The schema of the tables takes letters, digits and underscores, 1 to 40 of them."
  if (schema?.startsWith("pg_") === true)
    return "The schema of the tables can't begin with pg_: Postgres reserves those names."
  if (tablePrefix !== "" && !isName(tablePrefix))
    return "The prefix of the tables takes letters, digits and underscores, at most 40 of them."
  return /^sqlite_/i.test(tablePrefix)
    ? "The prefix of the tables can't begin with sqlite_: SQLite reserves those names."
    : undefined
}
