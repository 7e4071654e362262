import { Clock, Effect } from "effect"
import { type ConnectionLimit, platformRoute } from "../backOffs/BackOff.js"
import { backOffQueries } from "../backOffs/backOffTable.js"
import type { Limited } from "./Limited.js"
import { orLogged } from "./backOffRecords.js"
import type { Route } from "./routeLimiters.js"

/** Routes remembered in memory; what is found of others is only stored. */
const maxKnown = 10_000

/**
 * Remembers how many connections servers take, also for processes that start later, and for people.
 * Best effort: what isn't remembered is found again, by one refused connection.
 */
export const makeConnectionLimits = Effect.gen(function* () {
  const store = yield* backOffQueries
  const orLog = orLogged("the connections that servers take could not be recorded")
  const stored = yield* orLog(store.limits(yield* Clock.currentTimeMillis), [])
  const known = new Map(stored.slice(0, maxKnown).map((limit) => [limit.route, limit]))

  const find = (limit: ConnectionLimit): Effect.Effect<void> => {
    const { connections, route } = limit
    if (known.size < maxKnown || known.has(route)) known.set(route, limit)
    return Effect.andThen(
      Effect.logWarning("the mail server takes no more connections at once", {
        route,
        connections
      }),
      orLog(store.saveLimit(limit), undefined)
    )
  }

  return {
    of: (routeId: string): ConnectionLimit | undefined => known.get(routeId),
    /** Records what the delivery of a message at `now` showed, if that is new. */
    note: (
      { id, name }: Route,
      { found, isUnlimited }: Limited,
      now: number
    ): Effect.Effect<void> => {
      if (found !== undefined) {
        const tenant_id = id === platformRoute ? "" : name
        return find({ route: id, tenant_id, ...found, refused_at: now })
      }
      if (isUnlimited !== true || !known.delete(id)) return Effect.void
      return orLog(store.removeLimit(id), undefined)
    }
  }
})
