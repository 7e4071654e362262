import type * as SqlClient from "effect/sql/SqlClient"
import * as Statement from "effect/sql/Statement"
import { Effect, Layer } from "effect"

interface Plan {
  readonly "Node Type": string
  readonly "Relation Name"?: string
  readonly "Index Name"?: string
  readonly "Actual Rows": number
  readonly "Actual Loops": number
  readonly "Rows Removed by Filter"?: number
  readonly Plans?: ReadonlyArray<Plan>
}

const stepsOf = (plan: Plan): ReadonlyArray<Plan> => [plan, ...(plan.Plans ?? []).flatMap(stepsOf)]

/** Rows of a table that a statement looked at, whether it took them or not. */
export const rowsOf = (plan: Plan, table: string): number =>
  stepsOf(plan)
    .filter(
      (step) => step["Relation Name"] === table || step["Node Type"].includes("Bitmap Index Scan")
    )
    .reduce(
      (sum, step) =>
        sum + (step["Actual Rows"] + (step["Rows Removed by Filter"] ?? 0)) * step["Actual Loops"],
      0
    )

/** Where a step skips columns of an index, it reads more of it than rows. */
export const indexesOf = (plan: Plan): ReadonlyArray<string> =>
  stepsOf(plan).flatMap((step) => step["Index Name"] ?? [])

/** Every statement that was run while they were recorded, with its parameters. */
export const recorded = new Map<string, ReadonlyArray<unknown>>()

export const recordStatements = Layer.succeed(Statement.CurrentTransformer, (statement) =>
  Effect.sync(() => {
    const [text, parameters] = statement.compile()
    recorded.set(text, parameters)
    return statement
  })
)

/** Runs a statement and undoes it: what it did, step by step. */
export const explain = (
  sql: SqlClient.SqlClient,
  text: string,
  parameters: ReadonlyArray<unknown>
): Effect.Effect<Plan> =>
  Effect.gen(function* () {
    const run = sql.unsafe<{ readonly "QUERY PLAN": string }>(
      `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
      [...parameters]
    )
    const undone = yield* Effect.flip(
      sql.withTransaction(Effect.flatMap(run, ([row]) => Effect.fail(row?.["QUERY PLAN"] ?? "")))
    )
    const [explained] = JSON.parse(String(undone)) as ReadonlyArray<{ readonly Plan: Plan }>
    return (
      explained?.Plan ??
      (yield* Effect.die(new Error("the server should have explained the statement")))
    )
  }).pipe(Effect.orDie)
