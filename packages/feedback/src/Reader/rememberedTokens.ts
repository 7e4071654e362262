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
  /** Whether the source used this token for another body. The same body may come again: its events count once. */
  readonly isUsed: (sourceId: string, token: string, body: Uint8Array, now: number) => boolean
  readonly remember: (sourceId: string, token: string, body: Uint8Array, now: number) => void
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
    isUsed: (sourceId, token, body, now) => {
      const known = tokens.get(keyOf(sourceId, token))
      return known !== undefined && known.until > now && known.body !== digest(body)
    },
    remember: (sourceId, token, body, now) => {
      const key = keyOf(sourceId, token)
      tokens.delete(key)
      tokens.set(key, { body: digest(body), until: now + rememberedMillis })
      forget(now)
    }
  }
}
