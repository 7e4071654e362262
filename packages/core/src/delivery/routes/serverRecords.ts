import { Clock, Effect } from "effect"
import { stored } from "../../database/storageError.js"
import { orLog } from "../../kernel/orLog.js"
import { smtpConfigQueries } from "../../sending/smtpConfigs/smtpConfigTable.js"
import { type ConnectionLimit, platformRoute } from "../backOffs/BackOff.js"
import { backOffQueries } from "../backOffs/backOffTable.js"
import type { DeliveryOutcome } from "../message/DeliveryOutcome.js"
import type { Limited, Route } from "./Route.js"
import { signalOf } from "./RouteSignal.js"

/** Routes remembered in memory; what is found of others is only stored. */
const maxKnown = 10_000

/**
 * Whether the outcome shows that the server accepts or refuses us (login, certificate, network
 * policy); undefined if neither.
 */
const takesUs = (outcome: DeliveryOutcome): boolean | undefined => {
  const { asks, of } = signalOf(outcome)
  if (asks === "accepted") return true
  return asks === "refuses_us" && of === "route" ? false : undefined
}

/**
 * Stores what deliveries show of servers, for processes that start later and for people: how many
 * connections each takes, and whether tenants' own accept our login. Best effort: what isn't
 * remembered is found again, by one refused connection.
 */
export const makeServerRecords = Effect.gen(function* () {
  const queries = yield* backOffQueries
  const { setVerified } = yield* smtpConfigQueries
  const failed = "the connections that servers take could not be recorded"
  const orIgnored = orLog(failed, undefined)
  const orIgnoredLogin = orLog(
    "the result of a login to an SMTP server could not be recorded",
    undefined
  )
  const kept = yield* orLog(failed, [])(queries.limits(yield* Clock.currentTimeMillis))
  const known = new Map(kept.slice(0, maxKnown).map((limit) => [limit.route, limit]))

  const find = (limit: ConnectionLimit): Effect.Effect<void> => {
    const { connections, route } = limit
    if (known.size < maxKnown || known.has(route)) known.set(route, limit)
    return Effect.andThen(
      Effect.logWarning("the mail server takes no more connections at once", {
        route,
        connections
      }),
      orIgnored(queries.saveLimit(limit))
    )
  }

  return {
    limitOf: (routeId: string): ConnectionLimit | undefined => known.get(routeId),

    /** Records what the delivery of a message at `now` showed of connections, if that is new. */
    noteConnections: (
      { id, name }: Route,
      { found, isUnlimited }: Limited,
      now: number
    ): Effect.Effect<void> => {
      if (found !== undefined) {
        const tenant_id = id === platformRoute ? "" : name
        return find({ route: id, tenant_id, ...found, refused_at: now })
      }
      if (isUnlimited !== true || !known.delete(id)) return Effect.void
      return orIgnored(queries.removeLimit(id))
    },

    /** Records whether a tenant's own server accepts our login, if an outcome shows otherwise. */
    noteLogin: ({ server }: Route, outcome: DeliveryOutcome): Effect.Effect<void> => {
      if (server === null) return Effect.void
      const verified = takesUs(outcome)
      return verified === undefined || verified === server.verified
        ? Effect.void
        : orIgnoredLogin(stored(setVerified(server.tenant_id, server.id, verified)))
    }
  }
})
