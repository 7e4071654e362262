import type { DerivedKeys } from "@telemark/core"
import { Clock, Effect } from "effect"
import { randomBytes } from "node:crypto"
import { isSigned, signatureOf } from "./signedText.js"

/** Within it, whoever leaves for the provider has to come back. */
const validMillis = 60 * 60_000

/**
 * Secrets of attempts to sign in at a provider. They carry a signature of ours and an end, so that
 * beginning writes nothing, and nobody makes us ask the provider about what never began here.
 */
export const makeAttempts = (keys: Effect.Effect<DerivedKeys>) => ({
  begin: Effect.gen(function* () {
    const expires = (yield* Clock.currentTimeMillis) + validMillis
    const text = `${String(expires)}.${randomBytes(32).toString("base64url")}`
    return `${text}.${signatureOf(text, yield* keys)}`
  }),

  hasBegun: (secret: string): Effect.Effect<boolean> =>
    Effect.gen(function* () {
      const [, text = "", expires, mac = ""] =
        /^((\d{1,16})\.[\w-]{43})\.([\w-]{43})$/.exec(secret) ?? []
      return isSigned(text, mac, yield* keys) && Number(expires) > (yield* Clock.currentTimeMillis)
    })
})

export type Attempts = ReturnType<typeof makeAttempts>
