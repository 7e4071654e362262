import {
  type DomainChange, type DomainKey, type DomainRecord, DomainStore, mostDomains, type SealedSecret, SealedSecretStore, type SecretKey, type SecretPlace,
  type SmtpConfigRecord, SmtpConfigStore, StoredKeys
} from "@telemark/core"
import { Effect, Layer, Redacted } from "effect"

const nameOf = ({ domain, tenant_id }: DomainKey): string => `${tenant_id} ${domain}`

const newestFirst = (a: DomainRecord, b: DomainRecord) => b.created_at - a.created_at || (a.domain < b.domain ? 1 : -1)

const keyPlace = ({ tenant_id }: DomainKey, row: string): SecretPlace => ({ table: "dkim_keys", tenant_id, row, column: "private_key" })

/** Domains and tenants' own SMTP servers in memory, with the keys of their secrets; and who owns a domain. */
export const makeMemoryDomains = () => {
  const domains = new Map<string, DomainRecord>()
  const configs = new Map<string, SmtpConfigRecord>()
  let keys: ReadonlyArray<SecretKey> = [Redacted.make(globalThis.crypto.getRandomValues(new Uint8Array(32)))]
  const findOwned = (domain: string) => [...domains.values()].find((record) => record.domain === domain && record.owned)

  const change = (key: DomainKey, next: (current: DomainRecord) => DomainRecord): DomainChange => {
    const current = domains.get(nameOf(key))
    if (current === undefined) return { _tag: "Missing" }
    const domain = next(current)
    const owner = findOwned(key.domain)
    if (domain.owned && owner !== undefined && owner !== current) return { _tag: "Taken" }
    domains.set(nameOf(key), domain)
    return { _tag: "Changed", domain }
  }

  const secrets = (): ReadonlyArray<SealedSecret> => [
    ...[...configs.values()].map(({ password, tenant_id }): SealedSecret =>
      ({ place: { table: "smtp_configs", tenant_id, row: "", column: "password" }, sealed: password })),
    ...[...domains.values()].flatMap((record) =>
      record.keys.map(({ private_key, selector }) => ({ place: keyPlace(record, `${record.domain} ${selector}`), sealed: private_key })))
  ]

  const replace = ({ row, table, tenant_id }: SecretPlace, from: string, to: string): boolean => {
    if (table === "smtp_configs") {
      const config = configs.get(tenant_id)
      return config?.password === from && configs.set(tenant_id, { ...config, password: to }) === configs
    }
    const [domain = "", selector] = row.split(" ")
    const isIt = (key: DomainRecord["keys"][number]) => key.selector === selector && key.private_key === from
    if (domains.get(nameOf({ tenant_id, domain }))?.keys.some(isIt) !== true) return false
    change({ tenant_id, domain }, (current) => ({
      ...current, keys: current.keys.map((key) => (isIt(key) ? { ...key, private_key: to } : key))
    }))
    return true
  }

  const layer = Layer.mergeAll(
    Layer.succeed(DomainStore, {
      insert: (record) =>
        Effect.sync(() => {
          if (domains.has(nameOf(record)) || findOwned(record.domain) !== undefined) return "exists"
          if ([...domains.values()].filter(({ tenant_id }) => tenant_id === record.tenant_id).length >= mostDomains) return "too_many"
          domains.set(nameOf(record), record)
          return "inserted"
        }),
      find: (key) => Effect.sync(() => domains.get(nameOf(key))),
      count: (tenantId) => Effect.sync(() => [...domains.values()].filter(({ tenant_id }) => tenant_id === tenantId).length),
      list: (tenantId) => Effect.sync(() => [...domains.values()].filter(({ tenant_id }) => tenant_id === tenantId).sort(newestFirst)),
      findOwned: (domain) => Effect.sync(() => findOwned(domain)),
      remove: (key) => Effect.sync(() => domains.delete(nameOf(key))),
      update: (key, next) => Effect.sync(() => change(key, next)),
      takeDue: (now, until, limit) =>
        Effect.sync(() => {
          const all = [...domains.values()].filter(({ next_check_at }) => next_check_at <= now)
            .sort((a, b) => a.next_check_at - b.next_check_at)
          const isShared = all.some(({ tenant_id }) => tenant_id !== all[0]?.tenant_id)
          const placeOf = (record: DomainRecord) => all.filter(({ tenant_id }) => tenant_id === record.tenant_id).indexOf(record)
          const due = all.filter((record) => !isShared || placeOf(record) < 4).slice(0, limit)
          for (const record of due) domains.set(nameOf(record), { ...record, next_check_at: until })
          return due.map(({ domain, tenant_id }) => ({ tenant_id, domain }))
        })
    }),
    Layer.succeed(SmtpConfigStore, {
      save: (config) =>
        Effect.sync(() => {
          configs.set(config.tenant_id, { ...config, created_at: configs.get(config.tenant_id)?.created_at ?? config.created_at })
        }),
      find: (tenantId) => Effect.sync(() => configs.get(tenantId)),
      remove: (tenantId) => Effect.sync(() => configs.delete(tenantId)),
      setVerified: (tenantId, id, verified) =>
        Effect.sync(() => {
          const config = configs.get(tenantId)
          if (config?.id === id && config.verified !== verified) configs.set(tenantId, { ...config, verified })
        })
    }),
    Layer.succeed(SealedSecretStore, { all: Effect.sync(secrets), replace: (...args) => Effect.sync(() => replace(...args)) }),
    Layer.succeed(StoredKeys, {
      keys: Effect.sync(() => keys),
      update: (change) => Effect.sync(() => (keys = change(keys)))
    })
  )

  return { layer, ownerOf: (domain: string): string | undefined => findOwned(domain)?.tenant_id }
}
