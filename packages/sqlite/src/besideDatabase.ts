/**
 * The path of a file beside the database: `<database>.<ending>`, or `<database>.<prefix>.<ending>`
 * for tables with a prefix.
 */
export const besideDatabase = (
  path: string,
  tablePrefix: string | undefined,
  ending: string
): string =>
  `${path}${tablePrefix === undefined || tablePrefix === "" ? "" : `.${tablePrefix}`}.${ending}`
