/** Good keys that are remembered, one for each hash; and wrong ones, the oldest of which is forgotten for the next. */
const maxGood = 10_000
const maxWrong = 10_000

/** How long a wrong key is remembered, in milliseconds. */
const wrongFor = 60_000

/** What a process knows of keys whose slow hash it has compared: fingerprints of them, never the keys. */
export interface KeyMemory {
  /** Whether the key of that fingerprint is the one of that hash; undefined if it isn't known. */
  readonly recall: (hash: string, fingerprint: string, now: number) => boolean | undefined
  readonly remember: (hash: string, fingerprint: string, isGood: boolean, now: number) => void
}

/** Keeps a map from growing over `max`: the entry that was set first goes. */
const setWithin = <A>(map: Map<string, A>, max: number, key: string, value: A): void => {
  map.delete(key)
  const [oldest] = map.keys()
  if (map.size >= max && oldest !== undefined) map.delete(oldest)
  map.set(key, value)
}

export const makeKeyMemory = (): KeyMemory => {
  const good = new Map<string, string>()
  /** When each is to be forgotten: no key that was refused stays in memory for longer than it helps. */
  const wrong = new Map<string, number>()
  return {
    recall: (hash, fingerprint, now) => {
      if (good.get(hash) === fingerprint) return true
      return (wrong.get(`${hash} ${fingerprint}`) ?? now) > now ? false : undefined
    },
    remember: (hash, fingerprint, isGood, now) => {
      if (isGood) setWithin(good, maxGood, hash, fingerprint)
      else setWithin(wrong, maxWrong, `${hash} ${fingerprint}`, now + wrongFor)
    }
  }
}
