import * as SqlClient from "@effect/sql/SqlClient"
import * as Statement from "@effect/sql/Statement"
import { describe, expect, it } from "@effect/vitest"
import { EmailStore, MailQueue, SmtpConfigStore } from "@telemark/core"
import { layer as layerSql } from "@telemark/sql"
import { aConfig, aSend } from "@telemark-tools/storages"
import { Context, Effect, Layer } from "effect"
import { open } from "../src/Opening/index.js"
import { fresh } from "./fresh.js"

interface Plan {
  readonly "Node Type": string
  readonly "Relation Name"?: string
  readonly "Actual Rows": number
  readonly "Actual Loops": number
  readonly "Rows Removed by Filter"?: number
  readonly Plans?: ReadonlyArray<Plan>
}

const stepsOf = (plan: Plan): ReadonlyArray<Plan> => [plan, ...(plan.Plans ?? []).flatMap(stepsOf)]

/** Rows of the queue that a statement looked at, whether it took them or not. */
const queueRows = (plan: Plan): number =>
  stepsOf(plan).filter((step) => step["Relation Name"] === "queue" || step["Node Type"].includes("Bitmap Index Scan"))
    .reduce((sum, step) => sum + (step["Actual Rows"] + (step["Rows Removed by Filter"] ?? 0)) * step["Actual Loops"], 0)

const recorded = new Map<string, ReadonlyArray<unknown>>()

const recordStatements = Statement.setTransformer((statement) =>
  Effect.sync(() => {
    const [text, parameters] = statement.compile()
    recorded.set(text, parameters)
    return statement
  }))

describe("claiming some kinds of mail", () => {
  it.scopedLive("goes past none of 50,000 messages of others, whatever the statistics know of them", () =>
    Effect.gen(function*() {
      const { sql } = yield* open({ url: yield* fresh, maxConnections: 1 })
      const context = yield* Layer.build(Layer.provideMerge(layerSql, Layer.succeed(SqlClient.SqlClient, sql)))
      const queue = Context.get(context, MailQueue)
      yield* Context.get(context, SmtpConfigStore).save({ ...aConfig, tenant_id: "tn_b" })
      yield* sql.unsafe(`INSERT INTO queue (id, tenant_id, due_at)
        SELECT 'em_' || lpad(n::text, 32, '0'), 'tn_' || n % 3, n FROM generate_series(1, 50000) AS n`)
      const now = 1.8e12 + 10
      yield* Context.get(context, EmailStore).accept({ ...aSend(1), tenant_id: "tn_b" })
      const kinds = [{ ownServersOnly: true }, { ownServersOnly: true, acceptedBefore: 3e14 }, { except: ["tn_0", "tn_1", "tn_2"] }]
      const lease = { owner: "w", until: now + 1 }
      for (const prepare of ["SELECT 1", "ANALYZE queue"]) {
        yield* sql.unsafe(prepare)
        for (const kind of kinds) {
          recorded.clear()
          const claimed = yield* Effect.provide(queue.claim(lease, 20, now, kind), recordStatements)
          yield* queue.release("w", claimed.map(({ id }) => id), now)
          expect(claimed.map(({ tenant_id }) => tenant_id)).toEqual(["tn_b"])
          const choosing = [...recorded].filter(([text]) => /^\s*(?:WITH|SELECT)\b.*\bqueue\b.*\bdue_at <=/s.test(text))
          expect(choosing.length).toBeGreaterThan(1)
          for (const [text, parameters] of choosing) {
            const [row] = yield* sql.unsafe<{ readonly "QUERY PLAN": string }>(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, [...parameters])
            const explained = JSON.parse(row?.["QUERY PLAN"] ?? "[]") as ReadonlyArray<{ readonly Plan: Plan }>
            expect(explained).toHaveLength(1)
            for (const { Plan } of explained) expect(queueRows(Plan), text).toBeLessThan(30)
          }
        }
      }
    }))
})
