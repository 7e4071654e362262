import { Effect } from "effect"
import type * as SqlError from "effect/sql/SqlError"
import { Database } from "../../database/Database.js"
import { makeAmong } from "../../database/given.js"
import type { SmtpConfigRecord } from "./SmtpConfig.js"

interface Row extends Omit<SmtpConfigRecord, "tls_required" | "verified"> {
  readonly tls_required: number
  readonly verified: number
}

const recordOf = (row: Row): SmtpConfigRecord => ({
  ...row,
  tls_required: row.tls_required !== 0,
  verified: row.verified !== 0
})

export const makeFindSmtpConfigs = Effect.map(Database, (database) => {
  const { sql, tables } = database
  const among = makeAmong(database)

  return (
    tenantIds: ReadonlyArray<string>
  ): Effect.Effect<ReadonlyMap<string, SmtpConfigRecord>, SqlError.SqlError> =>
    Effect.map(
      sql<Row>`
        SELECT id, tenant_id, provider, host, port, username, password, tls_required, ehlo_name, from_email, from_name, verified, created_at,
          updated_at
        FROM ${tables.smtp_configs} WHERE tenant_id ${among([...new Set(tenantIds)])}`,
      (rows) => new Map(rows.map((row) => [row.tenant_id, recordOf(row)]))
    )
})
