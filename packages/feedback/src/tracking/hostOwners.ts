import { toAsciiDomain } from "@telemark/contract"
import { aliasName, type Database, domainQueries, stored } from "@telemark/core"
import type { PublicPagesService } from "@telemark/http"
import { Effect } from "effect"
import type { EngagementOptions } from "../links/layerLinks.js"
import { type LookedUp, makeLookedUp } from "./lookedUp.js"
import { nameOfTracking, noNameOfTracking, otherMethod } from "./trackingAnswers.js"

/** A DNS name has at most 253 characters. */
const maxNameLength = 260

/** For how long in milliseconds. */
const maxKnown = 20_000
const knownFor = 60_000

const prefix = aliasName("tracking", "")

/** In A-labels. */
export const domainOfTracking = (name: string): string | undefined => {
  const lower = name.toLowerCase()
  return lower.length > maxNameLength || !lower.startsWith(prefix)
    ? undefined
    : toAsciiDomain(lower.slice(prefix.length).replace(/:\d{1,5}$/, ""))
}

export interface HostOwner {
  readonly tenant_id: string | undefined
  /** Its name for tracking. */
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
 * Whether what a tenant's mail leads to may be shown at this host: not at another tenant's name,
 * whom readers and filters know. While the storage is away, everywhere.
 */
export const isAtHome = (
  owners: HostOwners,
  host: string | undefined,
  isTheirs: (tenantId: string) => boolean
) => {
  const domain = domainOfTracking(host ?? "")
  return domain === undefined
    ? Effect.succeed(true)
    : Effect.match(owners.find(domain), {
        onFailure: () => true,
        onSuccess: ({ tenant_id }) => tenant_id === undefined || isTheirs(tenant_id)
      })
}

const path = /^\/t\/host(?:\?([^#]*)|$)/

/**
 * Answers `/t/host?domain=track.shop.example`: 200 if a tenant has verified that name for tracking,
 * else 404. A reverse proxy asks before it gets a certificate for the name.
 */
export const makeHostAnswers = (owners: HostOwners) => (method: string, url: string) => {
  const asked = path.exec(url)
  if (asked === null) return undefined
  if (method !== "GET" && method !== "HEAD") return Effect.succeed(otherMethod)
  const name = new URLSearchParams(asked[1] ?? "").get("domain") ?? ""
  const domain = name.includes(":") ? undefined : domainOfTracking(name)
  if (domain === undefined) return Effect.succeed(noNameOfTracking)
  return Effect.map(owners.find(domain), ({ isVerified }) =>
    isVerified ? nameOfTracking : noNameOfTracking
  )
}

/**
 * Whether a host is for tracking alone: the tracking host, and the verified names of tenants that
 * lead to it. Where the service itself has such a name, it is the service's.
 */
export const makeOnlyPagesAt = (
  owners: HostOwners,
  { publicUrl, trackingHost }: Pick<EngagementOptions, "publicUrl" | "trackingHost">
): PublicPagesService["onlyPagesAt"] => {
  if (publicUrl === undefined) return () => undefined
  const own = new URL(publicUrl).hostname
  return (host = "") => {
    const name = host.toLowerCase().replace(/:\d{1,5}$/, "")
    if (name === own) return undefined
    if (name === trackingHost) return Effect.succeed(true)
    const domain = domainOfTracking(name)
    return domain === undefined
      ? undefined
      : Effect.map(owners.find(domain), ({ isVerified }) => isVerified)
  }
}
