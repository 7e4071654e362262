import type { PublicPagesService } from "@telemark/http"
import { Effect } from "effect"
import type { EngagementOptions } from "../links/layerLinks.js"
import { domainOfTracking, type HostOwners } from "./hostOwners.js"

/**
 * Says of hosts whether they are names for tracking alone: the tracking host, and the verified
 * names of tenants that lead to it. Where the service itself has such a name, it is the service's.
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
