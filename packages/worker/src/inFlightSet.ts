// Hot path (docs/hot-paths.md): work begins by callback, without a fiber for each message.
import { awaitOpen, type Job, LimiterState } from "@telemark/core"
import { Effect, Latch } from "effect"

export const makeInFlightCount = Effect.map(Latch.make(true), (none) => {
  let count = 0
  const begin = (): void => {
    count++
    none.closeUnsafe()
  }
  const end = (): void => {
    count--
    if (count === 0) none.openUnsafe()
  }
  return {
    begin,
    end,
    none: awaitOpen(none)
  }
})

/** What a worker does with something that it has leased. */
export interface Leased<Item> {
  readonly item: Item
  /** Those of different owners take turns for a slot. */
  readonly owner: string
  /** About how much memory it takes while it waits. */
  readonly octets: number
  /**
   * Begins the work, and calls `ended` once, perhaps before it returns. What it returns stops work
   * that only waits.
   */
  readonly begin: (ended: () => void) => () => void
}

/** What a worker has leased, and how much more it may claim. */
export interface InFlightSet<Item> {
  readonly keys: () => ReadonlyArray<string>
  /** How many more would begin at once. */
  readonly freeSlots: () => number
  /**
   * Starts the work in a slot of its own, once one is free.
   */
  readonly begin: (key: string, leased: Leased<Item>) => void
  /**
   * Starts the work at once. Messages on a tenant's own route take no slot: a slow server there
   * delays only that tenant.
   */
  readonly beginWithoutSlot: (key: string, leased: Leased<Item>) => void
  /**
   * Frees the slot of a key whose work only waits; its lease is still renewed. At most `max` keys.
   */
  readonly free: (key: string) => void
  readonly waiting: {
    readonly octets: () => number
    /** When what waits longest began to wait, in epoch milliseconds; undefined if nothing does. */
    readonly since: () => number | undefined
    /** Removes all that wait: their work won't begin. */
    readonly takeAll: () => ReadonlyArray<Item>
  }
  /** Stops all work that only waits. */
  readonly stop: () => void
  readonly hasFreeSlot: Effect.Effect<void>
  readonly isEmpty: Effect.Effect<void>
}

interface InFlightSetOptions {
  /** Read each time. */
  readonly max: () => number
  readonly ended?: (() => void) | undefined
}

interface Entry<Item> {
  readonly key: string
  readonly leased: Leased<Item>
  readonly since: number
  /** Its slot, or its place among those that wait for one. */
  job: Job | undefined
  stop: (() => void) | undefined
}

export const makeInFlightSet = <Item>({
  ended,
  max
}: InFlightSetOptions): Effect.Effect<InFlightSet<Item>> =>
  Effect.gen(function* () {
    const clock = yield* Effect.clockWith(Effect.succeed)
    const entries = new Map<string, Entry<Item>>()
    const slots = new LimiterState({ permits: max() })
    /** In the order in which they came. */
    const waiting = new Map<Job, Entry<Item>>()
    const withoutSlot = new Set<Entry<Item>>()
    let waitingOctets = 0
    const freeSlots = () => Math.max(0, max() - slots.inUse - slots.waiting)
    const hasFreeSlot = yield* Latch.make(true)
    const empty = yield* Latch.make(true)

    const update = (): void => {
      start(slots.resize(max()))
      if (freeSlots() > 0) hasFreeSlot.openUnsafe()
      else hasFreeSlot.closeUnsafe()
      if (entries.size === 0) empty.openUnsafe()
      else empty.closeUnsafe()
    }
    const stopWaiting = (job: Job): Entry<Item> | undefined => {
      const entry = waiting.get(job)
      if (entry !== undefined && waiting.delete(job)) waitingOctets -= entry.leased.octets
      return entry
    }
    const start = (started: ReadonlyArray<Job>): void => {
      for (const job of started) {
        const entry = stopWaiting(job)
        if (entry !== undefined) run(entry)
      }
    }
    const leave = (entry: Entry<Item>): void => {
      if (entry.job === undefined) return
      stopWaiting(entry.job)
      start(slots.leave(entry.job))
      entry.job = undefined
    }
    const run = (entry: Entry<Item>): void => {
      entry.stop = entry.leased.begin(() => {
        ended?.()
        // A released message may be claimed again before its work has ended: the key is then the
        // later work's.
        if (entries.get(entry.key) === entry) entries.delete(entry.key)
        withoutSlot.delete(entry)
        leave(entry)
        update()
      })
    }
    let starting: Array<Entry<Item>> = []
    // In a later turn: callers whose mail was accepted get their answers before it is composed.
    const runSoon = (entry: Entry<Item>): void => {
      if (starting.push(entry) > 1) return
      setImmediate(() => {
        const entries = starting
        starting = []
        for (const entry of entries) run(entry)
      })
    }
    const enter = (key: string, leased: Leased<Item>): Entry<Item> => {
      const before = entries.get(key)
      if (before !== undefined) leave(before)
      const entry = {
        key,
        leased,
        since: clock.currentTimeMillisUnsafe(),
        job: undefined,
        stop: undefined
      }
      entries.set(key, entry)
      return entry
    }

    return {
      keys: () => [...entries.keys()],
      freeSlots,
      begin: (key, leased) => {
        const entry: Entry<Item> = enter(key, leased)
        entry.job = slots.enter(leased.owner, 1)
        if (entry.job === undefined || entry.job.isRunning) runSoon(entry)
        else {
          waiting.set(entry.job, entry)
          waitingOctets += leased.octets
        }
        update()
      },
      beginWithoutSlot: (key, leased) => {
        runSoon(enter(key, leased))
        update()
      },
      free: (key) => {
        const entry = entries.get(key)
        if (withoutSlot.size >= max() || entry?.job?.isRunning !== true) return
        withoutSlot.add(entry)
        leave(entry)
        update()
      },
      waiting: {
        octets: () => waitingOctets,
        since: () => waiting.values().next().value?.since,
        takeAll: () => {
          const all = [...waiting.values()]
          for (const entry of all) {
            entries.delete(entry.key)
            leave(entry)
          }
          update()
          return all.map(({ leased }) => leased.item)
        }
      },
      stop: () => {
        for (const { stop } of [...entries.values()]) stop?.()
      },
      // `max` may have shrunk since the latch was opened; a loop would spin.
      hasFreeSlot: Effect.suspend(() => {
        update()
        return awaitOpen(hasFreeSlot)
      }),
      isEmpty: awaitOpen(empty)
    }
  })
