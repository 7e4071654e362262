import { failed } from "@telemark/core"
import { Effect, Stream } from "effect"
import type { Connection } from "effect/sql/SqlConnection"
import type { SqlError } from "effect/sql/SqlError"
import type { QueryResult } from "pg"

export type Run = (
  text: string,
  params: ReadonlyArray<unknown>,
  how: { readonly named: boolean; readonly rowMode?: "array" }
) => Effect.Effect<QueryResult, SqlError>

type Row = Record<string, unknown>

const rowsOf = (result: QueryResult | ReadonlyArray<QueryResult>): ReadonlyArray<Row> =>
  "rows" in result ? (result.rows as ReadonlyArray<Row>) : []

const executing =
  (run: Run, named: boolean): Connection["execute"] =>
  (text, params, transformRows) =>
    Effect.map(run(text, params, { named }), (result) => {
      const rows = rowsOf(result)
      return transformRows === undefined ? rows : transformRows(rows)
    })

const values =
  (run: Run, named: boolean): Connection["executeValues"] =>
  (text, params) =>
    Effect.map(
      run(text, params, { named, rowMode: "array" }),
      (result) => result.rows as ReadonlyArray<ReadonlyArray<unknown>>
    )

export const connectionOf = (run: Run): Connection => ({
  execute: executing(run, true),
  executeRaw: (text, params) => run(text, params, { named: params.length > 0 }),
  executeValues: values(run, true),
  executeValuesUnprepared: values(run, false),
  executeUnprepared: executing(run, false),
  executeStream: () => Stream.fail(failed(new Error("Rows can't be streamed: read them in pages")))
})
