import {
  AddDomain,
  decode,
  DomainExists,
  NotFound,
  type StorageError,
  toAsciiDomain
} from "@telemark/contract"
import { Clock, Context, Effect, Layer, Random } from "effect"
import type { Secrets } from "../../accounts/secrets/Secrets.js"
import { Database } from "../../database/Database.js"
import { stored } from "../../database/storageError.js"
import type { OperationsFor } from "../../operations/OperationsFor.js"
import { doneOrNotFound, orNotFound } from "../../operations/found.js"
import { type DkimKeyRecord, type DomainKey, maxDomains, newDomain } from "./Domain.js"
import type { DomainVerifier } from "./DomainVerifier.js"
import { domainChanges, tooManyDomains } from "./changeDomains.js"
import { nextCheckAt } from "./checkSchedule.js"
import type { DomainsOptions } from "./dnsRecords.js"
import { domainQueries } from "./domainTable.js"
import { addedOf, rotatedOf, summaryOf, viewOf } from "./domainViews.js"
import { lackingKeys, withFreshKeys } from "./keyRotation.js"
import { type DkimKeys, makeKeyTurns, makeNewKeys } from "./newKeys.js"
import { makeVerifyDomains } from "./verifyDomains.js"

interface DomainsService extends OperationsFor<string, "domains"> {
  /** Verifies up to `limit` due domains and returns their number. Failures are logged. */
  readonly verifyDue: (limit: number) => Effect.Effect<number, StorageError>
}

const decodeAdd = decode(AddDomain)

/** Accepts a domain in Unicode or A-labels; an invalid name is `NotFound`. */
const keyOf = (tenant_id: string, name: string): Effect.Effect<DomainKey, NotFound> => {
  const domain = toAsciiDomain(name)
  return domain === undefined ? new NotFound() : Effect.succeed({ tenant_id, domain })
}

const make = (options: DomainsOptions) =>
  Effect.gen(function* () {
    const database = yield* Database
    const domains = yield* domainQueries
    const { change, insert } = yield* domainChanges
    const newKeys = yield* makeNewKeys
    const inTurn = makeKeyTurns()
    const { verify, verifyDue } = yield* makeVerifyDomains(options)
    const withEd25519 = options.dkimEd25519 === true

    const find = (key: DomainKey) => orNotFound(stored(domains.find(key)))

    /** The insert decides; checking first saves generating keys in vain. */
    const refuse = (key: DomainKey) =>
      Effect.gen(function* () {
        if (yield* stored(domains.isTaken(key))) return yield* new DomainExists()
        const count = yield* stored(domains.count(key.tenant_id))
        if (count >= maxDomains) return yield* tooManyDomains()
      })

    const addWithKeys = (key: DomainKey) =>
      Effect.gen(function* () {
        const fresh = yield* newKeys(key, withEd25519 ? ["rsa", "ed25519"] : ["rsa"])
        const now = yield* Clock.currentTimeMillis
        const keys = fresh.map((made): DkimKeyRecord =>
          made.algorithm === "rsa" ? { ...made, state: "current" } : made
        )
        const record = newDomain(key, keys, now)
        const scheduled = { ...record, next_check_at: nextCheckAt(record, now, yield* Random.next) }
        yield* insert(scheduled)
        return addedOf(scheduled, options)
      })

    const rotate = (key: DomainKey) =>
      Effect.gen(function* () {
        const found = yield* find(key)
        const lacking = lackingKeys(found.keys, withEd25519)
        if (lacking.length === 0) return rotatedOf(found, options)
        const fresh = yield* newKeys(key, lacking)
        const now = yield* Clock.currentTimeMillis
        const random = yield* Random.next
        const rotated = yield* change(key, (current) => {
          const record = { ...current, keys: withFreshKeys(current.keys, fresh) }
          return { ...record, next_check_at: nextCheckAt(record, now, random) }
        })
        if (rotated._tag === "Missing") return yield* new NotFound()
        if (rotated._tag === "Taken")
          return yield* Effect.die(
            new Error("a key rotation met a domain that another tenant owns")
          )
        return rotatedOf(rotated.domain, options)
      })

    return Domains.of({
      add: (tenantId, input) =>
        Effect.gen(function* () {
          const { domain: given } = yield* Effect.fromResult(decodeAdd(input))
          const key = { tenant_id: tenantId, domain: toAsciiDomain(given) ?? given }
          // Checked now, to refuse without a wait, and again in its turn, after earlier additions
          // of the tenant.
          yield* refuse(key)
          return yield* inTurn(tenantId)(Effect.andThen(refuse(key), addWithKeys(key)))
        }),

      list: (tenantId) =>
        Effect.map(stored(domains.list(tenantId)), (records) => ({
          domains: records.map((record) => summaryOf(record, options))
        })),

      get: (tenantId, name) =>
        Effect.map(Effect.flatMap(keyOf(tenantId, name), find), (record) =>
          viewOf(record, options)
        ),

      verify: (tenantId, name) => Effect.flatMap(keyOf(tenantId, name), (key) => verify(key, true)),

      rotateDkim: (tenantId, name) =>
        Effect.gen(function* () {
          const key = yield* keyOf(tenantId, name)
          const found = yield* find(key)
          // Only rotations that create keys wait for a turn.
          return lackingKeys(found.keys, withEd25519).length === 0
            ? rotatedOf(found, options)
            : yield* inTurn(tenantId)(rotate(key))
        }),

      remove: (tenantId, name) =>
        Effect.flatMap(keyOf(tenantId, name), (key) =>
          database.change(doneOrNotFound(domains.remove(key)))
        ),

      verifyDue
    })
  })

/** The records to publish, whether they are published, and the keys that sign their mail. */
export class Domains extends Context.Service<Domains, DomainsService>()("@telemark/core/Domains") {
  static readonly layer = (
    options: DomainsOptions = {}
  ): Layer.Layer<Domains, never, Database | DomainVerifier | DkimKeys | Secrets> =>
    Layer.effect(Domains, make(options))
}
