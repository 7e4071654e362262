import { SqlError } from "@effect/sql/SqlError"

/** An error that SQLite itself doesn't report, with SQLite's code for it. */
export const refusal = (code: string, message: string, options?: ErrorOptions): SqlError =>
  new SqlError({ message, cause: Object.assign(new Error(message, options), { code }) })
