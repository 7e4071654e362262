import { Clock, Effect } from "effect"
import { platformRoute } from "../BackOffs/index.js"
import { makeSignal } from "../Signals/index.js"
import type { DeliveryOutcome } from "./DeliveryOutcome.js"
import { type Limited, RouteLimiter } from "./RouteLimiter.js"
import type { Sender } from "./Sender.js"
import type { RouteLimits } from "./throttle.js"
import type { Wait } from "./Wait.js"

/** Where messages go. */
export interface Route {
  /** The tenant whose own server it is, or `platformRoute`. */
  readonly name: string
  /** Another one when the route was set up anew: what was learned of the former doesn't count then. */
  readonly id: string
  readonly limits: RouteLimits
}

/** Limiters that are remembered; of those beyond, the idle ones are forgotten, and what they had learned is learned again. */
const maxLimiters = 10_000

/**
 * Messages on tenants' own routes in one process, those in queues included. What is in flight costs memory and renewals; beyond it,
 * each route has one message at a time, so that however many servers hang, no other tenant waits for them.
 */
const maxTogether = 500

/** Routes that can take nothing. */
export interface ClosedRoutes {
  /** Whether that is so of the platform's own. */
  readonly platform: boolean
  /** Tenants whose own servers can take nothing. */
  readonly tenants: ReadonlyArray<string>
}

/** The routes in use, each with what it is trusted with. Kept in this process alone. */
export interface RouteLimiters {
  readonly use: (route: Route, sender: Sender, deliver: Effect.Effect<DeliveryOutcome | Wait>) => Effect.Effect<Limited>
  /** Which routes can take no more at `now`. */
  readonly closed: (now: number) => ClosedRoutes
  /** Whether the platform's route can take more at `now`. */
  readonly isOpen: (now: number) => boolean
  /** A listener for routes that were found without room and have some again, the platform's included. Back-offs end without a word. */
  readonly listenForRoom: Effect.Effect<Effect.Effect<void>>
}

export const makeRouteLimiters: Effect.Effect<RouteLimiters> = Effect.sync(() => {
  const limiters = new Map<string, RouteLimiter>()
  const room = makeSignal()
  let together = 0
  const own = { isFull: () => together >= maxTogether, isOverfull: () => together > maxTogether, onRoom: room.announce }
  const platform = { isFull: () => false, isOverfull: () => false, onRoom: room.announce }

  const limiterOf = ({ id, limits, name }: Route, now: number): RouteLimiter => {
    const known = limiters.get(name)
    if (known?.id === id) return known
    if (limiters.size >= maxLimiters) for (const [other, limiter] of limiters) if (limiter.isForgettable(now)) limiters.delete(other)
    const isOwn = name !== platformRoute
    const limiter = new RouteLimiter(id, limits, isOwn, isOwn ? own : platform)
    limiters.set(name, limiter)
    return limiter
  }

  return {
    use: (route, sender, deliver) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) => {
        const limiter = limiterOf(route, now)
        if (route.name === platformRoute) return limiter.use(sender, deliver)
        together++
        return Effect.ensuring(limiter.use(sender, deliver), Effect.sync(() => {
          together--
          // Every route that has a message in flight was closed until now.
          if (together === maxTogether - 1) room.announce()
        }))
      }),
    closed: (now) => {
      const closed = [...limiters].flatMap(([name, limiter]) => limiter.isClosed(now) ? [name] : [])
      return { platform: closed.includes(platformRoute), tenants: closed.filter((name) => name !== platformRoute) }
    },
    isOpen: (now) => limiters.get(platformRoute)?.isClosed(now) !== true,
    listenForRoom: room.listen
  }
})
