/** What spreadsheets take for the beginning of a formula. */
const formula = /^'*[=+\-@\t\r]/

const needsQuotes = /[",\r\n]/

const cellOf = (value: string | null): string => {
  if (value === null) return ""
  const shown = formula.test(value) ? `'${value}` : value
  return needsQuotes.test(shown) ? `"${shown.replaceAll('"', '""')}"` : shown
}

/**
 * A line of a table (RFC 4180). A value that a spreadsheet would run as a formula has an apostrophe
 * before it.
 */
export const csvLine = (values: ReadonlyArray<string | null>): string =>
  `${values.map(cellOf).join(",")}\r\n`

/** Takes off the apostrophe that `csvLine` has put before a value. */
export const withoutApostrophe = (value: string): string =>
  value.startsWith("'") && formula.test(value) ? value.slice(1) : value
