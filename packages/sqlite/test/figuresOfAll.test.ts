import { expect, it } from "@effect/vitest"
import { readFigures } from "@telemark/core"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { recorded, recordingStorage } from "./recorded.js"

it.effect("the queue's numbers are counted without looking up a row for each of its entries", () =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    recorded.clear()
    yield* readFigures
    const counting = [...recorded].filter(([text]) => text.includes("COUNT"))
    expect(counting).toHaveLength(2)
    for (const [text, parameters] of counting) {
      const plan = yield* sql.unsafe<{ readonly detail: string }>(
        `EXPLAIN QUERY PLAN ${text}`,
        parameters
      )
      expect(plan.filter(({ detail }) => /USING INDEX/.test(detail))).toEqual([])
    }
  }).pipe(Effect.provide(recordingStorage))
)
