import { failed } from "@telemark/core"
import type { SqlError } from "effect/sql/SqlError"

/** An error that SQLite itself doesn't report, with SQLite's code for it. */
export const refusal = (code: string, message: string, options?: ErrorOptions): SqlError =>
  failed(Object.assign(new Error(message, options), { code }), message)
