import type { SqlError } from "effect/sql/SqlError"
import { TransactionUnusable } from "@telemark/core"
import { Effect } from "effect"
import { failed } from "../Client/index.js"

/** Fails like a statement whose transaction has ended. */
export const ended: Effect.Effect<never, SqlError> = Effect.suspend(() =>
  Effect.fail(failed(new TransactionUnusable({ reason: "not_open" })))
)
