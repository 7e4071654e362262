import { Effect } from "effect"
import { Database } from "../../database/Database.js"
import { given, makeAmong } from "../../database/given.js"
import { joinedColumns, type JoinedRow, makeOwnRow } from "../../database/joinedTable.js"
import { replaced } from "../../database/replaced.js"
import { defineTable, type Row } from "../../database/table.js"
import {
  type DkimKeyRecord,
  type DomainKey,
  domainKey,
  type DomainRecord,
  maxDomains
} from "./Domain.js"

const domainTable = defineTable<Omit<DomainRecord, "keys">>()({
  tenant_id: "plain",
  domain: "plain",
  spf_verified: "flag",
  dkim_verified: "flag",
  dmarc_verified: "flag",
  return_path_verified: "flag",
  tracking_verified: "flag",
  spf_failing_since: "plain",
  dkim_failing_since: "plain",
  dmarc_failing_since: "plain",
  return_path_failing_since: "plain",
  tracking_failing_since: "plain",
  owned: "flag",
  verified_at: "plain",
  created_at: "plain",
  next_check_at: "plain",
  verification: "json"
})

/** `place` is its index among the domain's keys. */
interface KeyRow extends DkimKeyRecord, DomainKey {
  readonly place: number
}

const keyTable = defineTable<KeyRow>()({
  tenant_id: "text",
  domain: "text",
  selector: "text",
  place: "integer",
  algorithm: "text",
  state: "text",
  created_at: "integer",
  ends_at: "integer",
  public_key: "text",
  private_key: "text"
})

type DomainRow = Row<typeof domainTable>
type DomainRowWithKey = DomainRow &
  // Null if the domain has no key.
  (JoinedRow<KeyRow, "key_"> | { readonly key_selector: null })

const domainRowOf = makeOwnRow<DomainRow, "">(domainTable.names, "")
const keyRowOf = makeOwnRow<KeyRow, "key_">(keyTable.names, "key_")

const keyOf = ({
  algorithm,
  created_at,
  ends_at,
  private_key,
  public_key,
  selector,
  state
}: KeyRow): DkimKeyRecord => ({
  selector,
  algorithm,
  public_key,
  private_key,
  state,
  created_at,
  ends_at
})

/** `keys` may come in any order. */
const recordOf = (row: DomainRow, keys: ReadonlyArray<KeyRow>): DomainRecord => ({
  ...domainTable.decode(domainRowOf(row)),
  keys: [...keys].sort((a, b) => a.place - b.place).map(keyOf)
})

/** Domains out of rows of one key each, in the order in which each first appears. */
const recordsOf = (rows: ReadonlyArray<DomainRowWithKey>): ReadonlyArray<DomainRecord> => {
  const domains = new Map<string, { readonly row: DomainRow; readonly keys: Array<KeyRow> }>()
  for (const row of rows) {
    const name = domainKey(row)
    const found = domains.get(name) ?? { row, keys: [] }
    domains.set(name, found)
    if (row.key_selector !== null) found.keys.push(keyRowOf(row))
  }
  return [...domains.values()].map(({ keys, row }) => recordOf(row, keys))
}

const first = (rows: ReadonlyArray<DomainRowWithKey>): DomainRecord | undefined =>
  recordsOf(rows)[0]

