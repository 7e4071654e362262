import { StorageError } from "@telemark/contract"
import {
  DkimKeys,
  type DomainChange,
  type DomainKey,
  type DomainQuestion,
  type DomainRecord,
  Domains,
  type DomainsOptions,
  DomainStore,
  DomainVerifier,
  maxDomains,
  Secrets
} from "@telemark/core"
import { Effect, Layer, Redacted } from "effect"
import { memoryKeys, secretOf } from "../../Secrets/support/memory.js"
import { findings } from "./records.js"

const nameOf = ({ domain, tenant_id }: DomainKey): string => `${tenant_id} ${domain}`

/** Domains in memory. Whatever is in `broken` fails when it is changed. */
const memoryStore = () => {
  const rows = new Map<string, DomainRecord>()
  const broken = new Set<string>()
  const ownerOf = (domain: string) =>
    [...rows.values()].find((row) => row.domain === domain && row.owned)
  const layer = Layer.succeed(DomainStore, {
    insert: (record) =>
      Effect.sync(() => {
        if (rows.has(nameOf(record)) || ownerOf(record.domain) !== undefined) return "exists"
        if (
          [...rows.values()].filter(({ tenant_id }) => tenant_id === record.tenant_id).length >=
          maxDomains
        )
          return "too_many"
        rows.set(nameOf(record), record)
        return "inserted"
      }),
    find: (key) => Effect.sync(() => rows.get(nameOf(key))),
    count: (tenantId) =>
      Effect.sync(
        () => [...rows.values()].filter(({ tenant_id }) => tenant_id === tenantId).length
      ),
    list: (tenantId) =>
      Effect.sync(() =>
        [...rows.values()].filter(({ tenant_id }) => tenant_id === tenantId).reverse()
      ),
    findOwned: (domain) => Effect.sync(() => ownerOf(domain)),
    remove: (key) => Effect.sync(() => rows.delete(nameOf(key))),
    update: (key, change) =>
      Effect.suspend((): Effect.Effect<DomainChange, StorageError> => {
        if (broken.has(key.domain))
          return new StorageError({ reason: "unavailable", cause: "broken" })
        const current = rows.get(nameOf(key))
        if (current === undefined) return Effect.succeed({ _tag: "Missing" })
        const domain = change(current)
        const owner = ownerOf(key.domain)
        if (domain.owned && owner !== undefined && owner.tenant_id !== key.tenant_id)
          return Effect.succeed({ _tag: "Taken" })
        rows.set(nameOf(key), domain)
        return Effect.succeed({ _tag: "Changed", domain })
      }),
    takeDue: (now, until, limit) =>
      Effect.sync(() => {
        const due = [...rows.values()]
          .filter(({ next_check_at }) => next_check_at <= now)
          .sort((a, b) => a.next_check_at - b.next_check_at)
          .slice(0, limit)
        for (const row of due) rows.set(nameOf(row), { ...row, next_check_at: until })
        return due.map(({ domain, tenant_id }) => ({ tenant_id, domain }))
      })
  })
  return {
    layer,
    rows,
    broken,
    row: (tenant_id: string, domain: string) => rows.get(nameOf({ tenant_id, domain }))
  }
}

/** What DNS holds, as far as it matters. */
interface MemoryDns {
  /** Names whose SPF and DMARC records are right, and hosts of right DKIM records. */
  readonly published: Set<string>
  readonly questions: Array<DomainQuestion>
  isDown: boolean
  /** Runs while a question is being answered. */
  meanwhile: Effect.Effect<void>
}

const memoryDns = () => {
  const state: MemoryDns = {
    published: new Set(),
    questions: [],
    isDown: false,
    meanwhile: Effect.void
  }
  const layer = Layer.succeed(DomainVerifier, {
    verify: (question) =>
      Effect.gen(function* () {
        state.questions.push(question)
        yield* state.meanwhile
        if (question.domain === "breaks.example")
          return yield* Effect.die(new Error("a fault of the verifier"))
        const there = (host: string) => state.published.has(host)
        const keys = question.keys.map(
          ({ selector }) =>
            [
              selector,
              state.isDown
                ? "temperror"
                : there(`${selector}._domainkey.${question.domain}`)
                  ? "ok"
                  : "missing"
            ] as const
        )
        return findings({
          spf: state.isDown ? "temperror" : there(question.domain) ? "pass" : "missing",
          dmarc: state.isDown ? "temperror" : there(question.domain) ? "ok" : "missing",
          keys: Object.fromEntries(keys)
        })
      })
  })
  return { layer, state }
}

/** The service of domains over memory, and what is behind it. */
export const domainsOver = (options: DomainsOptions = {}) => {
  const store = memoryStore()
  const dns = memoryDns()
  const made = { count: 0 }
  const generator = Layer.succeed(DkimKeys, {
    generate: (algorithm) =>
      Effect.sync(() => {
        made.count += 1
        return {
          public_key: `${algorithm}${String(made.count)}`,
          private_key: Redacted.make(`private ${String(made.count)}`)
        }
      })
  })
  const secrets = Secrets.layer(secretOf(1)).pipe(
    Layer.provide(memoryKeys(undefined).layer),
    Layer.orDie
  )
  const layer = Domains.layer(options).pipe(
    Layer.provideMerge(Layer.mergeAll(store.layer, dns.layer, generator, secrets))
  )
  return {
    store,
    dns: dns.state,
    made,
    run: <A, E>(
      use: (domains: typeof Domains.Service, secrets: typeof Secrets.Service) => Effect.Effect<A, E>
    ) =>
      Effect.provide(
        Effect.flatMap(Effect.all([Domains, Secrets]), ([domains, sealing]) =>
          use(domains, sealing)
        ),
        layer
      )
  }
}
