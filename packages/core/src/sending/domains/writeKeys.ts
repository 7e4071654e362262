import { Effect } from "effect"
import { Database } from "../../database/Database.js"
import { given, makeAmong } from "../../database/given.js"
import type { DkimKeyRecord } from "./Domain.js"
import type { DomainKey } from "./DomainStore.js"
import { type KeyRow, keyRowsOf } from "./domainRows.js"

/** Reads and writes the keys of one domain, inside the transaction that has locked the domain. */
export const makeWriteKeys = Effect.map(Database, (database) => {
  const { dialect, sql, tables } = database
  const forUpdate = sql.literal(dialect.forUpdate)
  const among = makeAmong(database)
  const names =
    "tenant_id, domain, selector, place, algorithm, state, created_at, ends_at, public_key, private_key"
  const columns = sql.literal(names)
  const rows = given(database, {
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

  /**
   * Locks the keys as well: otherwise a key that is sealed anew meanwhile would be overwritten with
   * its old seal.
   */
  const lock = ({ domain, tenant_id }: DomainKey) =>
    sql<KeyRow>`SELECT ${columns} FROM ${tables.dkim_keys} WHERE tenant_id = ${tenant_id} AND domain = ${domain} ORDER BY selector ${forUpdate}`

  const put = (key: DomainKey, keys: ReadonlyArray<DkimKeyRecord>) =>
    sql`INSERT INTO ${tables.dkim_keys} (${columns}) SELECT ${columns} FROM ${rows(keyRowsOf(key, keys))} AS given WHERE true
      ON CONFLICT (tenant_id, domain, selector) DO UPDATE
      SET place = excluded.place, algorithm = excluded.algorithm, state = excluded.state, created_at = excluded.created_at,
        ends_at = excluded.ends_at, public_key = excluded.public_key, private_key = excluded.private_key`

  const removeOthers = ({ domain, tenant_id }: DomainKey, keys: ReadonlyArray<DkimKeyRecord>) =>
    sql`DELETE FROM ${tables.dkim_keys}
      WHERE tenant_id = ${tenant_id} AND domain = ${domain} AND NOT (selector ${among(keys.map(({ selector }) => selector))})`

  const replace = (key: DomainKey, keys: ReadonlyArray<DkimKeyRecord>) =>
    Effect.andThen(removeOthers(key, keys), put(key, keys))

  return { lock, put, replace }
})
