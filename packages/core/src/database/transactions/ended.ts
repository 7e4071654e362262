import { Effect } from "effect"
import type { SqlError } from "effect/sql/SqlError"
import { failed } from "../client/connectionOver.js"
import { TransactionUnusable } from "./TransactionUnusable.js"

/** Fails like a statement whose transaction has ended. */
export const ended: Effect.Effect<never, SqlError> = Effect.suspend(() =>
  Effect.fail(failed(new TransactionUnusable({ reason: "not_open" })))
)
