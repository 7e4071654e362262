import { makeWatchers } from "../peers.js"

/** What this process has claimed and neither recorded nor released. */
export interface InFlight {
  /** The claim's result isn't known yet. */
  readonly claiming: () => void
  /** None if the claim failed. */
  readonly claimed: (keys: ReadonlyArray<string>) => void
  readonly left: (keys: ReadonlyArray<string>) => void
  /** Another record is expected before this one counts as left. */
  readonly expectMore: (key: string) => void
  /** It was made, or won't be made. */
  readonly hadMore: (key: string) => void
  readonly isEmpty: () => boolean
  readonly emptied: () => Promise<void>
  /** Resolves when these have left, or `over` has settled and none is in flight. Never rejects. */
  readonly settled: (keys: ReadonlyArray<string>, over: Promise<unknown>) => Promise<void>
}

export const makeInFlight = (): InFlight => {
  const leased = new Set<string>()
  const expecting = new Set<string>()
  const gone = new Set<string>()
  let claims = 0
  const { notify, until } = makeWatchers()
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
