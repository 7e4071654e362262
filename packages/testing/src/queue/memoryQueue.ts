import { Queue, type QueueRoute, type TakenEntry } from "@telemark/core"
import { Clock, Effect, Layer } from "effect"

export interface MemoryQueueOptions {
  /** Milliseconds for which an entry stays its taker's without `extend`; 60,000 by default. */
  readonly keptFor?: number | undefined
}

interface Taken {
  readonly entry: TakenEntry
  readonly owner: string
  readonly until: number
}

/** A queue in memory, for tests, and as a reference for other queues. It uses Effect's clock. */
export const layerMemoryQueue = ({
  keptFor = 60_000
}: MemoryQueueOptions = {}): Layer.Layer<Queue> =>
  Layer.sync(Queue, () => {
    const waiting: Record<QueueRoute, Array<TakenEntry>> = { platform: [], own: [] }
    const taken = new Map<string, Taken>()
    let receipts = 0

    const at = <A>(work: (now: number) => A): Effect.Effect<A> =>
      Effect.map(Clock.currentTimeMillis, work)
    const putBack = (entry: TakenEntry): void => {
      taken.delete(entry.receipt)
      waiting[entry.route].unshift(entry)
    }
    const putExpiredBack = (now: number): void => {
      for (const { entry, until } of [...taken.values()].reverse()) if (until <= now) putBack(entry)
    }
    const ofOwner = (
      owner: string,
      entries: ReadonlyArray<TakenEntry>
    ): ReadonlyArray<TakenEntry> =>
      entries.filter(({ receipt }) => taken.get(receipt)?.owner === owner)
    const keep = (owner: string, entry: TakenEntry, now: number): void => {
      taken.set(entry.receipt, { entry, owner, until: now + keptFor })
    }

    return {
      offer: (entries) =>
        Effect.sync(() => {
          for (const { id, route, tenant_id } of entries)
            waiting[route].push({ id, tenant_id, route, receipt: String(++receipts) })
        }),
      take: (owner, route, limit) =>
        at((now) => {
          putExpiredBack(now)
          const entries = waiting[route].splice(0, limit)
          for (const entry of entries) keep(owner, entry, now)
          return entries
        }),
      extend: (owner, entries) =>
        at((now) => {
          putExpiredBack(now)
          for (const entry of ofOwner(owner, entries)) keep(owner, entry, now)
        }),
      release: (owner, entries) =>
        Effect.sync(() => {
          for (const entry of [...ofOwner(owner, entries)].reverse()) putBack(entry)
        }),
      done: (owner, entries) =>
        Effect.sync(() => {
          for (const { receipt } of ofOwner(owner, entries)) taken.delete(receipt)
        })
    }
  })
