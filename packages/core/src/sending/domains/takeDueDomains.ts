import type { StorageError } from "@telemark/contract"
import { Effect } from "effect"
import { Database } from "../../database/Database.js"
import { given } from "../../database/given.js"
import { stored } from "../../database/storageError.js"
import type { DomainKey } from "./Domain.js"

/**
 * Domains of one tenant that are taken at once: a check may last as long as DNS is silent, and must
 * not delay the checks of other tenants.
 */
const maxOfOne = 4

/**
 * Takes domains whose `next_check_at` has come, oldest first, and sets it to `until`: nobody else
 * takes them before, and an interrupted check is repeated then.
 */
export const makeTakeDueDomains = Effect.map(Database, (database) => {
  const { dialect, sql, tables, writeRelaxed } = database
  const skipLocked = sql.literal(dialect.skipLocked)
  const rows = given(database, { tenant_id: "text", domain: "text" })

  const isShared = (now: number) =>
    Effect.map(
      sql<{ readonly first: string | null; readonly last: string | null }>`
        SELECT MIN(tenant_id) AS first, MAX(tenant_id) AS last FROM ${tables.domains} WHERE next_check_at <= ${now}`,
      ([row]) => row?.first !== row?.last
    )

  const oldest = (limit: number, now: number) =>
    sql<DomainKey>`
      SELECT tenant_id, domain FROM ${tables.domains} WHERE next_check_at <= ${now}
      ORDER BY next_check_at, tenant_id, domain LIMIT ${limit} ${skipLocked}`

  // Walks through all that are due, in the index: with tens of thousands of them, that still takes
  // less than 20 checks.
  const inTurns = (limit: number, now: number) =>
    sql<DomainKey>`
      SELECT tenant_id, domain FROM ${tables.domains}
      WHERE next_check_at <= ${now} AND (tenant_id, domain) IN (
        SELECT tenant_id, domain FROM (
          SELECT tenant_id, domain, ROW_NUMBER() OVER (PARTITION BY tenant_id ORDER BY next_check_at, domain) AS turn
          FROM ${tables.domains} WHERE next_check_at <= ${now}
        ) AS due WHERE turn <= ${maxOfOne})
      ORDER BY next_check_at, tenant_id, domain LIMIT ${limit} ${skipLocked}`

  return (
    now: number,
    until: number,
    limit: number
  ): Effect.Effect<ReadonlyArray<DomainKey>, StorageError> =>
    Effect.gen(function* () {
      // Looking while nothing is due must not write.
      const [due] = yield* stored(
        sql`SELECT 1 AS one FROM ${tables.domains} WHERE next_check_at <= ${now} ORDER BY next_check_at LIMIT 1`
      )
      if (due === undefined) return []
      return yield* writeRelaxed(
        Effect.gen(function* () {
          const chosen = yield* (yield* isShared(now)) ? inTurns(limit, now) : oldest(limit, now)
          if (chosen.length === 0) return []
          yield* sql`UPDATE ${tables.domains} SET next_check_at = ${until}
          FROM ${rows(chosen)} AS given WHERE domains.tenant_id = given.tenant_id AND domains.domain = given.domain`
          return chosen
        })
      )
    })
})
