import {
  type AddDomain,
  type AddedDomain,
  type DkimKeysBusy,
  type Domain,
  type DomainExists,
  type DomainList,
  NotFound,
  type StorageError,
  type Success,
  success,
  toAsciiDomain,
  type ValidationFailed,
  type VerifiedDomain
} from "@telemark/contract"
import { Context, Effect, Layer } from "effect"
import { Secrets } from "../../accounts/secrets/Secrets.js"
import { type DomainKey, DomainStore } from "./DomainStore.js"
import { makeAdd } from "./add.js"
import { makeKeyTurns } from "./keyTurns.js"
import type { DomainsOptions } from "./options.js"
import { DkimKeys, DomainVerifier } from "./ports.js"
import { makeRotateDkim } from "./rotateDkim.js"
import { makeVerify } from "./verify.js"
import { makeVerifyDue } from "./verifyDue.js"
import { summaryOf, viewOf } from "./views.js"

export interface DomainsService {
  /** Creates the domain's keys and returns the records to publish; doesn't wait for DNS. */
  readonly add: (
    tenantId: string,
    input: AddDomain
  ) => Effect.Effect<AddedDomain, ValidationFailed | DomainExists | DkimKeysBusy | StorageError>
  readonly list: (tenantId: string) => Effect.Effect<DomainList, StorageError>
  readonly get: (tenantId: string, domain: string) => Effect.Effect<Domain, NotFound | StorageError>
  /** Looks up the records and updates the flags; a DNS error clears none. */
  readonly verify: (
    tenantId: string,
    domain: string
  ) => Effect.Effect<VerifiedDomain, NotFound | DomainExists | StorageError>
  /**
   * Creates new keys of each algorithm that the domain has. They sign once their records are seen;
   * until then the current ones do.
   */
  readonly rotateDkim: (
    tenantId: string,
    domain: string
  ) => Effect.Effect<AddedDomain, NotFound | DkimKeysBusy | StorageError>
  readonly remove: (
    tenantId: string,
    domain: string
  ) => Effect.Effect<Success, NotFound | StorageError>
  /** Verifies up to `limit` due domains and returns their number. Failures are logged. */
  readonly verifyDue: (limit: number) => Effect.Effect<number, StorageError>
}

const make = (options: DomainsOptions) =>
  Effect.gen(function* () {
    const store = yield* DomainStore
    const parts = { generator: yield* DkimKeys, secrets: yield* Secrets }
    const inTurn = makeKeyTurns()
    const verify = makeVerify(options, store, yield* DomainVerifier)
    const rotateDkim = makeRotateDkim(options, store, parts, inTurn)

    /** Accepts a domain in Unicode or A-labels; an invalid name is `NotFound`. */
    const keyOf = (tenant_id: string, name: string): Effect.Effect<DomainKey, NotFound> => {
      const domain = toAsciiDomain(name)
      return domain === undefined ? new NotFound() : Effect.succeed({ tenant_id, domain })
    }

    return Domains.of({
      add: makeAdd(options, store, parts, inTurn),

      list: (tenantId) =>
        Effect.map(store.list(tenantId), (records) => ({
          domains: records.map((record) => summaryOf(record, options))
        })),

      get: (tenantId, name) =>
        Effect.gen(function* () {
          const record = yield* store.find(yield* keyOf(tenantId, name))
          return record === undefined ? yield* new NotFound() : viewOf(record, options)
        }),

      verify: (tenantId, name) => Effect.flatMap(keyOf(tenantId, name), (key) => verify(key, true)),

      rotateDkim: (tenantId, name) => Effect.flatMap(keyOf(tenantId, name), rotateDkim),

      remove: (tenantId, name) =>
        Effect.gen(function* () {
          if (!(yield* store.remove(yield* keyOf(tenantId, name)))) return yield* new NotFound()
          return success
        }),

      verifyDue: makeVerifyDue(store, verify)
    })
  })

/**
 * Sending domains: the records to publish, whether they are published, and the keys that sign their
 * mail.
 */
export class Domains extends Context.Service<Domains, DomainsService>()("@telemark/core/Domains") {
  static readonly layer = (
    options: DomainsOptions = {}
  ): Layer.Layer<Domains, never, DomainStore | DomainVerifier | DkimKeys | Secrets> =>
    Layer.effect(Domains, make(options))
}
