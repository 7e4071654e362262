import { foldAddress, parseMailbox, splitAddress, type StorageError } from "@telemark/contract"
import { Clock, Effect } from "effect"
import type { Database } from "../../database/Database.js"
import { stored } from "../../database/storageError.js"
import type { DkimKeyRecord, DomainKey, DomainRecord } from "./Domain.js"
import { domainQueries } from "./domainTable.js"

const freshMillis = 60_000

/** The operator's domains, whose keys sign if the tenant's own domain can't. */
export interface OperatorsSigning {
  /** A domain that some tenant has verified, for senders unrelated to it. */
  readonly signingDomain: string | undefined
  /**
   * The server's default sender: its mail is signed with its own domain's keys, whichever tenant
   * sends it.
   */
  readonly from: string | undefined
}

export type SealedKey = DomainKey & Pick<DkimKeyRecord, "selector" | "algorithm" | "private_key">

const organisation = (domain: string): string => domain.split(".").slice(-2).join(".")

/**
 * Whether DMARC may consider the two domains aligned (RFC 9989: one organisation). Then a signature
 * of one would let everybody send in the other's name. Without a list of public suffixes this holds
 * for too many domains, whose mail is then unsigned.
 */
export const mayBeAligned = (domain: string, other: string): boolean =>
  organisation(domain) === organisation(other)

const keysOf = (found: DomainRecord | undefined): ReadonlyArray<SealedKey> =>
  found?.dkim_verified !== true
    ? []
    : found.keys
        .filter(({ state }) => state === "current")
        .map(({ algorithm, private_key, selector }) => ({
          tenant_id: found.tenant_id,
          domain: found.domain,
          selector,
          algorithm,
          private_key
        }))

const none = Effect.succeed<ReadonlyArray<SealedKey>>([])

/**
 * The keys that sign for a sender address whose tenant has no key for it. `ifMissing` runs if the
 * signing domain has none.
 */
export const makeOperatorsKeys = (
  { from, signingDomain }: OperatorsSigning,
  ifMissing: (domain: string) => Effect.Effect<void> = () => Effect.void
): Effect.Effect<
  (sender: string) => Effect.Effect<ReadonlyArray<SealedKey>, StorageError>,
  never,
  Database
> =>
  Effect.map(domainQueries, ({ findOwned }) => {
    const keysOfOwned = (domain: string, ifNone: Effect.Effect<void>) => {
      let known: { readonly keys: ReadonlyArray<SealedKey>; readonly until: number } | undefined
      return Effect.flatMap(Clock.currentTimeMillis, (now) =>
        known !== undefined && known.until > now
          ? Effect.succeed(known.keys)
          : Effect.gen(function* () {
              const keys = keysOf(yield* stored(findOwned(domain)))
              if (keys.length === 0) yield* ifNone
              known = { keys, until: now + freshMillis }
              return keys
            })
      )
    }

    const address = from === undefined ? undefined : parseMailbox(from)?.address
    const folded = address === undefined ? undefined : foldAddress(address)
    const ownDomain = address === undefined ? undefined : splitAddress(address)?.domain
    const ofSender = ownDomain === undefined ? none : keysOfOwned(ownDomain, Effect.void)
    const ofSigningDomain =
      signingDomain === undefined ? none : keysOfOwned(signingDomain, ifMissing(signingDomain))
    return (sender) => {
      if (foldAddress(sender) === folded) return ofSender
      const domain = splitAddress(sender)?.domain
      return signingDomain === undefined ||
        domain === undefined ||
        mayBeAligned(domain, signingDomain)
        ? none
        : ofSigningDomain
    }
  })
