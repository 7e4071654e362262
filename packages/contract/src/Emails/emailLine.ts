import { csvLine } from "../Csv/index.js"
import type { EmailSummary } from "./responses.js"

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
