import type { EmailSummary } from "./emails.js"

/** What spreadsheets take for a formula. */
const formula = /^'*[=+\-@\t\r]/

/**
 * A cell for spreadsheets that separate by semicolons or tabs, as Excel does in many languages:
 * quotes count at the beginning of a cell alone.
 */
const formulaWithin = /(?<=[;\t])(?='*[=+\-@\t\r])/g

const needsQuotes = /[",\r\n]/

const cellOf = (value: string | null): string => {
  if (value === null) return ""
  const within = value.replace(formulaWithin, "'")
  const shown = formula.test(value) ? `'${within}` : within
  return needsQuotes.test(shown) ? `"${shown.replaceAll('"', '""')}"` : shown
}

/** RFC 4180. What a spreadsheet would run as a formula gets an apostrophe. */
export const csvLine = (values: ReadonlyArray<string | null>): string =>
  `${values.map(cellOf).join(",")}\r\n`

/** The inverse of `csvLine`. */
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

export const emailHead = csvLine(columns)

export const emailLine = (email: EmailSummary): string =>
  csvLine(columns.map((column) => email[column]))
