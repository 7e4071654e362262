import { DomainExists, type StorageError, ValidationFailed } from "@telemark/contract"
import { Effect } from "effect"
import { Database } from "../../database/Database.js"
import { isUniqueViolation } from "../../database/storageError.js"
import { type DomainKey, type DomainRecord, maxDomains } from "./Domain.js"
import { domainQueries } from "./domainTable.js"

/** Why a domain isn't added: the tenant has 1,000 others. */
export const tooManyDomains = (): ValidationFailed =>
  ValidationFailed.at(
    "domain",
    `a tenant has at most ${maxDomains.toLocaleString("en")} domains; remove one first`
  )

/**
 * What became of a change. `Taken`: the domain would become owned although another tenant owns it;
 * nothing is written.
 */
export type DomainChange =
  | { readonly _tag: "Changed"; readonly domain: DomainRecord }
  | { readonly _tag: "Missing" }
  | { readonly _tag: "Taken" }

const taken = { _tag: "Taken" } as const
const missing = { _tag: "Missing" } as const

/** Each in a transaction of its own. */
export const domainChanges = Effect.gen(function* () {
  const database = yield* Database
  const domains = yield* domainQueries

  /** `DomainExists`: the tenant already has the domain, or another tenant owns it. */
  const insert = (
    domain: DomainRecord
  ): Effect.Effect<void, DomainExists | ValidationFailed | StorageError> =>
    database.change(
      Effect.gen(function* () {
        if (yield* domains.isTaken(domain)) return yield* new DomainExists()
        yield* domains.lockFirst(domain.tenant_id)
        if ((yield* domains.count(domain.tenant_id)) === maxDomains) return yield* tooManyDomains()
        if (!(yield* domains.insert(domain))) return yield* new DomainExists()
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
    database
      .change(
        Effect.gen(function* () {
          const found = yield* domains.findLocked(key)
          if (found === undefined) return yield* Effect.fail(missing)
          const domain = rule(found.domain)
          if (domain.owned && found.isOwnedByAnother) return yield* Effect.fail(taken)
          yield* domains.update(domain)
          if (domain.keys !== found.domain.keys) yield* domains.replaceKeys(domain, domain.keys)
          return { _tag: "Changed" as const, domain }
        })
      )
      .pipe(
        Effect.catchTags({
          Missing: (outcome) => Effect.succeed(outcome),
          Taken: (outcome) => Effect.succeed(outcome)
        }),
        // Violated by a row that was inserted after these were locked.
        Effect.catchIf(isUniqueViolation, () => Effect.succeed(taken))
      )

  return { insert, change }
})
