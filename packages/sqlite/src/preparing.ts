import type { Connection } from "@effect/sql/SqlConnection"
import { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"

const isUnprepared = ({ message }: SqlError): boolean =>
  message.trim() === "Failed to prepare statement"

/**
 * The driver remembers for ten minutes that a statement could not be prepared, and a new connection
 * can't prepare any while another process has the whole file locked. Such a statement is prepared
 * once more, bypassing the driver's cache.
 */
export const preparing = (own: Connection): Connection => {
  const past = (...[text, params, transformRows]: Parameters<Connection["executeUnprepared"]>) =>
    Effect.suspend(() => own.executeUnprepared(text, params, transformRows)).pipe(
      Effect.catchAllDefect(
        (cause) => new SqlError({ cause, message: "Failed to prepare statement" })
      )
    )
  return {
    execute: (text, params, transformRows) =>
      Effect.catchIf(own.execute(text, params, transformRows), isUnprepared, () =>
        past(text, params, transformRows)
      ),
    executeRaw: (text, params) =>
      Effect.catchIf(own.executeRaw(text, params), isUnprepared, () =>
        past(text, params, undefined)
      ),
    executeValues: (text, params) => own.executeValues(text, params),
    executeUnprepared: past,
    executeStream: (...statement) => own.executeStream(...statement)
  }
}
