import { failed, octetsOf } from "@telemark/core"
import { Effect, Stream } from "effect"
import type { Connection } from "effect/sql/SqlConnection"
import type { SqlError } from "effect/sql/SqlError"
import pg, { type QueryResult } from "pg"
import { createHash } from "node:crypto"

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

type Parser = (value: string) => unknown

const { BOOL, BYTEA, FLOAT4, FLOAT8, INT2, INT4, INT8, NUMERIC, OID } = pg.types.builtins

const parsers: ReadonlyMap<number, Parser> = new Map<number, Parser>([
  [BOOL, (value) => value === "t"],
  [BYTEA, octetsOf],
  // Instants and counts, all below 2^53. The driver leaves BIGINT and NUMERIC as text.
  ...[INT2, INT4, INT8, FLOAT4, FLOAT8, NUMERIC, OID].map((type) => [type, Number] as const)
])

const text: Parser = (value) => value

/**
 * Passed with every statement: the parsers of the driver and of the pool are the host's to change.
 */
export const types: pg.CustomTypesConfig = {
  getTypeParser: (type: number) => parsers.get(type) ?? text
}

/** Every connection keeps them, in the client and on the server. */
const max = 200
const maxLength = 8192

/**
 * One name for each text, the same in every process. Too long a text, or one too many, is planned
 * each time.
 */
export const makeStatementNames = (): ((text: string) => string | undefined) => {
  const names = new Map<string, string>()
  return (text) => {
    const known = names.get(text)
    if (known !== undefined) return known
    if (names.size >= max || text.length > maxLength) return undefined
    const name = `telemark_${createHash("sha256").update(text).digest("base64url").slice(0, 22)}`
    names.set(text, name)
    return name
  }
}
