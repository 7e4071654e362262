import { Effect, Layer } from "effect"
import { Database } from "../../database/Database.js"
import { stored } from "../../database/storageError.js"
import {
  keyOf,
  type KeyRowWithTenant,
  keyWithTenantColumns,
  ownerOf
} from "../apiKeys/ApiKeyStore.js"
import { maxSessionsOfKey, SessionStore, type StoredSession } from "./SessionStore.js"

/** Without a key and its tenant, all their columns are null. */
type Row = { readonly expires_at: number; readonly bound_to: string | null } & (
  | KeyRowWithTenant
  | { readonly id: null }
)

/** The most that one transaction removes. */
const max = 500

export const layerSessionStore = Layer.effect(
  SessionStore,
  Effect.gen(function* () {
    const { dialect, sql, tables, write, writeRelaxed } = yield* Database
    const columns = sql.literal(keyWithTenantColumns)

    const insert = (
      kind: "session" | "token",
      { created_at, expires_at, hash, key }: StoredSession
    ) =>
      sql`INSERT INTO ${tables.sessions} ${sql.insert({ hash, kind, key_id: key?.id ?? null, tenant_id: key?.tenant_id ?? null, created_at, expires_at })}`

    const removeOldest = (keyId: string) =>
      sql`DELETE FROM ${tables.sessions} WHERE hash IN
        (SELECT hash FROM ${tables.sessions} WHERE key_id = ${keyId} ORDER BY created_at DESC, hash LIMIT ${max} OFFSET ${maxSessionsOfKey})`

    return {
      insert: (session) =>
        write(
          Effect.gen(function* () {
            yield* insert("session", session)
            if (session.key !== null) yield* removeOldest(session.key.id)
          })
        ),

      find: (hash, now) =>
        stored(
          Effect.map(
            sql<Row>`SELECT s.expires_at, s.key_id AS bound_to, ${columns}
            FROM ${tables.sessions.unaliased} s
            LEFT JOIN ${tables.api_keys.unaliased} k ON k.id = s.key_id AND k.revoked_at IS NULL
            LEFT JOIN ${tables.tenants.unaliased} t ON t.id = k.tenant_id AND t.removed_at IS NULL
            WHERE s.hash = ${hash} AND s.kind = 'session' AND s.expires_at > ${now}`,
            ([row]) => {
              if (row === undefined) return undefined
              if (row.bound_to === null) return { expires_at: row.expires_at, bound: null }
              // Without an owner, the tenant was removed.
              return row.id === null || (row.tenant_name as string | null) === null
                ? undefined
                : { expires_at: row.expires_at, bound: { key: keyOf(row), tenant: ownerOf(row) } }
            }
          )
        ),

      remove: (hash) =>
        write(
          Effect.asVoid(
            sql`DELETE FROM ${tables.sessions} WHERE hash = ${hash} AND kind = 'session'`
          )
        ),

      insertToken: (token) => write(Effect.asVoid(insert("token", { ...token, key: null }))),

      redeem: (tokenHash, session) =>
        write(
          Effect.gen(function* () {
            const taken = yield* sql`DELETE FROM ${tables.sessions}
            WHERE hash = ${tokenHash} AND kind = 'token' AND expires_at > ${session.created_at} RETURNING 1 AS one`
            if (taken.length === 0) return false
            yield* insert("session", session)
            return true
          })
        ),

      removeExpired: (before) =>
        writeRelaxed(
          Effect.map(
            sql`DELETE FROM ${tables.sessions} WHERE hash IN
            (SELECT hash FROM ${tables.sessions} WHERE expires_at < ${before} ORDER BY expires_at LIMIT ${max} ${sql.literal(dialect.skipLocked)})
            RETURNING 1 AS one`,
            (rows) => rows.length
          )
        )
    }
  })
)
