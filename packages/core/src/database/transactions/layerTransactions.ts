import { Effect, Layer } from "effect"
import { Database } from "../Database.js"
import { Transactions } from "./Transactions.js"
import { makeJoin } from "./join.js"

export const layerTransactions = Layer.effect(
  Transactions,
  Effect.gen(function* () {
    const { inTransaction, separately } = yield* Database
    return { join: yield* makeJoin, separately, isInside: inTransaction }
  })
)
