import type { OwnServer } from "@telemark/core"
import { type Cause, Data, type Duration, Effect, RcMap, type Scope } from "effect"
import type { Route } from "../conversation/route.js"
import { makeRoutePool, type Pool } from "../conversation/routePool.js"

/** The maximum number of pools is reached, and all are in use. */
export class NoPoolFree extends Data.TaggedError("NoPoolFree")<{}> {}

interface User {
  readonly server: OwnServer
  count: number
}

/** One pool per server, closed when it is unused for a while. */
interface Pools {
  readonly use: <A>(
    server: OwnServer,
    work: (pool: Pool) => Effect.Effect<A>
  ) => Effect.Effect<A, NoPoolFree>
}

/** At most `capacity` pools, to bound open sockets: the oldest unused one is closed for another. */
export const makePools = (
  routeTo: (server: OwnServer) => Route,
  capacity: number,
  idle: Duration.Input
): Effect.Effect<Pools, never, Scope.Scope> =>
  Effect.gen(function* () {
    const users = new Map<string, User>()
    // By id, which changes with each of a server's settings.
    const pools: RcMap.RcMap<string, Pool, Cause.ExceededCapacityError> = yield* RcMap.make({
      lookup: (id: string) => makeRoutePool(routeTo((users.get(id) as User).server)),
      idleTimeToLive: idle,
      capacity
    })

    const count = (server: OwnServer, change: 1 | -1) =>
      Effect.sync(() => {
        const user = users.get(server.id) ?? { server, count: 0 }
        user.count += change
        if (user.count === 0) users.delete(server.id)
        else users.set(server.id, user)
      })

    const closeUnused = Effect.flatMap(RcMap.keys(pools), (ids) => {
      const unused = [...ids].find((id) => !users.has(id))
      return unused === undefined ? new NoPoolFree() : RcMap.invalidate(pools, unused)
    })

    // Repeats, because another caller may take the freed slot first.
    const poolOf = (id: string): Effect.Effect<Pool, NoPoolFree, Scope.Scope> =>
      Effect.catch(RcMap.get(pools, id), () => Effect.flatMap(closeUnused, () => poolOf(id)))

    return {
      use: (server, work) =>
        Effect.acquireUseRelease(
          count(server, 1),
          () => Effect.scoped(Effect.flatMap(poolOf(server.id), work)),
          () => count(server, -1)
        )
    }
  })
