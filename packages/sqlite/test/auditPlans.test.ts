import { describe, expect, it } from "@effect/vitest"
import { AuditLog } from "@telemark/core"
import { Effect, Layer } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { recorded, recordingStorage } from "./recorded.js"

/** 20,000 entries, every second of one tenant. */
const fill = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql.unsafe(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
    INSERT INTO audit_log (id, created_at, operation, outcome, actor_kind, tenant_id, tenant_name, members)
    SELECT 'aud_' || printf('%012x', i) || '7' || printf('%019d', i), i, 'topics.create', 'done', 'key',
      CASE WHEN i % 2 = 0 THEN 'tn_a' ELSE 'tn_b' END, 'a', '[]' FROM n`)
)

describe("the audit log with 20,000 entries", () => {
  it.effect(
    "is read by an index in its order, of a tenant and of all, wherever a page begins",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { list } = yield* AuditLog
        yield* fill
        for (const prepare of ["SELECT 1", "ANALYZE"]) {
          yield* sql.unsafe(prepare)
          for (const tenant of [undefined, "tn_a"]) {
            const middle = (yield* list(tenant, { limit: 100, offset: 1000 })).next ?? ""
            for (const request of [
              {},
              { after: middle },
              { since: "1970-01-01T00:00:05Z" },
              { until: "1970-01-01T00:00:05Z", actor: "key" },
              { operation: "topics.create", target: "none" }
            ]) {
              recorded.clear()
              yield* list(tenant, request)
              const [text = "", parameters = []] = [...recorded].at(-1) ?? []
              const plan = yield* sql.unsafe<{ readonly detail: string }>(
                `EXPLAIN QUERY PLAN ${text}`,
                [...parameters]
              )
              expect(
                plan.map(({ detail }) => detail),
                text
              ).toEqual([
                expect.stringMatching(
                  tenant === undefined
                    ? /^SEARCH audit_log USING INDEX sqlite_autoindex_audit_log_1 \(id[<>]/
                    : /^SEARCH audit_log USING INDEX audit_log_by_tenant \(tenant_id=\? AND id[<>]/
                )
              ])
            }
          }
        }
      }).pipe(Effect.provide(Layer.provideMerge(AuditLog.layer, recordingStorage)))
  )
})
