import { Effect, Layer } from "effect"
import { Database } from "../../database/Database.js"
import { isUniqueViolation, stored } from "../../database/storageError.js"
import type { DomainRecord } from "./Domain.js"
import {
  type DomainChange,
  type DomainInsertion,
  type DomainKey,
  DomainStore,
  maxDomains
} from "./DomainStore.js"
import { changesOf, type DomainRow, type JoinedRow, recordOf, recordsOf } from "./domainRows.js"
import { makeTakeDue } from "./takeDue.js"
import { makeWriteKeys } from "./writeKeys.js"

const taken: DomainChange = { _tag: "Taken" }
const missing: DomainChange = { _tag: "Missing" }
const added: DomainInsertion = "inserted"
const exists: DomainInsertion = "exists"
const tooMany: DomainInsertion = "too_many"

export const layerDomainStore = Layer.effect(
  DomainStore,
  Effect.gen(function* () {
    const { dialect, sql, tables, write } = yield* Database
    const keys = yield* makeWriteKeys
    const takeDue = yield* makeTakeDue
    const forUpdate = sql.literal(dialect.forUpdate)
    const names = [
      "tenant_id",
      "domain",
      "spf_verified",
      "dkim_verified",
      "dmarc_verified",
      "return_path_verified",
      "tracking_verified",
      "spf_failing_since",
      "dkim_failing_since",
      "dmarc_failing_since",
      "return_path_failing_since",
      "tracking_failing_since",
      "owned",
      "verified_at",
      "created_at",
      "next_check_at",
      "verification"
    ]
    const columns = sql.literal(names.join(", "))
    // One statement, so that no domain is read without its keys.
    const selectJoined = sql`SELECT ${sql.literal(names.map((name) => `d.${name}`).join(", "))}, k.selector, k.place, k.algorithm, k.state, k.ends_at, k.public_key,
        k.private_key, k.created_at AS key_created_at
      FROM ${tables.domains.unaliased} d LEFT JOIN ${tables.dkim_keys.unaliased} k ON k.tenant_id = d.tenant_id AND k.domain = d.domain`

    /**
     * Locks every tenant's row of that domain: of two tenants that want to own it, the second
     * waits, and then sees that the first does.
     */
    const lock = (domain: string) =>
      sql<DomainRow>`SELECT ${columns} FROM ${tables.domains} WHERE domain = ${domain} ORDER BY tenant_id ${forUpdate}`

    /** How many domains a tenant has, counted up to `maxDomains`. */
    const count = (tenantId: string) =>
      Effect.map(
        sql`SELECT 1 AS one FROM ${tables.domains} WHERE tenant_id = ${tenantId} LIMIT ${maxDomains}`,
        (rows) => rows.length
      )

    /**
     * Locks the tenant's first domain, so that of several that it adds at once, one waits for the
     * other.
     */
    const hasMax = (tenantId: string) =>
      Effect.gen(function* () {
        yield* sql`SELECT domain FROM ${tables.domains} WHERE tenant_id = ${tenantId} ORDER BY domain LIMIT 1 ${forUpdate}`
        return (yield* count(tenantId)) === maxDomains
      })

    const replace = ({ domain, tenant_id }: DomainKey, current: DomainRecord, next: DomainRecord) =>
      Effect.gen(function* () {
        yield* sql`UPDATE ${tables.domains} SET ${sql.update(changesOf(next))} WHERE tenant_id = ${tenant_id} AND domain = ${domain}`
        if (next.keys !== current.keys) yield* keys.replace({ tenant_id, domain }, next.keys)
      })

    return {
      insert: (record) =>
        write(
          Effect.gen(function* () {
            const { domain, tenant_id } = record
            const present =
              yield* sql`SELECT 1 AS one FROM ${tables.domains} WHERE domain = ${domain} AND (owned = 1 OR tenant_id = ${tenant_id})`
            if (present.length > 0) return exists
            if (yield* hasMax(tenant_id)) return tooMany
            const inserted =
              yield* sql`INSERT INTO ${tables.domains} ${sql.insert({ tenant_id, domain, ...changesOf(record) })}
            ON CONFLICT DO NOTHING RETURNING domain`
            if (inserted.length === 0) return exists
            yield* keys.put(record, record.keys)
            return added
          })
        ),

      find: ({ domain, tenant_id }) =>
        stored(
          Effect.map(
            sql<JoinedRow>`${selectJoined} WHERE d.tenant_id = ${tenant_id} AND d.domain = ${domain}`,
            (rows) => recordsOf(rows)[0]
          )
        ),

      count: (tenantId) => stored(count(tenantId)),

      list: (tenantId) =>
        stored(
          Effect.map(
            sql<JoinedRow>`${selectJoined} WHERE d.tenant_id = ${tenantId} ORDER BY d.created_at DESC, d.domain DESC`,
            recordsOf
          )
        ),

      findOwned: (domain) =>
        stored(
          Effect.map(
            sql<JoinedRow>`${selectJoined} WHERE d.domain = ${domain} AND d.owned = 1`,
            (rows) => recordsOf(rows)[0]
          )
        ),

      remove: ({ domain, tenant_id }) =>
        write(
          Effect.gen(function* () {
            const removed =
              yield* sql`DELETE FROM ${tables.domains} WHERE tenant_id = ${tenant_id} AND domain = ${domain} RETURNING domain`
            yield* sql`DELETE FROM ${tables.dkim_keys} WHERE tenant_id = ${tenant_id} AND domain = ${domain}`
            return removed.length > 0
          })
        ),

      update: (key, change) =>
        write(
          Effect.gen(function* () {
            const rows = yield* lock(key.domain)
            const row = rows.find(({ tenant_id }) => tenant_id === key.tenant_id)
            if (row === undefined) return missing
            const current = recordOf(row, yield* keys.lock(key))
            const next = change(current)
            if (
              next.owned &&
              rows.some(({ owned, tenant_id }) => owned !== 0 && tenant_id !== key.tenant_id)
            )
              return taken
            yield* replace(key, current, next)
            return { _tag: "Changed" as const, domain: next }
            // Violated by a row that was inserted after these were locked.
          })
        ).pipe(Effect.catchIf(isUniqueViolation, () => Effect.succeed(taken))),

      takeDue
    }
  })
)
