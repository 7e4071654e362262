import type { DerivedKeys } from "@telemark/core"
import { Clock, Effect } from "effect"
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto"

/** Within it, whoever leaves for the provider has to come back. */
const validMillis = 60 * 60_000

const macOf = (text: string, key: Uint8Array): Buffer =>
  createHmac("sha256", key).update(text).digest()

/**
 * Secrets of attempts to sign in at a provider. They carry a signature of ours and an end, so that
 * beginning writes nothing, and nobody makes us ask the provider about what never began here.
 */
export const makeAttempts = (keys: Effect.Effect<DerivedKeys>) => ({
  begin: Effect.gen(function* () {
    const [key] = yield* keys
    const expires = (yield* Clock.currentTimeMillis) + validMillis
    const text = `${String(expires)}.${randomBytes(32).toString("base64url")}`
    return `${text}.${macOf(text, key).toString("base64url")}`
  }),

  hasBegun: (secret: string): Effect.Effect<boolean> =>
    Effect.gen(function* () {
      const [, text = "", expires, mac = ""] =
        /^((\d{1,16})\.[\w-]{43})\.([\w-]{43})$/.exec(secret) ?? []
      const given = Buffer.from(mac, "base64url")
      const isOurs = (yield* keys).some((key) => {
        const right = macOf(text, key)
        return given.length === right.length && timingSafeEqual(given, right)
      })
      return isOurs && Number(expires) > (yield* Clock.currentTimeMillis)
    })
})

export type Attempts = ReturnType<typeof makeAttempts>
