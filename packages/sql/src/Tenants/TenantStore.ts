import { type Tenant, TenantStore } from "@telemark/core"
import { Effect, Layer } from "effect"
import { Database, stored } from "../Database/index.js"

export const layerTenantStore = Layer.effect(
  TenantStore,
  Effect.map(Database, ({ sql, tables }) => {
    const columns = sql.literal("id, name, default_from, monthly_limit, created_at")
    return {
      insert: ({ created_at, default_from, id, monthly_limit, name }) =>
        stored(Effect.map(
          sql`INSERT INTO ${tables.tenants} ${sql.insert({ id, name, default_from, monthly_limit, created_at })}
            ON CONFLICT (name) DO NOTHING RETURNING id`,
          (rows) => rows.length > 0
        )),

      findByName: (name) =>
        stored(Effect.map(sql<Tenant>`SELECT ${columns} FROM ${tables.tenants} WHERE name = ${name}`, ([tenant]) => tenant)),

      list: stored(sql<Tenant>`SELECT ${columns} FROM ${tables.tenants} ORDER BY created_at DESC, id DESC`)
    }
  })
)
