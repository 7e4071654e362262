/**
 * The path of what belongs to the tables in a database file and stands beside it: `<database>.<ending>`, or for tables with a prefix
 * `<database>.<prefix>.<ending>`.
 */
export const besideDatabase = (path: string, tablePrefix: string | undefined, ending: string): string =>
  `${path}${tablePrefix === undefined || tablePrefix === "" ? "" : `.${tablePrefix}`}.${ending}`
