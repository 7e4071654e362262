import type { StorageError } from "@telemark/contract"
import { Effect, type Scope } from "effect"
import { Database } from "../../database/Database.js"
import { makeAmong } from "../../database/given.js"
import { batchedReads } from "../../database/batched.js"
import { replaced } from "../../database/replaced.js"
import { defineTable, type Row } from "../../database/table.js"
import { anyOwnServer } from "./AnyOwnServer.js"
import type { SmtpConfigRecord } from "./SmtpConfig.js"

const smtpConfigTable = defineTable<SmtpConfigRecord>()({
  id: "plain",
  tenant_id: "plain",
  provider: "plain",
  host: "plain",
  port: "plain",
  username: "plain",
  password: "plain",
  oauth2: "json",
  tls_required: "flag",
  ehlo_name: "plain",
  from_email: "plain",
  from_name: "plain",
  verified: "flag",
  created_at: "plain",
  updated_at: "plain"
})

type SmtpConfigRow = Row<typeof smtpConfigTable>

export const smtpConfigQueries = Effect.map(Database, (database) => {
  const { sql, tables } = database
  const among = makeAmong(database)
  const columns = sql.literal(smtpConfigTable.columns)
  const allButKept = sql.literal(replaced(smtpConfigTable.omit("tenant_id", "created_at").names))

  /** By tenant. */
  const findMany = (tenantIds: ReadonlyArray<string>) =>
    Effect.map(
      sql<SmtpConfigRow>`SELECT ${columns} FROM ${tables.smtp_configs} WHERE tenant_id ${among([...new Set(tenantIds)])}`,
      (rows): ReadonlyMap<string, SmtpConfigRecord> =>
        new Map(rows.map((row) => [row.tenant_id, smtpConfigTable.decode(row)]))
    )

  return {
    findMany,

    find: (tenantId: string) => Effect.map(findMany([tenantId]), (found) => found.get(tenantId)),

    /** Replaces the tenant's server. Call `makeSaveSmtpConfig` instead: workers must notice it. */
    save: (config: SmtpConfigRecord) =>
      sql`INSERT INTO ${tables.smtp_configs} ${sql.insert(smtpConfigTable.encode(config))}
        ON CONFLICT (tenant_id) DO UPDATE SET ${allButKept}`,

    /** Replaces the sealed secrets; no effect if the config with that id was replaced. */
    replaceSecrets: (tenantId: string, id: string, sealed: string) =>
      sql`UPDATE ${tables.smtp_configs} SET password = ${sealed} WHERE tenant_id = ${tenantId} AND id = ${id}`,

    /** False if there was none. */
    remove: (tenantId: string) =>
      Effect.map(
        sql`DELETE FROM ${tables.smtp_configs} WHERE tenant_id = ${tenantId} RETURNING id`,
        (rows) => rows.length > 0
      ),

    /**
     * Whether the server accepts our login, and nothing else; no effect if the config with that id
     * was replaced.
     */
    setVerified: (tenantId: string, id: string, verified: boolean) => {
      const isOther = sql`tenant_id = ${tenantId} AND id = ${id} AND verified <> ${Number(verified)}`
      // Even an UPDATE that changes nothing waits for SQLite's write lock, and every message may
      // cause this call.
      return Effect.flatMap(
        sql`SELECT 1 AS one FROM ${tables.smtp_configs} WHERE ${isOther}`,
        ([row]) =>
          row === undefined
            ? Effect.void
            : Effect.asVoid(
                sql`UPDATE ${tables.smtp_configs} SET verified = ${Number(verified)} WHERE ${isOther}`
              )
      )
    }
  }
})

export type FindSmtpConfig = (
  tenantId: string
) => Effect.Effect<SmtpConfigRecord | undefined, StorageError>

/** Concurrent look-ups share a statement: each send without a sender makes one. */
export const makeFindSmtpConfig: Effect.Effect<FindSmtpConfig, never, Database | Scope.Scope> =
  Effect.flatMap(smtpConfigQueries, ({ findMany }) =>
    batchedReads((tenantIds: ReadonlyArray<string>) =>
      Effect.map(findMany(tenantIds), (found) => tenantIds.map((tenantId) => found.get(tenantId)))
    )
  )

/** Replaces a tenant's server, whose `created_at` stays, and lets this process notice it. */
export const makeSaveSmtpConfig = Effect.gen(function* () {
  const { change } = yield* Database
  const { save } = yield* smtpConfigQueries
  const { forget } = yield* anyOwnServer
  return (config: SmtpConfigRecord): Effect.Effect<void, StorageError> =>
    Effect.map(change(save(config)), forget)
})
