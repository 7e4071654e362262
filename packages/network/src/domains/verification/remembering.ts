import { forkWithin } from "@telemark/core"
import { Effect, Fiber, type Scope } from "effect"
import type { Answer, DnsTrouble, LookUps } from "../../dns/Dns.js"

// Forked into the scope: otherwise the deadline of one part would interrupt the look-up for the
// others too.
const once = <A>(lookUp: (name: string) => Effect.Effect<Answer<A>, DnsTrouble>) =>
  Effect.gen(function* () {
    const scope = yield* Effect.scope
    const started = new Map<string, Fiber.Fiber<Answer<A>, DnsTrouble>>()
    const start = (name: string) =>
      Effect.map(forkWithin(Effect.interruptible(lookUp(name)), scope), (fiber) => {
        started.set(name, fiber)
        return fiber
      })
    return (given: string) => {
      const name = given.toLowerCase()
      return Effect.suspend(() => {
        const known = started.get(name)
        return known === undefined
          ? Effect.flatMap(Effect.uninterruptible(start(name)), Fiber.join)
          : Fiber.join(known)
      })
    }
  })

/**
 * Caches look-ups: an SPF record is evaluated for many addresses, and all parts of a verification
 * should see the same answers. A caller that stops waiting doesn't cancel the look-up for others.
 * Closing the scope cancels all.
 */
export const remembering = (lookUps: LookUps): Effect.Effect<LookUps, never, Scope.Scope> =>
  Effect.all({
    txt: once(lookUps.txt),
    a: once(lookUps.a),
    aaaa: once(lookUps.aaaa),
    mx: once(lookUps.mx),
    cname: once(lookUps.cname),
    ptr: once(lookUps.ptr)
  })
