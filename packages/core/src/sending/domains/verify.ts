import { DomainExists, NotFound, type StorageError, type VerifiedDomain } from "@telemark/contract"
import { Clock, Effect, Random } from "effect"
import type { DomainRecord } from "./Domain.js"
import type { DomainKey, DomainStore } from "./DomainStore.js"
import { isAbout, judge } from "./judge.js"
import { aliasHostsFor, type DomainsOptions, spfOf } from "./options.js"
import type { DomainVerifier } from "./ports.js"
import { isReady } from "./schedule.js"
import { publishedKeys } from "./selectKeys.js"
import { verificationOf } from "./views.js"

const logReadiness = (before: DomainRecord, after: DomainRecord): Effect.Effect<void> => {
  if (isReady(before) === isReady(after)) return Effect.void
  const { domain, tenant_id } = after
  return isReady(after)
    ? Effect.logInfo("a domain is ready to send", { domain, tenant_id })
    : Effect.logWarning(
        "a domain is no longer ready to send: its DNS records are gone or changed",
        { domain, tenant_id }
      )
}

const maxLooks = 3

export type Verify = (
  key: DomainKey,
  asked: boolean
) => Effect.Effect<VerifiedDomain, NotFound | DomainExists | StorageError>

/** Looks up a domain's records and stores the result. DNS queries run outside of transactions. */
export const makeVerify = (
  options: DomainsOptions,
  store: typeof DomainStore.Service,
  verifier: typeof DomainVerifier.Service
): Verify => {
  const verify = (key: DomainKey, asked: boolean, looksLeft: number): ReturnType<Verify> =>
    Effect.gen(function* () {
      const found = yield* store.find(key)
      if (found === undefined || looksLeft === 0) return yield* new NotFound()
      const begun = yield* Clock.currentTimeMillis
      const findings = yield* verifier.verify({
        domain: key.domain,
        keys: publishedKeys(found.keys).map(({ algorithm, public_key, selector }) => ({
          algorithm,
          public_key,
          selector
        })),
        spf: spfOf(options),
        sending_ips: options.sendingIps ?? [],
        aliases: aliasHostsFor(key.domain, options)
      })
      const look = {
        findings,
        asked,
        begun,
        now: yield* Clock.currentTimeMillis,
        random: yield* Random.next
      }
      const changed = yield* store.update(key, (current) => judge(current, look))
      if (changed._tag === "Missing") return yield* new NotFound()
      if (changed._tag === "Taken") return yield* new DomainExists()
      const { domain } = changed
      // The domain was removed and added again meanwhile, with other keys: check those.
      if (domain.verification === null || !isAbout(domain, findings))
        return yield* verify(key, asked, looksLeft - 1)
      yield* logReadiness(found, domain)
      return {
        domain: domain.domain,
        verification: verificationOf(domain, domain.verification),
        ready_to_send: isReady(domain)
      }
    })
  return (key, asked) => verify(key, asked, maxLooks)
}
