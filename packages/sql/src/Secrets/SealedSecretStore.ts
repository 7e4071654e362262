import { type SealedSecret, SealedSecretStore, type SecretPlace } from "@telemark/core"
import { Effect, Layer } from "effect"
import { Database, stored } from "../Database/index.js"

interface Row {
  readonly tenant_id: string
  /** Of a DKIM key: its domain; of an SMTP password, null. */
  readonly domain: string | null
  readonly selector: string | null
  readonly sealed: string
}

const placeOf = ({ domain, selector, tenant_id }: Row): SecretPlace =>
  domain === null || selector === null
    ? { table: "smtp_configs", tenant_id, row: "", column: "password" }
    : { table: "dkim_keys", tenant_id, row: `${domain} ${selector}`, column: "private_key" }

const secretOf = (row: Row): SealedSecret => ({ place: placeOf(row), sealed: row.sealed })

export const layerSealedSecretStore = Layer.effect(
  SealedSecretStore,
  Effect.map(Database, ({ sql }) => {
    const replaceIn = ({ row, table, tenant_id }: SecretPlace, from: string, to: string) => {
      if (table === "smtp_configs") {
        return sql`UPDATE smtp_configs SET password = ${to} WHERE tenant_id = ${tenant_id} AND password = ${from} RETURNING tenant_id`
      }
      // Neither has a space in it.
      const [domain = "", selector = ""] = row.split(" ")
      return sql`UPDATE dkim_keys SET private_key = ${to}
        WHERE tenant_id = ${tenant_id} AND domain = ${domain} AND selector = ${selector} AND private_key = ${from} RETURNING tenant_id`
    }

    return {
      all: stored(Effect.map(
        sql<Row>`SELECT tenant_id, NULL AS domain, NULL AS selector, password AS sealed FROM smtp_configs
          UNION ALL SELECT tenant_id, domain, selector, private_key AS sealed FROM dkim_keys`,
        (rows) => rows.map(secretOf)
      )),

      replace: (place, from, to) => stored(Effect.map(replaceIn(place, from, to), (rows) => rows.length > 0))
    }
  })
)
