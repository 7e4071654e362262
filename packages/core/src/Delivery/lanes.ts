import { Effect } from "effect"
import { makeSignal } from "../Signals/index.js"
import type { HandOver } from "./HandOver.js"
import { Lane, type Wait } from "./Lane.js"
import type { RouteLimits } from "./throttle.js"

/** A way that messages go. */
export interface Route {
  /** The tenant whose own server it is, or `platformRoute`. */
  readonly name: string
  /** Another one when the route was set up anew: what was learned of the former doesn't count then. */
  readonly id: string
  readonly limits: RouteLimits
}

/** The name of the platform's own route: no tenant's id. */
export const platformRoute = "platform"

/** Lanes that are remembered; of those beyond, the idle ones are forgotten, and what they had learned is learned again. */
const mostLanes = 10_000

/**
 * Messages on tenants' own lanes in one process, those in line included. What is held costs memory and renewals; beyond it,
 * each lane has one message at a time, so that however many servers hang, no other tenant waits for them.
 */
const mostTogether = 500

/** Ways that can take nothing. */
export interface ClosedWays {
  /** Whether that is so of the platform's own. */
  readonly platform: boolean
  /** Tenants whose own servers can take nothing. */
  readonly tenants: ReadonlyArray<string>
}

/** The routes in use, each with what it is trusted with. Kept in this process alone. */
export interface Lanes {
  readonly use: (route: Route, handOver: Effect.Effect<HandOver | Wait>) => Effect.Effect<HandOver | Wait>
  /** Which routes can take no more at `now`. */
  readonly closed: (now: number) => ClosedWays
  /** A listener for routes that were found without room and have some again, the platform's included. Back-offs end without a word. */
  readonly listenForRoom: Effect.Effect<Effect.Effect<void>>
}

export const makeLanes: Effect.Effect<Lanes> = Effect.sync(() => {
  const lanes = new Map<string, Lane>()
  const room = makeSignal()
  let together = 0
  const ownLanes = { isFull: () => together >= mostTogether, isOverfull: () => together > mostTogether, onRoom: room.announce }
  const platformLane = { isFull: () => false, isOverfull: () => false, onRoom: room.announce }

  const laneOf = ({ id, limits, name }: Route): Lane => {
    const known = lanes.get(name)
    if (known?.id === id) return known
    if (lanes.size >= mostLanes) for (const [other, lane] of lanes) if (lane.isForgettable) lanes.delete(other)
    const lane = new Lane(id, limits, name === platformRoute ? platformLane : ownLanes)
    lanes.set(name, lane)
    return lane
  }

  return {
    use: (route, handOver) =>
      Effect.suspend(() => {
        const lane = laneOf(route)
        if (route.name === platformRoute) return lane.use(handOver)
        together++
        return Effect.ensuring(lane.use(handOver), Effect.sync(() => {
          together--
          // Every lane that has a message in flight was closed until now.
          if (together === mostTogether - 1) room.announce()
        }))
      }),
    closed: (now) => {
      const closed = [...lanes].flatMap(([name, lane]) => lane.isClosed(now) ? [name] : [])
      return { platform: closed.includes(platformRoute), tenants: closed.filter((name) => name !== platformRoute) }
    },
    listenForRoom: room.listen
  }
})
