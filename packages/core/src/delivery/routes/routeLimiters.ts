import { type Clock, Effect } from "effect"
import { makeSignal } from "../../kernel/signals.js"
import { type ConnectionLimit, platformRoute } from "../backOffs/BackOff.js"
import type { RouteKind } from "../settlement/Settlement.js"
import type { Delivered, Limited, Route, Sender, Wait } from "./Route.js"
import { type Permit, RouteLimiter } from "./RouteLimiter.js"

type LimitedRoute = Pick<Route, "name" | "id" | "limits">

/** Limiters in memory; beyond it, idle ones are dropped, and learn again. */
const maxLimiters = 10_000

/**
 * Messages on tenants' own routes in one process, including queued ones. Messages in flight cost
 * memory and lease renewals; beyond this number, each route has one message at a time, so that no
 * other tenant waits for servers that hang.
 */
const maxTogether = 500

/** Routes that take no more messages at the moment. */
export interface ClosedRoutes {
  readonly platform: boolean
  readonly tenants: ReadonlyArray<string>
}

export interface RouteLimiters {
  readonly use: (
    route: LimitedRoute,
    sender: Sender,
    deliver: Effect.Effect<Delivered | Wait>
  ) => Effect.Effect<Limited>
  /** `use` by callback, for the platform's route: see `RouteLimiter`. */
  readonly enter: (
    platform: LimitedRoute,
    sender: Sender,
    clock: Clock.Clock,
    go: (given: Permit | Wait) => void
  ) => () => boolean
  readonly closed: (now: number) => ClosedRoutes
  /** Messages that are being delivered. */
  readonly inFlight: () => Readonly<Record<RouteKind, number>>
  /** Of the platform's route. */
  readonly isSlowedDown: (now: number) => boolean
  /**
   * A listener for routes, including the platform's, that were full and have capacity again. The
   * end of a back-off isn't announced.
   */
  readonly listenForCapacity: Effect.Effect<Effect.Effect<void>>
}

/** `knownOf` answers what was found of a route before. */
export const makeRouteLimiters = (
  knownOf: (routeId: string) => ConnectionLimit | undefined = () => undefined
): RouteLimiters => {
  const limiters = new Map<string, RouteLimiter>()
  const capacity = makeSignal()
  let together = 0
  const own = {
    isFull: () => together >= maxTogether,
    isOverfull: () => together > maxTogether,
    onCapacity: capacity.announce
  }
  const platform = { isFull: () => false, isOverfull: () => false, onCapacity: capacity.announce }

  const limiterOf = ({ id, limits, name }: LimitedRoute, now: number): RouteLimiter => {
    const known = limiters.get(name)
    if (known?.id === id) return known
    if (limiters.size >= maxLimiters)
      for (const [other, limiter] of limiters)
        if (limiter.isForgettable(now)) limiters.delete(other)
    const isOwn = name !== platformRoute
    const limiter = new RouteLimiter(id, limits, isOwn, isOwn ? own : platform, knownOf(id))
    limiters.set(name, limiter)
    return limiter
  }

  return {
    use: (route, sender, deliver) =>
      Effect.clockWith((clock) => {
        const limiter = limiterOf(route, clock.currentTimeMillisUnsafe())
        if (route.name === platformRoute) return limiter.use(sender, clock, deliver)
        together++
        return Effect.ensuring(
          limiter.use(sender, clock, deliver),
          Effect.sync(() => {
            together--
            // Until now every route with a message in flight was closed.
            if (together === maxTogether - 1) capacity.announce()
          })
        )
      }),
    enter: (platform, sender, clock, go) =>
      limiterOf(platform, clock.currentTimeMillisUnsafe()).enter(sender, clock, go),
    closed: (now) => {
      const closed = [...limiters].flatMap(([name, limiter]) =>
        limiter.isClosed(now) ? [name] : []
      )
      return {
        platform: closed.includes(platformRoute),
        tenants: closed.filter((name) => name !== platformRoute)
      }
    },
    inFlight: () => {
      const counts = { platform: 0, tenant: 0 }
      for (const [name, { inFlight }] of limiters)
        counts[name === platformRoute ? "platform" : "tenant"] += inFlight
      return counts
    },
    isSlowedDown: (now) => limiters.get(platformRoute)?.isSlowedDown(now) === true,
    listenForCapacity: capacity.listen
  }
}
