import { Clock, Effect, Random } from "effect"
import { toAsciiDomain } from "../Addresses/index.js"
import { decode, ValidationFailed } from "../Validation/index.js"
import { AddDomain, type DomainRecord } from "./Domain.js"
import { type DomainStore, mostDomains } from "./DomainStore.js"
import { DomainExists } from "./errors.js"
import { type KeyParts, newKeys } from "./newKeys.js"
import { type DomainsOptions, spfOf } from "./options.js"
import { nextCheckAt } from "./schedule.js"
import { addedOf } from "./views.js"

const decodeAdd = decode(AddDomain)

const tooMany = `a tenant has at most ${mostDomains.toLocaleString("en")} domains; remove one first`

export const makeAdd = (options: DomainsOptions, store: typeof DomainStore.Service, parts: KeyParts) => (tenantId: string, input: AddDomain) =>
  Effect.gen(function*() {
    const { domain: given } = yield* decodeAdd(input)
    const key = { tenant_id: tenantId, domain: toAsciiDomain(given) ?? given }
    // The insert decides; looking first spares the making of keys that would be thrown away.
    const present = (yield* store.find(key)) ?? (yield* store.findOwned(key.domain))
    if (present !== undefined) return yield* new DomainExists()

    const fresh = yield* newKeys(parts, key, options.dkimEd25519 === true ? ["rsa", "ed25519"] : ["rsa"])
    const now = yield* Clock.currentTimeMillis
    const record: DomainRecord = {
      ...key,
      spf_verified: false,
      dkim_verified: false,
      dmarc_verified: false,
      spf_failing_since: null,
      dkim_failing_since: null,
      dmarc_failing_since: null,
      owned: false,
      verified_at: null,
      created_at: now,
      next_check_at: now,
      verification: null,
      keys: fresh.map((made) => made.algorithm === "rsa" ? { ...made, state: "current" } : made)
    }
    const scheduled = { ...record, next_check_at: nextCheckAt(record, now, yield* Random.next) }
    const insertion = yield* store.insert(scheduled)
    if (insertion === "exists") return yield* new DomainExists()
    if (insertion === "too_many") return yield* ValidationFailed.at("domain", tooMany)
    return addedOf(scheduled, spfOf(options))
  })
