import { makeMemory } from "../../kernel/memory.js"

/** Remembered keys: good ones (one per hash) and wrong ones. */
const maxGood = 10_000
const maxWrong = 10_000

const wrongFor = 60_000

/** What a process remembers of verified keys: fingerprints, never the keys. */
export interface KeyMemory {
  /** Whether the key with this fingerprint matches the hash; undefined if unknown. */
  readonly recall: (hash: string, fingerprint: string, now: number) => boolean | undefined
  readonly remember: (hash: string, fingerprint: string, isGood: boolean, now: number) => void
}

export const makeKeyMemory = (): KeyMemory => {
  const good = makeMemory<string>(maxGood)
  /** When each expires: a refused key stays in memory no longer than that is useful. */
  const wrong = makeMemory<number>(maxWrong)
  return {
    recall: (hash, fingerprint, now) => {
      if (good.get(hash) === fingerprint) return true
      return (wrong.get(`${hash} ${fingerprint}`) ?? now) > now ? false : undefined
    },
    remember: (hash, fingerprint, isGood, now) => {
      if (isGood) good.set(hash, fingerprint)
      else wrong.set(`${hash} ${fingerprint}`, now + wrongFor)
    }
  }
}
