import { SqlError } from "@effect/sql/SqlError"

/** What SQLite itself doesn't notice, with the code that it has for such a thing. */
export const refusal = (code: string, message: string, options?: ErrorOptions): SqlError =>
  new SqlError({ message, cause: Object.assign(new Error(message, options), { code }) })
