import type { Role } from "@telemark/contract"
import { Effect } from "effect"
import { Database } from "../../database/Database.js"
import { makeAmong } from "../../database/given.js"
import { joinedColumns, type JoinedRow } from "../../database/joinedTable.js"
import { defineTable, type Row } from "../../database/table.js"
import { containing } from "../../database/containing.js"
import { makeLockTenant } from "../tenants/tenantTable.js"
import { maxMembers, type MemberRecord } from "./Member.js"

const memberTable = defineTable<MemberRecord>()({
  id: "plain",
  tenant_id: "plain",
  email: "plain",
  folded: "plain",
  name: "plain",
  role: "plain",
  state: "plain",
  issuer: "plain",
  subject: "plain",
  from_groups: "flag",
  invitation_hash: "plain",
  invited_until: "plain",
  created_at: "plain",
  last_signed_in_at: "plain"
})

type MemberRow = Row<typeof memberTable>

/** In a join that calls them `m`. */
export const signedInColumns = joinedColumns(
  ["id", "tenant_id", "email", "name", "role", "issuer"],
  "m",
  "member_"
)

export type SignedInRow = JoinedRow<
  Pick<MemberRow, "id" | "tenant_id" | "email" | "name" | "role" | "issuer">,
  "member_"
>

/** Newest first, after a member. */
interface MemberPage {
  readonly limit: number
  readonly offset: number
  readonly after?: Pick<MemberRecord, "created_at" | "id"> | undefined
}

/** Whose members: of a tenant, and those for the whole server if they may be seen. */
export interface MembersOf {
  readonly tenantId: string
  readonly withOperators: boolean
}

const first = ([row]: ReadonlyArray<MemberRow>): MemberRecord | undefined =>
  row && memberTable.decode(row)

