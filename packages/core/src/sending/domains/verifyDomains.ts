import { DomainExists, NotFound, type StorageError, type VerifiedDomain } from "@telemark/contract"
import { Clock, Effect, Random } from "effect"
import { stored } from "../../database/storageError.js"
import type { DomainKey, DomainRecord } from "./Domain.js"
import { DomainVerifier } from "./DomainVerifier.js"
import { domainChanges } from "./changeDomains.js"
import { isReady, nextCheckOfTaken } from "./checkSchedule.js"
import { aliasHostsFor, type DomainsOptions, spfOf } from "./dnsRecords.js"
import { domainQueries } from "./domainTable.js"
import { verificationOf } from "./domainViews.js"
import { isAbout, judgeDomain } from "./judgeDomain.js"
import { publishedKeys } from "./keyRotation.js"
import { makeTakeDueDomains } from "./takeDueDomains.js"

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

type Verify = (
  key: DomainKey,
  asked: boolean
) => Effect.Effect<VerifiedDomain, NotFound | DomainExists | StorageError>

/** Domains that `verifyDue` looks up at a time. */
const atOnce = 4

/**
 * A check takes 10 s at most; one interrupted by a crash is repeated after this, in milliseconds.
 */
const takenMillis = 10 * 60_000

/** Looks up domains' records and stores the results. DNS queries run outside of transactions. */
export const makeVerifyDomains = (options: DomainsOptions) =>
  Effect.gen(function* () {
    const domains = yield* domainQueries
    const { change } = yield* domainChanges
    const takeDue = yield* makeTakeDueDomains
    const verifier = yield* DomainVerifier

    const verifyUpTo = (key: DomainKey, asked: boolean, looksLeft: number): ReturnType<Verify> =>
      Effect.gen(function* () {
        const found = yield* stored(domains.find(key))
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
        const changed = yield* change(key, (current) => judgeDomain(current, look))
        if (changed._tag === "Missing") return yield* new NotFound()
        if (changed._tag === "Taken") return yield* new DomainExists()
        const { domain } = changed
        // The domain was removed and added again meanwhile, with other keys: check those.
        if (domain.verification === null || !isAbout(domain, findings))
          return yield* verifyUpTo(key, asked, looksLeft - 1)
        yield* logReadiness(found, domain)
        return {
          domain: domain.domain,
          verification: verificationOf(domain, domain.verification),
          ready_to_send: isReady(domain)
        }
      })
    const verify: Verify = (key, asked) => verifyUpTo(key, asked, maxLooks)

    /** Another tenant owns the domain: nothing can change until that tenant loses it. */
    const postpone = (key: DomainKey) =>
      Effect.gen(function* () {
        yield* Effect.logDebug("a domain's records are right, but another tenant owns it", key)
        const next_check_at = nextCheckOfTaken(yield* Clock.currentTimeMillis, yield* Random.next)
        yield* change(key, (current) => ({ ...current, next_check_at }))
      })

    const verifyOne = (key: DomainKey): Effect.Effect<void> =>
      verify(key, false).pipe(
        Effect.catchTag("NotFound", () => Effect.void),
        Effect.catchTag("DomainExists", () => postpone(key)),
        Effect.catch((error) =>
          Effect.logWarning("a domain could not be checked; it will be tried again", {
            ...key,
            reason: error.message
          })
        ),
        Effect.catchDefect((defect) =>
          Effect.logError("checking a domain crashed; it will be tried again", key, defect)
        ),
        Effect.asVoid
      )

    const verifyDue = (limit: number): Effect.Effect<number, StorageError> =>
      Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        const due = yield* takeDue(now, now + takenMillis, limit)
        yield* Effect.forEach(due, verifyOne, { concurrency: atOnce, discard: true })
        return due.length
      })

    return { verify, verifyDue }
  })
