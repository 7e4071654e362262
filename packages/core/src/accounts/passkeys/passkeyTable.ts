import { Effect } from "effect"
import { Database } from "../../database/Database.js"
import { defineTable, type Row } from "../../database/table.js"

/** With which a member signs in: its device has the private key. Times are epoch milliseconds. */
export interface PasskeyRecord {
  /** The credential's own id. */
  readonly id: string
  readonly member_id: string
  /** COSE, in base64url. */
  readonly public_key: string
  /** Signatures so far, if the device counts them. */
  readonly counter: number
  /** The family of the browser that made it. */
  readonly browser: string
  readonly created_at: number
  readonly last_used_at: number | null
}

/** Of a member. */
export const maxPasskeys = 10

const passkeyTable = defineTable<PasskeyRecord>()({
  id: "plain",
  member_id: "plain",
  public_key: "plain",
  counter: "plain",
  browser: "plain",
  created_at: "plain",
  last_used_at: "plain"
})

type PasskeyRow = Row<typeof passkeyTable>

export const passkeyQueries = Effect.map(Database, ({ sql, tables }) => {
  const columns = sql.literal(passkeyTable.columns)
  return {
    /** False if the credential is known, whosever it is, or the member has too many. */
    insert: (passkey: PasskeyRecord) =>
      Effect.gen(function* () {
        const present =
          yield* sql`SELECT 1 AS one FROM ${tables.passkeys} WHERE member_id = ${passkey.member_id} LIMIT ${maxPasskeys}`
        if (present.length >= maxPasskeys) return false
        const rows =
          yield* sql`INSERT INTO ${tables.passkeys} ${sql.insert(passkeyTable.encode(passkey))} ON CONFLICT DO NOTHING RETURNING id`
        return rows.length > 0
      }),

    find: (id: string) =>
      Effect.map(
        sql<PasskeyRow>`SELECT ${columns} FROM ${tables.passkeys} WHERE id = ${id}`,
        ([row]) => row && passkeyTable.decode(row)
      ),

    /** Oldest first. */
    list: (memberId: string) =>
      Effect.map(
        sql<PasskeyRow>`SELECT ${columns} FROM ${tables.passkeys} WHERE member_id = ${memberId} ORDER BY created_at, id`,
        (rows) => rows.map(passkeyTable.decode)
      ),

    /** False if there is none any more. */
    noteUse: (id: string, counter: number, now: number) =>
      Effect.map(
        sql`UPDATE ${tables.passkeys} SET counter = ${counter}, last_used_at = ${now} WHERE id = ${id} RETURNING 1 AS one`,
        (rows) => rows.length > 0
      ),

    /** False if the member has none of this id. */
    remove: (memberId: string, id: string) =>
      Effect.map(
        sql`DELETE FROM ${tables.passkeys} WHERE member_id = ${memberId} AND id = ${id} RETURNING 1 AS one`,
        (rows) => rows.length > 0
      ),

    removeOfMember: (memberId: string) =>
      sql`DELETE FROM ${tables.passkeys} WHERE member_id = ${memberId}`
  }
})
