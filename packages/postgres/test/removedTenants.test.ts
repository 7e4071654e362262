import { describe, expect, it } from "@effect/vitest"
import { tenantQueries, tenantRemoval } from "@telemark/core"
import { layer } from "@telemark/postgres"
import { type Column, fillTables, rowsNaming, tablesOf } from "@telemark-tools/storages"
import { Effect } from "effect"
import { ask, fresh, watcher } from "./fresh.js"

const types = {
  text: "text",
  bigint: "integer",
  integer: "integer",
  "double precision": "integer",
  bytea: "bytes"
} as const

/**
 * Two tenants with more rows in every table than one transaction removes, and with more of both
 * than one look takes in.
 */
const filled = (url: string) =>
  Effect.gen(function* () {
    const client = yield* watcher(url)
    const query = (text: string) => ask(client, text)
    const columns = (yield* query(
      'SELECT table_name AS "table", column_name AS "column", data_type AS type FROM information_schema.columns WHERE table_schema = \'public\' ORDER BY 1, ordinal_position'
    )).map((column) => ({
      ...column,
      type: types[column["type"] as keyof typeof types]
    })) as unknown as ReadonlyArray<Column>
    yield* fillTables(query, columns, "tn_acme", 0, 1_200, "''::bytea")
    yield* fillTables(query, columns, "tn_zeta", 10_000, 1_200, "''::bytea")
    yield* query("UPDATE tenants SET name = 'acme' WHERE id = 'tn_acme'")
    return { client, columns, naming: (tenant: string) => rowsNaming(query, columns, tenant) }
  })

describe("a tenant that is removed from Postgres", () => {
  it.live("leaves nothing in any table of the schema, and other tenants everything", () =>
    Effect.gen(function* () {
      const url = yield* fresh
      const { columns, naming } = yield* filled(url)
      const others = yield* naming("tn_zeta")
      expect(Object.values(yield* naming("tn_acme")).every((count) => count > 0)).toBe(true)
      yield* Effect.gen(function* () {
        const { markRemoved } = yield* tenantQueries
        const { clear, finish } = yield* tenantRemoval
        expect(yield* markRemoved("acme", 1000)).toBe("tn_acme")
        expect(yield* clear("tn_acme")).toBeGreaterThan(1_200 * 15)
        expect(yield* naming("tn_acme")).toEqual({
          ...Object.fromEntries(tablesOf(columns).map((table) => [table, 0])),
          tenants: 1
        })
        yield* finish(1001)
      }).pipe(Effect.provide(layer({ url })))
      expect(yield* naming("tn_acme")).toEqual(
        Object.fromEntries(tablesOf(columns).map((table) => [table, 0]))
      )
      expect(yield* naming("tn_zeta")).toEqual(others)
    })
  )

  it.live("doesn't wait for rows that others have locked, and is cleared of them later", () =>
    Effect.gen(function* () {
      const url = yield* fresh
      const { client, naming } = yield* filled(url)
      yield* ask(client, "BEGIN")
      yield* ask(
        client,
        "SELECT id FROM emails WHERE tenant_id = 'tn_acme' ORDER BY id LIMIT 10 FOR UPDATE"
      )
      yield* ask(
        client,
        "SELECT id FROM bodies WHERE tenant_id = 'tn_acme' ORDER BY id LIMIT 10 FOR UPDATE"
      )
      yield* Effect.gen(function* () {
        const { markRemoved } = yield* tenantQueries
        const { clear, finish } = yield* tenantRemoval
        yield* markRemoved("acme", 1000)
        yield* clear("tn_acme")
        yield* ask(client, "COMMIT")
        expect(yield* naming("tn_acme")).toMatchObject({
          emails: 10,
          bodies: 10,
          queue: 0,
          tenants: 1
        })
        yield* finish(2000)
        yield* finish(2000)
        expect(Object.values(yield* naming("tn_acme")).every((count) => count === 0)).toBe(true)
      }).pipe(Effect.provide(layer({ url })))
    })
  )
})
