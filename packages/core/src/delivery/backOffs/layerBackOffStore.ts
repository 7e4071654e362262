import { Effect, Layer } from "effect"
import { Database } from "../../database/Database.js"
import { stored } from "../../database/storageError.js"
import type { BackOff, ConnectionLimit } from "./BackOff.js"
import { backOffMemory, BackOffStore } from "./BackOffStore.js"

export const layerBackOffStore = Layer.effect(
  BackOffStore,
  Effect.map(Database, ({ sql, tables, writeRelaxed }) => {
    const columns = sql.literal(
      "route, tenant_id, sender_domain, cause, stage, smtp_response, error_message, since, until"
    )
    return {
      // If a power cut undoes it, it is saved again at the next attempt.
      save: ({
        cause,
        error_message,
        route,
        sender_domain,
        since,
        smtp_response,
        stage,
        tenant_id,
        until
      }) => {
        const row = {
          route,
          tenant_id,
          sender_domain,
          cause,
          stage,
          smtp_response,
          error_message,
          since,
          until
        }
        return writeRelaxed(
          Effect.gen(function* () {
            yield* sql`DELETE FROM ${tables.back_offs} WHERE until <= ${since - backOffMemory}`
            yield* sql`INSERT INTO ${tables.back_offs} ${sql.insert(row)}
            ON CONFLICT (route, tenant_id, sender_domain) DO UPDATE
            SET cause = excluded.cause, stage = excluded.stage, smtp_response = excluded.smtp_response, error_message = excluded.error_message,
              since = excluded.since, until = excluded.until`
          })
        )
      },

      remove: (keys) =>
        stored(
          Effect.forEach(
            keys,
            ({ route, sender_domain, tenant_id }) =>
              sql`DELETE FROM ${tables.back_offs} WHERE route = ${route} AND tenant_id = ${tenant_id} AND sender_domain = ${sender_domain}`,
            { discard: true }
          )
        ),

      list: stored(
        sql<BackOff>`SELECT ${columns} FROM ${tables.back_offs} ORDER BY until DESC, route, tenant_id, sender_domain`
      ),

      ofSender: ({ sender_domain, tenant_id }, now) =>
        stored(sql<BackOff>`SELECT ${columns} FROM ${tables.back_offs}
          WHERE tenant_id IN ('', ${tenant_id}) AND sender_domain IN ('', ${sender_domain}) AND until > ${now}
          ORDER BY until DESC, route, tenant_id, sender_domain`),

      saveLimit: ({ connections, refused_at, route, smtp_response, tenant_id }) =>
        writeRelaxed(
          Effect.gen(function* () {
            yield* sql`DELETE FROM ${tables.connection_limits} WHERE refused_at <= ${refused_at - backOffMemory}`
            const row = { route, tenant_id, connections, smtp_response, refused_at }
            yield* sql`INSERT INTO ${tables.connection_limits} ${sql.insert(row)}
            ON CONFLICT (route) DO UPDATE
            SET connections = excluded.connections, smtp_response = excluded.smtp_response, refused_at = excluded.refused_at`
          })
        ),

      removeLimit: (route) =>
        stored(Effect.asVoid(sql`DELETE FROM ${tables.connection_limits} WHERE route = ${route}`)),

      limits: (now) =>
        stored(
          sql<ConnectionLimit>`SELECT route, tenant_id, connections, smtp_response, refused_at FROM ${tables.connection_limits}
            WHERE refused_at > ${now - backOffMemory} ORDER BY route`
        )
    }
  })
)
