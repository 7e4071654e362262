import { platformRoute } from "../backOffs/BackOff.js"
import type { StoredServer } from "../message/Message.js"
import { ownServerLimits, type RouteLimits } from "./throttle.js"

/** The way of a message to its next hop: the platform's transport, or its tenant's own server. */
export interface Route {
  /** The tenant whose own server it is, or `platformRoute`. */
  readonly name: string
  /**
   * A new one when the route is configured anew: what was learned of the previous one doesn't
   * apply.
   */
  readonly id: string
  readonly limits: RouteLimits
  /** How the log calls its next hop, if that has to say it; empty for the platform's. */
  readonly provider: string
  /** Null for the platform's. */
  readonly server: StoredServer | null
}

/** The platform's route; `connections`: how many its transport takes at once, if that is limited. */
export const makePlatformRoute = (connections = Infinity): Route => ({
  name: platformRoute,
  id: platformRoute,
  limits: { concurrency: connections, interval: 0 },
  provider: "",
  server: null
})

export const ownRouteOf = (server: StoredServer): Route => ({
  name: server.tenant_id,
  id: server.id,
  limits: ownServerLimits(server.host),
  provider: server.provider,
  server
})
