import { toAsciiDomain } from "@telemark/contract"
import { aliasName, type Database, domainQueries, stored } from "@telemark/core"
import { Effect } from "effect"
import { type LookedUp, makeLookedUp } from "../recent/makeLookedUp.js"

/** A DNS name has at most 253 characters. */
const maxNameLength = 260

/** Domains that are remembered, and for how long, in milliseconds. */
const maxKnown = 20_000
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

export type HostOwners = LookedUp<HostOwner>

/** Remembers for a minute whose domains are. */
export const makeHostOwners: Effect.Effect<HostOwners, never, Database> = Effect.map(
  domainQueries,
  ({ findOwned }) =>
    makeLookedUp(
      (domain) =>
        Effect.map(stored(findOwned(domain)), (found) => ({
          tenant_id: found?.tenant_id,
          isVerified: found?.tracking_verified === true
        })),
      { max: maxKnown, freshFor: knownFor, knownFor }
    )
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
