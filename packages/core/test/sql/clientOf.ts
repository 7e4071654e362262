import { Database, makeSqlClient } from "@telemark/core"
import { Effect, Layer, Stream } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import { SqlClient } from "effect/sql/SqlClient"
import type { Connection } from "effect/sql/SqlConnection"
import * as Statement from "effect/sql/Statement"

/** Answers a statement with rows. */
export type Answer = (
  text: string,
  parameters: ReadonlyArray<unknown>
) => Effect.Effect<ReadonlyArray<object>, unknown>

const unused = Effect.die(new Error("no statement is run"))

const connectionOf = (answer: Answer): Connection => ({
  execute: (text, parameters) => answer(text, parameters) as Effect.Effect<Array<object>>,
  executeRaw: () => unused,
  executeStream: () => Stream.die("none is run"),
  executeValues: () => unused,
  executeValuesUnprepared: () => unused,
  executeUnprepared: () => unused
})

/** A client of that dialect, which runs no statements unless it has an answer to them. */
export const clientOf = (
  dialect: Parameters<typeof Statement.makeCompiler>[0]["dialect"],
  answer: Answer = () => unused
): Effect.Effect<SqlClient> => {
  const connection = connectionOf(answer)
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

/** A database that answers statements so; by default, every table is empty. */
export const databaseOf = (answer: Answer = () => Effect.succeed([])): Layer.Layer<Database> =>
  Database.layer.pipe(
    Layer.provide(Layer.effect(SqlClient, clientOf("sqlite", answer))),
    Layer.orDie
  )
