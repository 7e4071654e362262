import { layerStorage as layerSql, migrate } from "@telemark/core"
import { Effect, Layer } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import * as Statement from "effect/sql/Statement"
import { open } from "../src/open.js"

/** Every statement that was run, with its parameters. */
export const recorded = new Map<string, ReadonlyArray<unknown>>()

const recordStatements = Layer.succeed(Statement.CurrentTransformer, (statement) =>
  Effect.sync(() => {
    const [text, parameters] = statement.compile()
    recorded.set(text, parameters)
    return statement
  })
)

/** A database in memory, whose statements are recorded. */
export const recordingStorage = layerSql.pipe(
  Layer.provideMerge(
    Layer.effect(
      SqlClient.SqlClient,
      open({ filename: ":memory:" }).pipe(
        Effect.tap((sql) => Effect.provideService(migrate, SqlClient.SqlClient, sql))
      )
    )
  ),
  Layer.provideMerge(recordStatements)
)
