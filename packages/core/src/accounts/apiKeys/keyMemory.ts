/**
 * Remembered keys: good ones (one per hash) and wrong ones. Beyond either bound, the oldest is
 * dropped.
 */
const maxGood = 10_000
const maxWrong = 10_000

const wrongFor = 60_000

/** What a process remembers of verified keys: fingerprints, never the keys. */
export interface KeyMemory {
  /** Whether the key with this fingerprint matches the hash; undefined if unknown. */
  readonly recall: (hash: string, fingerprint: string, now: number) => boolean | undefined
  readonly remember: (hash: string, fingerprint: string, isGood: boolean, now: number) => void
}

const setWithin = <A>(map: Map<string, A>, max: number, key: string, value: A): void => {
  map.delete(key)
  const [oldest] = map.keys()
  if (map.size >= max && oldest !== undefined) map.delete(oldest)
  map.set(key, value)
}

export const makeKeyMemory = (): KeyMemory => {
  const good = new Map<string, string>()
  /** When each expires: a refused key stays in memory no longer than that is useful. */
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
