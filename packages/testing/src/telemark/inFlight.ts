/**
 * What this process has claimed and neither recorded nor released, whether by a worker or by
 * `deliverDue`.
 */
export interface InFlight {
  /** A claim begins; its result isn't known yet. */
  readonly claiming: () => void
  /** The claim returned these; none if it failed. */
  readonly claimed: (keys: ReadonlyArray<string>) => void
  /** These were recorded or released. */
  readonly left: (keys: ReadonlyArray<string>) => void
  /** Another record is expected before this one counts as left. */
  readonly expectMore: (key: string) => void
  /** That record was made, or won't be made. */
  readonly hadMore: (key: string) => void
  /** Whether nothing is in flight, nor being claimed. */
  readonly isEmpty: () => boolean
  readonly emptied: () => Promise<void>
  /**
   * Resolves when these have left, or when `over` has settled and none of them is in flight. Never
   * rejects.
   */
  readonly settled: (keys: ReadonlyArray<string>, over: Promise<unknown>) => Promise<void>
}

export const makeInFlight = (): InFlight => {
  const leased = new Set<string>()
  const expecting = new Set<string>()
  const gone = new Set<string>()
  const waiting = new Set<() => void>()
  let claims = 0
  const notify = (): void => {
    for (const look of [...waiting]) look()
  }
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
    claiming: () => {
      claims++
    },
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
    expectMore: (key) => {
      expecting.add(key)
    },
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
      return until(
        () =>
          keys.every((key) => gone.has(key)) ||
          (isOver && claims === 0 && keys.every((key) => !leased.has(key)))
      )
    }
  }
}
