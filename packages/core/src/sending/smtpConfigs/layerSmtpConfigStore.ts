import { Effect, Layer } from "effect"
import { Database } from "../../database/Database.js"
import { batchedReads } from "../../database/batched.js"
import { stored } from "../../database/storageError.js"
import { AnyOwnServer } from "./AnyOwnServer.js"
import { SmtpConfigStore } from "./SmtpConfigStore.js"
import { makeFindSmtpConfigs } from "./findSmtpConfigs.js"

export const layerSmtpConfigStore = Layer.effect(
  SmtpConfigStore,
  Effect.gen(function* () {
    const { sql, tables } = yield* Database
    const anyOwnServer = yield* AnyOwnServer
    const findAll = yield* makeFindSmtpConfigs
    const find = yield* batchedReads((tenantIds: ReadonlyArray<string>) =>
      Effect.map(findAll(tenantIds), (found) => tenantIds.map((tenantId) => found.get(tenantId)))
    )

    return {
      save: ({
        created_at,
        ehlo_name,
        from_email,
        from_name,
        host,
        id,
        password,
        port,
        provider,
        tenant_id,
        tls_required,
        updated_at,
        username,
        verified
      }) => {
        const row = {
          tenant_id,
          id,
          provider,
          host,
          port,
          username,
          password,
          tls_required: Number(tls_required),
          ehlo_name,
          from_email,
          from_name,
          verified: Number(verified),
          created_at,
          updated_at
        }
        const write = stored(
          Effect.asVoid(sql`INSERT INTO ${tables.smtp_configs} ${sql.insert(row)}
          ON CONFLICT (tenant_id) DO UPDATE
          SET id = excluded.id, provider = excluded.provider, host = excluded.host, port = excluded.port, username = excluded.username,
            password = excluded.password, tls_required = excluded.tls_required, ehlo_name = excluded.ehlo_name,
            from_email = excluded.from_email, from_name = excluded.from_name, verified = excluded.verified, updated_at = excluded.updated_at`)
        )
        return Effect.map(write, () => {
          anyOwnServer.forget()
        })
      },

      find,

      remove: (tenantId) =>
        stored(
          Effect.map(
            sql`DELETE FROM ${tables.smtp_configs} WHERE tenant_id = ${tenantId} RETURNING id`,
            (rows) => rows.length > 0
          )
        ),

      setVerified: (tenantId, id, verified) => {
        const flag = Number(verified)
        const isOther = sql`SELECT 1 AS one FROM ${tables.smtp_configs} WHERE tenant_id = ${tenantId} AND id = ${id} AND verified <> ${flag}`
        const write = sql`UPDATE ${tables.smtp_configs} SET verified = ${flag} WHERE tenant_id = ${tenantId} AND id = ${id} AND verified <> ${flag}`
        // Even an UPDATE that changes nothing waits for SQLite's write lock, and every message may
        // cause this call.
        return stored(
          Effect.flatMap(isOther, ([row]) =>
            row === undefined ? Effect.void : Effect.asVoid(write)
          )
        )
      }
    }
  })
)
