import {
  AddDomain,
  decode,
  DomainExists,
  toAsciiDomain,
  ValidationFailed
} from "@telemark/contract"
import { Clock, Effect, Random } from "effect"
import type { DomainRecord } from "./Domain.js"
import { type DomainKey, type DomainStore, maxDomains } from "./DomainStore.js"
import type { KeyTurns } from "./keyTurns.js"
import { type KeyParts, newKeys } from "./newKeys.js"
import type { DomainsOptions } from "./options.js"
import { nextCheckAt } from "./schedule.js"
import { addedOf } from "./views.js"

const decodeAdd = decode(AddDomain)

const tooMany = () =>
  ValidationFailed.at(
    "domain",
    `a tenant has at most ${maxDomains.toLocaleString("en")} domains; remove one first`
  )

/** Adds domains. The insert decides; checking first saves generating keys in vain. */
export const makeAdd = (
  options: DomainsOptions,
  store: typeof DomainStore.Service,
  parts: KeyParts,
  inTurn: KeyTurns
) => {
  const refuse = (key: DomainKey) =>
    Effect.gen(function* () {
      const present = (yield* store.find(key)) ?? (yield* store.findOwned(key.domain))
      if (present !== undefined) return yield* new DomainExists()
      if ((yield* store.count(key.tenant_id)) >= maxDomains) return yield* tooMany()
    })

  const make = (key: DomainKey) =>
    Effect.gen(function* () {
      const fresh = yield* newKeys(
        parts,
        key,
        options.dkimEd25519 === true ? ["rsa", "ed25519"] : ["rsa"]
      )
      const now = yield* Clock.currentTimeMillis
      const record: DomainRecord = {
        ...key,
        spf_verified: false,
        dkim_verified: false,
        dmarc_verified: false,
        return_path_verified: false,
        tracking_verified: false,
        spf_failing_since: null,
        dkim_failing_since: null,
        dmarc_failing_since: null,
        return_path_failing_since: null,
        tracking_failing_since: null,
        owned: false,
        verified_at: null,
        created_at: now,
        next_check_at: now,
        verification: null,
        keys: fresh.map((made) => (made.algorithm === "rsa" ? { ...made, state: "current" } : made))
      }
      const scheduled = { ...record, next_check_at: nextCheckAt(record, now, yield* Random.next) }
      const insertion = yield* store.insert(scheduled)
      if (insertion === "exists") return yield* new DomainExists()
      if (insertion === "too_many") return yield* tooMany()
      return addedOf(scheduled, options)
    })

  return (tenantId: string, input: AddDomain) =>
    Effect.gen(function* () {
      const { domain: given } = yield* Effect.fromResult(decodeAdd(input))
      const key = { tenant_id: tenantId, domain: toAsciiDomain(given) ?? given }
      // Checked now, to refuse without a wait, and again in its turn, after earlier additions of
      // the tenant.
      yield* refuse(key)
      return yield* inTurn(tenantId)(Effect.andThen(refuse(key), make(key)))
    })
}
