import { Effect } from "effect"
import { Database } from "../../database/Database.js"
import { makeRemoveOldest, maxRemoved } from "../../database/removeOldest.js"
import { foundKeyColumns, foundKeyOf, type FoundKeyRow } from "../apiKeys/apiKeyTable.js"
import { maxSessionsOfKey, type SessionRecord } from "./Session.js"

/** Without a key or its tenant, the columns of these are null. */
type SessionRow = Pick<SessionRecord, "expires_at"> & { readonly bound_to: string | null } & (
    | FoundKeyRow
    | { readonly owner_id: null }
  )

export const sessionQueries = Effect.gen(function* () {
  const { sql, tables } = yield* Database
  const removeOldest = yield* makeRemoveOldest
  const columns = sql.literal(foundKeyColumns)

  return {
    insert: (session: SessionRecord) =>
      sql`INSERT INTO ${tables.sessions} ${sql.insert({ ...session })}`,

    /** Beyond `maxSessionsOfKey`. */
    removeBeyondMax: (keyId: string) =>
      sql`DELETE FROM ${tables.sessions} WHERE hash IN
        (SELECT hash FROM ${tables.sessions} WHERE key_id = ${keyId} ORDER BY created_at DESC, hash LIMIT ${maxRemoved} OFFSET ${maxSessionsOfKey})`,

    /**
     * A session that hasn't ended, in one look-up with its key and tenant as they are now: every
     * request makes it. Null in place of these for the operator's; undefined if there is no such
     * session, its key is revoked or its tenant removed.
     */
    find: (hash: string, now: number) =>
      Effect.map(
        sql<SessionRow>`SELECT s.expires_at, s.key_id AS bound_to, ${columns}
          FROM ${tables.sessions.unaliased} s
          LEFT JOIN ${tables.api_keys.unaliased} k ON k.id = s.key_id AND k.revoked_at IS NULL
          LEFT JOIN ${tables.tenants.unaliased} t ON t.id = k.tenant_id AND t.removed_at IS NULL
          WHERE s.hash = ${hash} AND s.kind = 'session' AND s.expires_at > ${now}`,
        ([row]) => {
          if (row === undefined) return undefined
          if (row.bound_to === null) return { expires_at: row.expires_at, bound: null }
          return row.owner_id === null
            ? undefined
            : { expires_at: row.expires_at, bound: foundKeyOf(row) }
        }
      ),

    remove: (hash: string) =>
      sql`DELETE FROM ${tables.sessions} WHERE hash = ${hash} AND kind = 'session'`,

    /** False if there is none or it has expired. */
    takeToken: (hash: string, now: number) =>
      Effect.map(
        sql`DELETE FROM ${tables.sessions} WHERE hash = ${hash} AND kind = 'token' AND expires_at > ${now} RETURNING 1 AS one`,
        (taken) => taken.length > 0
      ),

    /** Removes some of the sessions and tokens that ended before a time, and answers how many. */
    removeExpired: removeOldest({ table: "sessions", key: "hash", by: "expires_at" })
  }
})
