import type { EmailSummary } from "./emails.js"

/** What spreadsheets take for the beginning of a formula. */
const formula = /^'*[=+\-@\t\r]/

/**
 * Where a spreadsheet that separates by semicolons or tabs, as Excel does in many languages, would
 * begin a cell with a formula: quotes count at the beginning of a cell alone.
 */
const formulaWithin = /(?<=[;\t])(?='*[=+\-@\t\r])/g

const needsQuotes = /[",\r\n]/

const cellOf = (value: string | null): string => {
  if (value === null) return ""
  const within = value.replace(formulaWithin, "'")
  const shown = formula.test(value) ? `'${within}` : within
  return needsQuotes.test(shown) ? `"${shown.replaceAll('"', '""')}"` : shown
}

/**
 * A line of a table (RFC 4180). A value that a spreadsheet would run as a formula has an apostrophe
 * before it, and so has a part of it behind a semicolon or a tab.
 */
export const csvLine = (values: ReadonlyArray<string | null>): string =>
  `${values.map(cellOf).join(",")}\r\n`

/** Takes off the apostrophes that `csvLine` has put into a value. */
export const withoutApostrophe = (value: string): string =>
  (value.startsWith("'") && formula.test(value) ? value.slice(1) : value).replace(
    /(?<=[;\t])'(?='*[=+\-@\t\r])/g,
    ""
  )

const columns = [
  "id",
  "created_at",
  "recipient_email",
  "sender_email",
  "subject",
  "status",
  "sent_at"
] as const satisfies ReadonlyArray<keyof EmailSummary>

/** The first line of a table of emails. */
export const emailHead = csvLine(columns)

/** A message's line in a table of emails. */
export const emailLine = (email: EmailSummary): string =>
  csvLine(columns.map((column) => email[column]))
