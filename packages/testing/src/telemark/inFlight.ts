/** What this process has claimed and has neither recorded nor given back, whoever in it claimed it: a worker, or a run of `deliverDue`. */
export interface InFlight {
  /** A claim is made: what it will come to isn't known yet. */
  readonly claiming: () => void
  /** It came to these; none where it failed. */
  readonly claimed: (keys: ReadonlyArray<string>) => void
  /** Recorded, or given back. */
  readonly left: (keys: ReadonlyArray<string>) => void
  /** More is to be recorded of it, before it has left. */
  readonly expectMore: (key: string) => void
  /** That more was recorded, or won't be. */
  readonly hadMore: (key: string) => void
  /** Whether nothing is in hand, nor about to be. */
  readonly isEmpty: () => boolean
  /** Until nothing is. */
  readonly emptied: () => Promise<void>
  /** Until these have left, or until `over` has ended and none of them is in hand. Never rejects. */
  readonly settled: (keys: ReadonlyArray<string>, over: Promise<unknown>) => Promise<void>
}

export const makeInHand = (): InFlight => {
  const leased = new Set<string>()
  const expecting = new Set<string>()
  const gone = new Set<string>()
  const waiting = new Set<() => void>()
  let claims = 0
  const notify = (): void => { for (const look of [...waiting]) look() }
  const until = (holds: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (!holds()) return
        waiting.delete(look)
        resolve()
      }
      waiting.add(look)
      look()
    })
  const leave = (key: string): void => {
    if (expecting.has(key)) return
    leased.delete(key)
    gone.add(key)
  }
  const isEmpty = (): boolean => claims === 0 && leased.size === 0
  return {
    claiming: () => { claims++ },
    claimed: (keys) => {
      claims--
      for (const key of keys) {
        leased.add(key)
        gone.delete(key)
      }
      notify()
    },
    left: (keys) => {
      keys.forEach(leave)
      notify()
    },
    expectMore: (key) => { expecting.add(key) },
    hadMore: (key) => {
      if (!expecting.delete(key)) return
      leave(key)
      notify()
    },
    isEmpty,
    emptied: () => until(isEmpty),
    settled: (keys, over) => {
      let isOver = false
      const end = (): void => {
        isOver = true
        notify()
      }
      over.then(end, end)
      return until(() => keys.every((key) => gone.has(key)) || (isOver && claims === 0 && keys.every((key) => !leased.has(key))))
    }
  }
}
