import type { StorageError } from "@telemark/contract"
import { Effect, Result } from "effect"
import { Database } from "../../database/Database.js"
import { stored } from "../../database/storageError.js"
import { operatorOwner } from "../operator/operatorOwner.js"
import { Secrets } from "./Secrets.js"
import type { SecretReference } from "./sealedText.js"

export interface SealedSecret {
  readonly reference: SecretReference
  readonly sealed: string
}

/** And what it is sealed for. */
interface SealedRow {
  readonly location: SecretReference["table"]
  readonly tenant_id: string
  /** Of SMTP servers, the kind of the login. */
  readonly name: string
  readonly sealed: string
}

const columns: Readonly<Record<Exclude<SecretReference["table"], "smtp_configs">, string>> = {
  dkim_keys: "private_key",
  webhook_endpoints: "secret",
  feedback_sources: "credential",
  tenants: "erasure_key"
}

/** Wherever they stand. */
export const sealedSecretQueries = Effect.map(Database, ({ sql, tables }) => {
  const update = ({ row, table, tenant_id }: SecretReference, from: string, to: string) => {
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
    if (table === "tenants") {
      return sql`UPDATE ${tables.tenants} SET erasure_key = ${to} WHERE id = ${tenant_id} AND erasure_key = ${from} RETURNING id`
    }
    // Neither contains a space.
    const [domain = "", selector = ""] = row.split(" ")
    return sql`UPDATE ${tables.dkim_keys} SET private_key = ${to}
      WHERE tenant_id = ${tenant_id} AND domain = ${domain} AND selector = ${selector} AND private_key = ${from} RETURNING tenant_id`
  }

  return {
    all: Effect.map(
      sql<SealedRow>`SELECT 'smtp_configs' AS location, tenant_id, CASE WHEN oauth2 IS NULL THEN 'password' ELSE 'oauth2' END AS name, password AS sealed FROM ${tables.smtp_configs}
        UNION ALL SELECT 'dkim_keys', tenant_id, domain || ' ' || selector, private_key FROM ${tables.dkim_keys}
        UNION ALL SELECT 'webhook_endpoints', tenant_id, CAST(id AS TEXT), secret FROM ${tables.webhook_endpoints}
        UNION ALL SELECT 'webhook_endpoints', tenant_id, CAST(id AS TEXT), former_secret FROM ${tables.webhook_endpoints}
          WHERE former_secret IS NOT NULL
        UNION ALL SELECT 'feedback_sources', COALESCE(tenant_id, ${operatorOwner}), id, credential FROM ${tables.feedback_sources} WHERE credential IS NOT NULL
        UNION ALL SELECT 'tenants', id, '', erasure_key FROM ${tables.tenants} WHERE erasure_key IS NOT NULL`,
      (rows) =>
        rows.map(({ location, name, sealed, tenant_id }): SealedSecret => ({
          reference:
            location === "smtp_configs"
              ? { table: location, tenant_id, row: "", column: name }
              : { table: location, tenant_id, row: name, column: columns[location] },
          sealed
        }))
    ),

    /** False if the stored value is no longer `from`. */
    replace: (reference: SecretReference, from: string, to: string) =>
      Effect.map(update(reference, from, to), (rows) => rows.length > 0)
  }
})

/** By whether the given keys can open them. */
export interface SecretCounts {
  readonly total: number
  readonly unknownKey: number
  readonly damaged: number
  /** Readable, but not sealed with the newest key. */
  readonly outdated: number
}

/** Tries to open each. Changes nothing. */
export const inspectSecrets: Effect.Effect<SecretCounts, StorageError, Secrets | Database> =
  Effect.gen(function* () {
    const secrets = yield* Secrets
    const all = yield* stored((yield* sealedSecretQueries).all)
    const looked = yield* Effect.forEach(
      all,
      ({ reference, sealed }) =>
        secrets.open(sealed, reference).pipe(
          Effect.andThen(secrets.isCurrent(sealed)),
          Effect.map(Result.succeed),
          Effect.catchTag("SecretUnreadable", ({ reason }) => Effect.succeed(Result.fail(reason)))
        ),
      { concurrency: 8 }
    )
    const failed = (reason: "unknown_key" | "damaged") =>
      looked.filter((one) => Result.isFailure(one) && one.failure === reason).length
    return {
      total: all.length,
      unknownKey: failed("unknown_key"),
      damaged: failed("damaged"),
      outdated: looked.filter((one) => Result.isSuccess(one) && !one.success).length
    }
  })
