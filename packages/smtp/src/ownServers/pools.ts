import type { OwnServer } from "@telemark/core"
import {
  type Cause,
  Data,
  type Duration,
  Effect,
  Equal,
  Hash,
  Option,
  RcMap,
  type Scope
} from "effect"
import type { Route } from "../conversation/route.js"
import { makeRoutePool, type Pool } from "../conversation/routePool.js"

/** A server by its id, which changes with each of its settings. */
class Key implements Equal.Equal {
  constructor(readonly server: OwnServer) {}

  [Equal.symbol](that: unknown): boolean {
    return that instanceof Key && that.server.id === this.server.id
  }

  [Hash.symbol](): number {
    return Hash.string(this.server.id)
  }
}

/** The maximum number of pools is reached, and all are in use. */
export class NoPoolFree extends Data.TaggedError("NoPoolFree")<{}> {}

/** One pool per server, closed when it is unused for a while. */
interface Pools {
  readonly use: <A>(
    server: OwnServer,
    work: (pool: Pool) => Effect.Effect<A>
  ) => Effect.Effect<A, NoPoolFree>
}

/**
 * At most `capacity` pools, to bound open sockets. If another is needed, the oldest unused pool is
 * closed.
 */
export const makePools = (
  routeTo: (server: OwnServer) => Route,
  capacity: number,
  idle: Duration.Input
): Effect.Effect<Pools, never, Scope.Scope> =>
  Effect.gen(function* () {
    const pools: RcMap.RcMap<Key, Pool, Cause.ExceededCapacityError> = yield* RcMap.make({
      lookup: ({ server }: Key) => makeRoutePool(routeTo(server)),
      idleTimeToLive: idle,
      capacity
    })
    const users = new Map<string, number>()

    const count = ({ id }: OwnServer, change: 1 | -1) =>
      Effect.sync(() => {
        const now = (users.get(id) ?? 0) + change
        if (now === 0) users.delete(id)
        else users.set(id, now)
      })

    const closeUnused = Effect.flatMap(RcMap.keys(pools), (keys) =>
      Option.match(Option.fromNullishOr([...keys].find(({ server }) => !users.has(server.id))), {
        onNone: () => Effect.fail(new NoPoolFree()),
        onSome: (key) => RcMap.invalidate(pools, key)
      })
    )

    // Repeats, because another caller may take the freed slot first.
    const poolOf = (key: Key): Effect.Effect<Pool, NoPoolFree, Scope.Scope> =>
      Effect.catch(RcMap.get(pools, key), () => Effect.flatMap(closeUnused, () => poolOf(key)))

    return {
      use: (server, work) =>
        Effect.acquireUseRelease(
          count(server, 1),
          () => Effect.scoped(Effect.flatMap(poolOf(new Key(server)), work)),
          () => count(server, -1)
        )
    }
  })
