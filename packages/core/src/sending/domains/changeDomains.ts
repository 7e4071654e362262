import type { StorageError } from "@telemark/contract"
import { Effect } from "effect"
import { Database } from "../../database/Database.js"
import { isUniqueViolation } from "../../database/storageError.js"
import { type DomainKey, type DomainRecord, maxDomains } from "./Domain.js"
import { domainQueries } from "./domainTable.js"

/**
 * What became of a new domain. `exists`: the tenant already has the domain, or another tenant owns
 * it; `too_many`: the tenant has 1,000 others.
 */
type DomainInsertion = "inserted" | "exists" | "too_many"

/**
 * What became of a change. `Taken`: the domain would become owned although another tenant owns it;
 * nothing is written.
 */
export type DomainChange =
  | { readonly _tag: "Changed"; readonly domain: DomainRecord }
  | { readonly _tag: "Missing" }
  | { readonly _tag: "Taken" }

const taken: DomainChange = { _tag: "Taken" }
const missing: DomainChange = { _tag: "Missing" }

/** Each in a transaction of its own. */
export const domainChanges = Effect.gen(function* () {
  const { write } = yield* Database
  const domains = yield* domainQueries

  /** Nothing is written unless the result is `inserted`. */
  const insert = (domain: DomainRecord): Effect.Effect<DomainInsertion, StorageError> =>
    write(
      Effect.gen(function* () {
        if (yield* domains.isTaken(domain)) return "exists"
        yield* domains.lockFirst(domain.tenant_id)
        if ((yield* domains.count(domain.tenant_id)) === maxDomains) return "too_many"
        return (yield* domains.insert(domain)) ? "inserted" : "exists"
      })
    )

  /**
   * Replaces a domain and its keys by what a rule makes of them, so that no other change comes in
   * between. The rule may be asked more than once.
   */
  const change = (
    key: DomainKey,
    rule: (current: DomainRecord) => DomainRecord
  ): Effect.Effect<DomainChange, StorageError> =>
    write(
      Effect.gen(function* () {
        const found = yield* domains.findLocked(key)
        if (found === undefined) return missing
        const domain = rule(found.domain)
        if (domain.owned && found.isOwnedByAnother) return taken
        yield* domains.update(domain)
        if (domain.keys !== found.domain.keys) yield* domains.replaceKeys(domain, domain.keys)
        return { _tag: "Changed" as const, domain }
      })
      // Violated by a row that was inserted after these were locked.
    ).pipe(Effect.catchIf(isUniqueViolation, () => Effect.succeed(taken)))

  return { insert, change }
})
