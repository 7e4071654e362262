import { Effect } from "effect"

/** Makes something for a tenant when its turn has come. */
export type OneAtATime = <A, E, R>(tenantId: string, make: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/**
 * Lets each tenant make one thing at a time: keys are made a few at a time for everybody, and many that one tenant
 * asks for at once would else stand in line before all others.
 */
export const makeOneAtATime = (): OneAtATime => {
  const lines = new Map<string, { readonly turns: Effect.Semaphore; users: number }>()
  return (tenantId, make) =>
    Effect.suspend(() => {
      const line = lines.get(tenantId) ?? { turns: Effect.unsafeMakeSemaphore(1), users: 0 }
      lines.set(tenantId, line)
      line.users++
      return Effect.ensuring(line.turns.withPermits(1)(make), Effect.sync(() => {
        line.users--
        if (line.users === 0) lines.delete(tenantId)
      }))
    })
}
