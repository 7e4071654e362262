import * as SqlClient from "effect/sql/SqlClient"
import { describe, expect, it } from "@effect/vitest"
import { tenantQueries, tenantRemoval } from "@telemark/core"
import { type Column, fillTables, type Row, rowsNaming, tablesOf } from "@telemark-tools/storages"
import { Effect, Fiber } from "effect"
import { storage } from "./storage.js"

const inMemory = storage({ filename: ":memory:" })
const types = { TEXT: "text", INTEGER: "integer", REAL: "integer", BLOB: "bytes" } as const

/**
 * Tenants with more rows in every table than one transaction removes, and with more of all than one
 * look takes in.
 */
const filled = Effect.fn(function* (...others: ReadonlyArray<string>) {
  const sql = yield* SqlClient.SqlClient
  const query = (text: string) => Effect.orDie(sql.unsafe<Row>(text))
  const columns = (yield* query(
    "SELECT m.name AS \"table\", c.name AS \"column\", c.type AS type FROM pragma_table_list m JOIN pragma_table_info(m.name) c WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite%' ORDER BY m.name, c.cid"
  )).map((column) => ({
    ...column,
    type: types[column["type"] as keyof typeof types]
  })) as unknown as ReadonlyArray<Column>
  yield* fillTables(query, columns, "tn_acme", 0, 1_200, "x''")
  for (const other of others) yield* fillTables(query, columns, other, 10_000, 1_200, "x''")
  yield* query("UPDATE tenants SET name = 'acme' WHERE id = 'tn_acme'")
  return { columns, naming: (tenant: string) => rowsNaming(query, columns, tenant) }
})

describe("a tenant that is removed", () => {
  it.effect("leaves nothing in any table of the schema, and other tenants everything", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { columns, naming } = yield* filled("tn_zeta")
      const { markRemoved } = yield* tenantQueries
      const { clear, finish } = yield* tenantRemoval
      const others = yield* naming("tn_zeta")
      expect(Object.values(yield* naming("tn_acme")).every((count) => count > 0)).toBe(true)
      expect(yield* markRemoved("acme", 1000)).toBe("tn_acme")
      expect(yield* clear("tn_acme")).toBeGreaterThan(1_200 * 15)
      expect(yield* naming("tn_acme")).toEqual({
        ...Object.fromEntries(tablesOf(columns).map((table) => [table, 0])),
        tenants: 1
      })
      expect(yield* naming("tn_zeta")).toEqual(others)
      for (const [tenant, found] of [
        ["tn_acme", 0],
        ["tn_zeta", 1_200]
      ] as const) {
        const indexed = yield* sql`SELECT rowid FROM emails_by_word(${`"${tenant}"`})`
        expect(indexed, tenant).toHaveLength(found)
      }
      yield* finish(1000)
      expect((yield* naming("tn_acme"))["tenants"]).toBe(1)
      yield* finish(1001)
      expect((yield* naming("tn_acme"))["tenants"]).toBe(0)
      expect(yield* naming("tn_zeta")).toEqual(others)
    }).pipe(Effect.provide(inMemory))
  )

  it.live("is removed by a second attempt where the first was interrupted", () =>
    Effect.gen(function* () {
      const { naming } = yield* filled()
      const { markRemoved } = yield* tenantQueries
      const { clear, finish } = yield* tenantRemoval
      yield* markRemoved("acme", 1000)
      const before = Object.values(yield* naming("tn_acme")).reduce((sum, count) => sum + count)
      const clearing = yield* Effect.forkChild(clear("tn_acme"))
      for (let turn = 0; turn < 20; turn++) yield* Effect.yieldNow
      yield* Fiber.interrupt(clearing)
      const between = Object.values(yield* naming("tn_acme")).reduce((sum, count) => sum + count)
      expect(between).toBeGreaterThan(1)
      expect(between).toBeLessThan(before)
      // Something was left, so its row stays although it was marked long ago.
      yield* finish(2000)
      expect(Object.values(yield* naming("tn_acme")).reduce((sum, count) => sum + count)).toBe(1)
      yield* finish(2000)
      expect(Object.values(yield* naming("tn_acme")).reduce((sum, count) => sum + count)).toBe(0)
    }).pipe(Effect.provide(inMemory))
  )
})