/** Statements about members. */
export const memberQueries = Effect.map(Database, (database) => {
  const { dialect, sql, tables } = database
  const among = makeAmong(database)
  const lockTenant = makeLockTenant(database)
  const columns = sql.literal(memberTable.columns)
  const forUpdate = sql.literal(dialect.forUpdate)
  const [always, none] = [sql`1 = 1`, sql`1 = 0`]

  const of = ({ tenantId, withOperators }: MembersOf) =>
    sql`(tenant_id = ${tenantId} OR (tenant_id IS NULL AND ${withOperators ? always : none}))`
  const ofTenant = (tenantId: string | null) =>
    tenantId === null ? sql`tenant_id IS NULL` : sql`tenant_id = ${tenantId}`
  const set = (changes: Partial<MemberRecord>) => sql.update(memberTable.encodeChanges(changes))

  return {
    /** Others that change the admins of the tenant wait; nobody locks those of the server. */
    lock: (tenantId: string | null) =>
      tenantId === null ? Effect.void : Effect.asVoid(lockTenant(tenantId)),

    /** False if the address, or who it is elsewhere, is known already. */
    insert: (member: MemberRecord) =>
      Effect.map(
        sql`INSERT INTO ${tables.members} ${sql.insert(memberTable.encode(member))} ON CONFLICT DO NOTHING RETURNING id`,
        (rows) => rows.length > 0
      ),

    find: (whose: MembersOf, idOrFolded: string) =>
      Effect.map(
        sql<MemberRow>`SELECT ${columns} FROM ${tables.members} WHERE (id = ${idOrFolded} OR folded = ${idOrFolded}) AND ${of(whose)}`,
        first
      ),

    findLocked: (whose: MembersOf, idOrFolded: string) =>
      Effect.map(
        sql<MemberRow>`SELECT ${columns} FROM ${tables.members} WHERE (id = ${idOrFolded} OR folded = ${idOrFolded}) AND ${of(whose)} ${forUpdate}`,
        first
      ),

    /** Whether it may sign in. Others that change it wait until the transaction ends. */
    lockActive: (id: string) =>
      Effect.map(
        sql`SELECT 1 AS one FROM ${tables.members} WHERE id = ${id} AND state = 'active' ${forUpdate}`,
        (rows) => rows.length > 0
      ),

    findByAddress: (folded: string) =>
      Effect.map(
        sql<MemberRow>`SELECT ${columns} FROM ${tables.members} WHERE folded = ${folded}`,
        first
      ),

    findByIdentity: (issuer: string, subject: string) =>
      Effect.map(
        sql<MemberRow>`SELECT ${columns} FROM ${tables.members} WHERE issuer = ${issuer} AND subject = ${subject}`,
        first
      ),

    page: (whose: MembersOf, { after, limit, offset }: MemberPage, query: string) => {
      const pattern = containing(query)
      const matches =
        query === ""
          ? always
          : sql`(lower(email) LIKE ${pattern} ESCAPE '!' OR lower(name) LIKE ${pattern} ESCAPE '!')`
      const isAfter =
        after === undefined ? always : sql`(created_at, id) < (${after.created_at}, ${after.id})`
      return Effect.map(
        sql<MemberRow>`SELECT ${columns} FROM ${tables.members} WHERE ${of(whose)} AND ${matches} AND ${isAfter}
          ORDER BY created_at DESC, id DESC LIMIT ${limit} OFFSET ${offset}`,
        (rows) => rows.map(memberTable.decode)
      )
    },

    /** Up to `maxMembers`. */
    count: (tenantId: string | null) =>
      Effect.map(
        sql`SELECT 1 AS one FROM ${tables.members} WHERE ${ofTenant(tenantId)} LIMIT ${maxMembers}`,
        (rows) => rows.length
      ),

    hasOtherAdmin: (tenantId: string | null, id: string) =>
      Effect.map(
        sql`SELECT 1 AS one FROM ${tables.members} WHERE ${ofTenant(tenantId)} AND role = ${"admin" satisfies Role} AND state = 'active' AND id <> ${id} LIMIT 1`,
        (rows) => rows.length > 0
      ),

    /** What is undefined stays as it is. */
    update: (id: string, changes: Partial<MemberRecord>) =>
      Effect.map(
        sql<MemberRow>`UPDATE ${tables.members} SET ${set(changes)} WHERE id = ${id} RETURNING ${columns}`,
        first
      ),

    /**
     * Undefined if it isn't any more what it was when it was read. Its role is written only if
     * groups give it, else it is that of the row.
     */
    admit: (
      { from_groups, id, role: before }: Pick<MemberRecord, "id" | "role" | "from_groups">,
      role: Role,
      now: number
    ) => {
      const isSame = from_groups ? sql`role = ${before} AND from_groups = 1` : sql`from_groups = 0`
      const changes = from_groups ? { role } : {}
      return Effect.map(
        sql<MemberRow>`UPDATE ${tables.members} SET ${set({ ...changes, last_signed_in_at: now })}
          WHERE id = ${id} AND state = 'active' AND ${isSame} RETURNING ${columns}`,
        first
      )
    },

    /** Undefined if somebody else accepted it before. */
    accept: (id: string, changes: Partial<MemberRecord>) =>
      Effect.map(
        sql<MemberRow>`UPDATE ${tables.members} SET ${set({ ...changes, state: "active", invitation_hash: null, invited_until: null })}
          WHERE id = ${id} AND state = 'invited' RETURNING ${columns}`,
        first
      ),

    /** Of several at once, one gets the member. */
    takeInvitation: (hash: string, now: number) =>
      Effect.map(
        sql<MemberRow>`UPDATE ${tables.members} SET ${set({ state: "active", invitation_hash: null, invited_until: null, issuer: "invitation", last_signed_in_at: now })}
          WHERE invitation_hash = ${hash} AND state = 'invited' AND invited_until > ${now} RETURNING ${columns}`,
        first
      ),

    remove: (id: string) => sql`DELETE FROM ${tables.members} WHERE id = ${id}`,

    /** It has neither sessions nor passkeys. */
    removeUnlessActive: (id: string) =>
      sql`DELETE FROM ${tables.members} WHERE id = ${id} AND state <> 'active'`,

    /** Those of them that are neither disabled nor removed. */
    activeAmong: (ids: ReadonlyArray<string>) =>
      sql<
        Pick<MemberRecord, "id" | "tenant_id">
      >`SELECT id, tenant_id FROM ${tables.members} WHERE id ${among(ids)} AND state = 'active'`
  }
})
