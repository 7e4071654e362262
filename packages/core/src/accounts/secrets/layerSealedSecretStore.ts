import { Effect, Layer } from "effect"
import { Database } from "../../database/Database.js"
import { stored } from "../../database/storageError.js"
import { type SealedSecret, SealedSecretStore } from "./SealedSecretStore.js"
import type { SecretReference } from "./secretReference.js"

/** A sealed text, and what it is sealed for except the column. */
interface Row {
  readonly place: SecretReference["table"]
  readonly tenant_id: string
  readonly name: string
  readonly sealed: string
}

const columns: Readonly<Record<SecretReference["table"], string>> = {
  smtp_configs: "password",
  dkim_keys: "private_key",
  webhook_endpoints: "secret",
  feedback_sources: "credential"
}

const secretOf = ({ name, place, sealed, tenant_id }: Row): SealedSecret => ({
  reference: { table: place, tenant_id, row: name, column: columns[place] },
  sealed
})

export const layerSealedSecretStore = Layer.effect(
  SealedSecretStore,
  Effect.map(Database, ({ sql, tables }) => {
    const replaceIn = ({ row, table, tenant_id }: SecretReference, from: string, to: string) => {
      if (table === "smtp_configs") {
        return sql`UPDATE ${tables.smtp_configs} SET password = ${to} WHERE tenant_id = ${tenant_id} AND password = ${from} RETURNING tenant_id`
      }
      if (table === "webhook_endpoints") {
        // The former secret keeps the seal that it got as the present one, so only the text tells
        // which of the two is meant.
        return sql`UPDATE ${tables.webhook_endpoints} SET
            secret = CASE secret WHEN ${from} THEN ${to} ELSE secret END,
            former_secret = CASE former_secret WHEN ${from} THEN ${to} ELSE former_secret END
          WHERE id = ${Number(row)} AND tenant_id = ${tenant_id} AND (secret = ${from} OR former_secret = ${from}) RETURNING tenant_id`
      }
      if (table === "feedback_sources") {
        return sql`UPDATE ${tables.feedback_sources} SET credential = ${to} WHERE id = ${row} AND credential = ${from} RETURNING id`
      }
      // Neither contains a space.
      const [domain = "", selector = ""] = row.split(" ")
      return sql`UPDATE ${tables.dkim_keys} SET private_key = ${to}
        WHERE tenant_id = ${tenant_id} AND domain = ${domain} AND selector = ${selector} AND private_key = ${from} RETURNING tenant_id`
    }

    return {
      all: stored(
        Effect.map(
          sql<Row>`SELECT 'smtp_configs' AS place, tenant_id, '' AS name, password AS sealed FROM ${tables.smtp_configs}
          UNION ALL SELECT 'dkim_keys', tenant_id, domain || ' ' || selector, private_key FROM ${tables.dkim_keys}
          UNION ALL SELECT 'webhook_endpoints', tenant_id, CAST(id AS TEXT), secret FROM ${tables.webhook_endpoints}
          UNION ALL SELECT 'webhook_endpoints', tenant_id, CAST(id AS TEXT), former_secret FROM ${tables.webhook_endpoints}
            WHERE former_secret IS NOT NULL
          UNION ALL SELECT 'feedback_sources', COALESCE(tenant_id, ''), id, credential FROM ${tables.feedback_sources} WHERE credential IS NOT NULL`,
          (rows) => rows.map(secretOf)
        )
      ),

      replace: (reference, from, to) =>
        stored(Effect.map(replaceIn(reference, from, to), (rows) => rows.length > 0))
    }
  })
)
