import type { Hit } from "./Hit.js"
import { haste, tooManyLinks } from "./judgeHit.js"

/**
 * Messages whose clicks of the last 2 s are remembered. Beyond that, those of others aren't
 * counted.
 */
const maxMessages = 10_000

/**
 * The clicks of the last 2 s, by message: at most one of each link, and no more than make a
 * program.
 */
export const makeRecentClicks = () => {
  let younger = new Map<string, ReadonlyArray<Hit>>()
  let older = new Map<string, ReadonlyArray<Hit>>()
  let since = 0

  const rotate = (now: number): void => {
    if (now - since < haste) return
    older = now - since < 2 * haste ? younger : new Map<string, ReadonlyArray<Hit>>()
    younger = new Map()
    since = now
  }

  return {
    /**
     * Clicks on other links of the message in the last 2 s, oldest first; this one is remembered.
     */
    note: (hit: Hit): ReadonlyArray<Hit> => {
      const { at, email_id, linkKey } = hit
      rotate(at)
      const known = younger.get(email_id) ?? older.get(email_id) ?? []
      const others = known.filter((one) => at - one.at < haste && one.linkKey !== linkKey)
      if (younger.has(email_id) || younger.size < maxMessages / 2)
        younger.set(email_id, [...others, hit].slice(-tooManyLinks))
      return others
    }
  }
}
