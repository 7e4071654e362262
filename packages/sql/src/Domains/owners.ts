import type * as SqlError from "@effect/sql/SqlError"
import { Effect } from "effect"
import { Database, makeAmong } from "../Database/index.js"

/** Finds the tenants that own these domains, in one look-up: tenants by domain. */
export const makeFindOwners = Effect.map(Database, (database) => {
  const { sql } = database
  const among = makeAmong(database)

  return (domains: ReadonlyArray<string>): Effect.Effect<ReadonlyMap<string, string>, SqlError.SqlError> =>
    Effect.map(
      sql<{ readonly domain: string; readonly tenant_id: string }>`
        SELECT domain, tenant_id FROM domains WHERE owned = 1 AND domain ${among(domains)}`,
      (rows) => new Map(rows.map(({ domain, tenant_id }) => [domain, tenant_id]))
    )
})
