import { Effect } from "effect"
import { Database } from "../../database/Database.js"
import { makeAmong } from "../../database/given.js"
import { makeRemoveOldest, maxRemoved } from "../../database/removeOldest.js"
import { defineTable, type Row } from "../../database/table.js"
import { type FoundKey } from "../apiKeys/ApiKey.js"
import { foundKeyColumns, foundKeyOf, type FoundKeyRow } from "../apiKeys/apiKeyTable.js"
import { signedInColumns, type SignedInRow } from "../members/memberTable.js"
import type { Tenant } from "../tenants/Tenant.js"
import { ownerOf } from "../tenants/tenantTable.js"
import { maxSessionsOfKey, type SessionOwner, type SessionRecord } from "./Session.js"

const sessionTable = defineTable<SessionRecord>()({
  hash: "plain",
  id: "plain",
  kind: "plain",
  key_id: "plain",
  member_id: "plain",
  tenant_id: "plain",
  created_at: "plain",
  expires_at: "plain",
  seen_at: "plain",
  address: "plain",
  browser: "plain"
})

type SessionRow = Row<typeof sessionTable>

/** The columns of those that a session has none of are null. */
type FoundRow = Pick<SessionRecord, "expires_at" | "kind" | "seen_at"> & {
  readonly bound_to: string | null
} & (FoundKeyRow | { readonly owner_id: null }) &
  (SignedInRow | { readonly member_id: null })

/** A member and its tenant, null for the whole server, as they are now. */
export interface FoundMember {
  readonly member: Omit<SignedInRow, "member_tenant_id">
  readonly tenant: Tenant | null
}

interface FoundSession {
  readonly expires_at: number
  readonly seen_at: number | null
  /** Null for the operator. */
  readonly bound: FoundKey | FoundMember | null
}

const memberOf = (row: FoundRow): FoundMember | undefined => {
  if (row.member_id === null) return undefined
  if (row.member_tenant_id === null) return { member: row, tenant: null }
  return row.owner_id === null ? undefined : { member: row, tenant: ownerOf(row) }
}

const boundOf = (row: FoundRow): FoundKey | FoundMember | null | undefined => {
  if (row.kind === "member") return memberOf(row)
  if (row.bound_to === null) return null
  return row.owner_id === null ? undefined : foundKeyOf(row)
}

export const sessionQueries = Effect.gen(function* () {
  const database = yield* Database
  const { sql, tables } = database
  const removeOldest = yield* makeRemoveOldest
  const among = makeAmong(database)
  const columns = sql.literal(`${foundKeyColumns}, ${signedInColumns}`)
  const all = sql.literal(sessionTable.columns)
  const joined = sql`${tables.sessions.unaliased} s
    LEFT JOIN ${tables.api_keys.unaliased} k ON k.id = s.key_id AND k.revoked_at IS NULL
    LEFT JOIN ${tables.members.unaliased} m ON m.id = s.member_id AND m.state = 'active'
    LEFT JOIN ${tables.tenants.unaliased} t ON t.id = COALESCE(k.tenant_id, m.tenant_id) AND t.removed_at IS NULL`

  const of = (owner: SessionOwner) => {
    switch (owner.kind) {
      case "key":
        return sql`key_id = ${owner.id}`
      case "member":
        return sql`member_id = ${owner.id}`
      case "operator":
        return sql`kind = 'session' AND key_id IS NULL`
    }
  }

  return {
    insert: (session: SessionRecord) =>
      sql`INSERT INTO ${tables.sessions} ${sql.insert(sessionTable.encode(session))}`,

    /** False if it was used before. */
    useUp: (hash: string, created_at: number, expires_at: number) => {
      const nobody = { key_id: null, member_id: null, tenant_id: null, id: null }
      const unseen = { seen_at: null, address: null, browser: null }
      const used = { ...nobody, ...unseen, hash, kind: "used", created_at, expires_at } as const
      return Effect.map(
        sql`INSERT INTO ${tables.sessions} ${sql.insert(sessionTable.encode(used))} ON CONFLICT DO NOTHING RETURNING 1 AS one`,
        (rows) => rows.length > 0
      )
    },

    /** Beyond `maxSessionsOfKey`. */
    removeBeyondMax: (owner: SessionOwner) =>
      sql`DELETE FROM ${tables.sessions} WHERE hash IN
        (SELECT hash FROM ${tables.sessions} WHERE ${of(owner)} ORDER BY created_at DESC, hash LIMIT ${maxRemoved} OFFSET ${maxSessionsOfKey})`,

    /**
     * A session that hasn't ended, in one look-up with its key or member, and their tenant, as they
     * are now: every request makes it. Undefined if there is no such session, its key is revoked,
     * its member disabled or its tenant removed.
     */
    find: (hash: string, now: number) =>
      Effect.map(
        sql<FoundRow>`SELECT s.expires_at, s.kind, s.seen_at, s.key_id AS bound_to, ${columns}
          FROM ${joined} WHERE s.hash = ${hash} AND s.kind IN ('session', 'member') AND s.expires_at > ${now}`,
        ([row]): FoundSession | undefined => {
          const bound = row && boundOf(row)
          return row === undefined || bound === undefined
            ? undefined
            : { expires_at: row.expires_at, seen_at: row.seen_at, bound }
        }
      ),

    /** Those of them that would be found. */
    activeOf: (hashes: ReadonlyArray<string>, now: number) =>
      Effect.map(
        sql<{
          readonly hash: string
        }>`SELECT s.hash FROM ${joined} WHERE s.hash ${among(hashes)} AND s.expires_at > ${now}
          AND (s.key_id IS NULL OR (k.id IS NOT NULL AND t.id IS NOT NULL))
          AND (s.kind <> 'member' OR (m.id IS NOT NULL AND (m.tenant_id IS NULL OR t.id IS NOT NULL)))`,
        (rows): ReadonlySet<string> => new Set(rows.map(({ hash }) => hash))
      ),

    /** Newest first. */
    list: (owner: SessionOwner, now: number) =>
      Effect.map(
        sql<SessionRow>`SELECT ${all} FROM ${tables.sessions} WHERE ${of(owner)} AND id IS NOT NULL AND expires_at > ${now}
          ORDER BY created_at DESC, hash LIMIT ${maxSessionsOfKey}`,
        (rows) => rows.map(sessionTable.decode)
      ),

    noteSeen: (hash: string, now: number) =>
      sql`UPDATE ${tables.sessions} SET seen_at = ${now} WHERE hash = ${hash}`,

    remove: (hash: string) =>
      sql`DELETE FROM ${tables.sessions} WHERE hash = ${hash} AND kind IN ('session', 'member')`,

    /** False if the owner has none of this id. */
    endOne: (owner: SessionOwner, id: string) =>
      Effect.map(
        sql`DELETE FROM ${tables.sessions} WHERE ${of(owner)} AND id = ${id} RETURNING 1 AS one`,
        (ended) => ended.length > 0
      ),

    removeOfMember: (id: string) => sql`DELETE FROM ${tables.sessions} WHERE member_id = ${id}`,

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
