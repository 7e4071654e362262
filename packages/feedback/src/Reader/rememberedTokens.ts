import { createHash } from "node:crypto"

/** How long a token is remembered: twice as long as its signed time is accepted. */
const rememberedMillis = 10 * 60 * 1000

/** Of all sources together. */
const maxTokens = 20_000

interface Remembered {
  readonly body: string
  readonly until: number
}

/** Tokens of signatures that don't cover the body. */
export interface RememberedTokens {
  /**
   * False if the source used this token for another body. Otherwise it is remembered: the same body
   * may come again, since its events count once.
   */
  readonly take: (sourceId: string, token: string, body: Uint8Array, now: number) => boolean
}

const digest = (body: Uint8Array): string => createHash("sha256").update(body).digest("base64url")

export const makeRememberedTokens = (): RememberedTokens => {
  // The oldest comes first.
  const tokens = new Map<string, Remembered>()
  const keyOf = (sourceId: string, token: string): string => `${sourceId} ${token}`

  const forget = (now: number): void => {
    for (const [key, { until }] of tokens) {
      if (until > now && tokens.size <= maxTokens) return
      tokens.delete(key)
    }
  }
  return {
    take: (sourceId, token, body, now) => {
      const key = keyOf(sourceId, token)
      const known = tokens.get(key)
      const digested = digest(body)
      if (known !== undefined && known.until > now && known.body !== digested) return false
      tokens.delete(key)
      tokens.set(key, { body: digested, until: now + rememberedMillis })
      forget(now)
      return true
    }
  }
}
