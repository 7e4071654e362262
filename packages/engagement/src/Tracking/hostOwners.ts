import { aliasName, DomainStore, type StorageError, toAsciiDomain } from "@telemark/core"
import { Clock, Effect } from "effect"

/** A DNS name has at most 253 characters. */
const maxNameLength = 260

/** Domains that are remembered, and for how long, in milliseconds. */
const maxKnown = 10_000
const knownFor = 60_000

const prefix = aliasName("tracking", "")

/** The domain whose name for tracking this is, in A-labels. */
export const domainOfTracking = (name: string): string | undefined => {
  const lower = name.toLowerCase()
  return lower.length > maxNameLength || !lower.startsWith(prefix)
    ? undefined
    : toAsciiDomain(lower.slice(prefix.length).replace(/:\d{1,5}$/, ""))
}

/** Whose a domain is; `tenant_id` is undefined if it is nobody's. */
export interface HostOwner {
  readonly tenant_id: string | undefined
  /** Whether its name for tracking was verified. */
  readonly isVerified: boolean
}

export interface HostOwners {
  /** What is remembered of a domain; undefined if it has to be looked up. */
  readonly known: (domain: string, now: number) => HostOwner | undefined
  readonly find: (domain: string) => Effect.Effect<HostOwner, StorageError>
}

/** Remembers for a minute whose domains are. */
export const makeHostOwners: Effect.Effect<HostOwners, never, DomainStore> = Effect.map(
  DomainStore,
  (store) => {
    const owners = new Map<string, HostOwner & { readonly until: number }>()
    const known: HostOwners["known"] = (domain, now) => {
      const owner = owners.get(domain)
      return owner !== undefined && owner.until > now ? owner : undefined
    }
    const remember = (domain: string, owner: HostOwner, now: number): HostOwner => {
      owners.delete(domain)
      const [oldest] = owners.size < maxKnown ? [] : owners.keys()
      if (oldest !== undefined) owners.delete(oldest)
      owners.set(domain, { ...owner, until: now + knownFor })
      return owner
    }
    return {
      known,
      find: (domain) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) => {
          const owner = known(domain, now)
          return owner !== undefined
            ? Effect.succeed(owner)
            : Effect.map(store.findOwned(domain), (found) =>
                remember(
                  domain,
                  {
                    tenant_id: found?.tenant_id,
                    isVerified: found?.tracking_verified === true
                  },
                  now
                )
              )
        })
    }
  }
)

/**
 * Whether what a tenant's mail leads to may be shown at this host: not at a name of another
 * tenant's, whom readers and filters know. While the storage is away, everywhere.
 */
export const isAtHome = (
  owners: HostOwners,
  host: string | undefined,
  isTheirs: (tenantId: string) => boolean
): Effect.Effect<boolean> => {
  const domain = domainOfTracking(host ?? "")
  return domain === undefined
    ? Effect.succeed(true)
    : Effect.match(owners.find(domain), {
        onFailure: () => true,
        onSuccess: ({ tenant_id }) => tenant_id === undefined || isTheirs(tenant_id)
      })
}
