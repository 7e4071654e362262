import { makeSqlClient } from "@telemark/core"
import { Effect, Stream } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import type { SqlClient } from "effect/sql/SqlClient"
import type { Connection } from "effect/sql/SqlConnection"
import * as Statement from "effect/sql/Statement"

const unused = Effect.die(new Error("no statement is run"))
const connection: Connection = {
  execute: () => unused,
  executeRaw: () => unused,
  executeStream: () => Stream.die("none is run"),
  executeValues: () => unused,
  executeValuesUnprepared: () => unused,
  executeUnprepared: () => unused
}

/** A client of that dialect, which runs no statements. */
export const clientOf = (
  dialect: Parameters<typeof Statement.makeCompiler>[0]["dialect"]
): Effect.Effect<SqlClient> => {
  const compiler = Statement.makeCompiler({
    dialect,
    placeholder: () => "?",
    onIdentifier: Statement.defaultEscape('"'),
    onRecordUpdate: () => ["", []],
    onCustom: () => ["", []]
  })
  return Effect.provide(
    makeSqlClient({
      connection,
      transactionAcquirer: Effect.succeed(connection),
      compiler,
      driver: "none",
      spanAttributes: []
    }),
    Reactivity.layer
  )
}