/** Those that lock belong into a transaction. */
export const domainQueries = Effect.map(Database, (database) => {
  const { dialect, sql, tables } = database
  const among = makeAmong(database)
  const keyRows = given(database, keyTable.types)
  const forUpdate = sql.literal(dialect.forUpdate)
  const columns = sql.literal(domainTable.columns)
  const columnsOfKeys = sql.literal(keyTable.columns)
  const allOfKey = sql.literal(replaced(keyTable.omit("tenant_id", "domain", "selector").names))
  // One statement, so that no domain is read without its keys.
  const selectJoined = sql`SELECT ${sql.literal(`${domainTable.columnsOf("d")}, ${joinedColumns(keyTable.names, "k", "key_")}`)}
    FROM ${tables.domains.unaliased} d LEFT JOIN ${tables.dkim_keys.unaliased} k ON k.tenant_id = d.tenant_id AND k.domain = d.domain`

  const is = ({ domain, tenant_id }: DomainKey) =>
    sql`tenant_id = ${tenant_id} AND domain = ${domain}`

  const putKeys = ({ domain, tenant_id }: DomainKey, keys: ReadonlyArray<DkimKeyRecord>) =>
    sql`INSERT INTO ${tables.dkim_keys} (${columnsOfKeys})
      SELECT ${columnsOfKeys} FROM ${keyRows(keys.map((key, place) => ({ ...key, tenant_id, domain, place })))} AS given WHERE true
      ON CONFLICT (tenant_id, domain, selector) DO UPDATE SET ${allOfKey}`

  return {
    find: ({ domain, tenant_id }: DomainKey) =>
      Effect.map(
        sql<DomainRowWithKey>`${selectJoined} WHERE d.tenant_id = ${tenant_id} AND d.domain = ${domain}`,
        first
      ),

    findOwned: (domain: string) =>
      Effect.map(
        sql<DomainRowWithKey>`${selectJoined} WHERE d.domain = ${domain} AND d.owned = 1`,
        first
      ),

    /** Newest first, ties by domain, descending. */
    list: (tenantId: string) =>
      Effect.map(
        sql<DomainRowWithKey>`${selectJoined} WHERE d.tenant_id = ${tenantId} ORDER BY d.created_at DESC, d.domain DESC`,
        recordsOf
      ),

    /** Up to `maxDomains`. */
    count: (tenantId: string) =>
      Effect.map(
        sql`SELECT 1 AS one FROM ${tables.domains} WHERE tenant_id = ${tenantId} LIMIT ${maxDomains}`,
        (rows) => rows.length
      ),

    /** By the tenant itself, or because another one owns it. */
    isTaken: ({ domain, tenant_id }: DomainKey) =>
      Effect.map(
        sql`SELECT 1 AS one FROM ${tables.domains} WHERE domain = ${domain} AND (owned = 1 OR tenant_id = ${tenant_id})`,
        (rows) => rows.length > 0
      ),

    /**
     * Locks the tenant's first domain, so that of several that it adds at once, one waits for the
     * other.
     */
    lockFirst: (tenantId: string) =>
      sql`SELECT domain FROM ${tables.domains} WHERE tenant_id = ${tenantId} ORDER BY domain LIMIT 1 ${forUpdate}`,

    /**
     * Locks the domain with its keys, and every other tenant's row of it: of two tenants that want
     * to own it, the second waits, and then sees that the first does. Without a lock of the keys, one
     * that is sealed anew meanwhile would be overwritten with its old seal. Undefined if the tenant
     * doesn't have it.
     */
    findLocked: (key: DomainKey) =>
      Effect.gen(function* () {
        const rows =
          yield* sql<DomainRow>`SELECT ${columns} FROM ${tables.domains} WHERE domain = ${key.domain} ORDER BY tenant_id ${forUpdate}`
        const row = rows.find(({ tenant_id }) => tenant_id === key.tenant_id)
        if (row === undefined) return undefined
        const keys =
          yield* sql<KeyRow>`SELECT ${columnsOfKeys} FROM ${tables.dkim_keys} WHERE ${is(key)} ORDER BY selector ${forUpdate}`
        const isOwnedByAnother = rows.some(
          ({ owned, tenant_id }) => owned !== 0 && tenant_id !== key.tenant_id
        )
        return { domain: recordOf(row, keys), isOwnedByAnother }
      }),

    /** False, without a write, if it is there. */
    insert: ({ keys, ...record }: DomainRecord) =>
      Effect.gen(function* () {
        const inserted =
          yield* sql`INSERT INTO ${tables.domains} ${sql.insert(domainTable.encode(record))}
          ON CONFLICT DO NOTHING RETURNING domain`
        if (inserted.length > 0) yield* putKeys(record, keys)
        return inserted.length > 0
      }),

    update: ({ keys: _, domain, tenant_id, ...changes }: DomainRecord) =>
      sql`UPDATE ${tables.domains} SET ${sql.update(domainTable.encodeChanges(changes))} WHERE ${is({ domain, tenant_id })}`,

    /** Others are deleted. */
    replaceKeys: (key: DomainKey, keys: ReadonlyArray<DkimKeyRecord>) =>
      Effect.andThen(
        sql`DELETE FROM ${tables.dkim_keys} WHERE ${is(key)} AND NOT (selector ${among(keys.map(({ selector }) => selector))})`,
        putKeys(key, keys)
      ),

    /** With its keys. False if there was none. */
    remove: (key: DomainKey) =>
      Effect.gen(function* () {
        const removed = yield* sql`DELETE FROM ${tables.domains} WHERE ${is(key)} RETURNING domain`
        yield* sql`DELETE FROM ${tables.dkim_keys} WHERE ${is(key)}`
        return removed.length > 0
      })
  }
})
