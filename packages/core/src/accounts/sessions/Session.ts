import { Data, Duration } from "effect"
import { Base64Url } from "effect/encoding"
import type { Caller, Principal } from "../apiKeys/ApiKey.js"

/** Sessions of one key. When another begins, the oldest ends. */
export const maxSessionsOfKey = 100

/** How long a session lasts, and a token that signs in, in milliseconds. */
export const sessionMillis = Duration.toMillis("12 hours")
export const signInTokenMillis = Duration.toMillis("10 minutes")

/** Or a token that signs the operator in once. Times are epoch milliseconds. */
export interface SessionRecord {
  /** The digest of what the cookie or the link carries, never that itself. */
  readonly hash: string
  readonly kind: "session" | "token"
  /** The key that it was made from, and that one's tenant; null for the operator. */
  readonly key_id: string | null
  readonly tenant_id: string | null
  readonly created_at: number
  readonly expires_at: number
}

/** Its secret is only here. */
export interface NewSession {
  readonly secret: string
  readonly expires_at: number
}

export interface SignedIn {
  /** With the key's id and limits if the session was made from a key. */
  readonly principal: Principal | Caller
  readonly operator: boolean
  /** Undefined for the operator. */
  readonly name: string | undefined
  readonly expires_at: number
}

/** The token is unknown, has expired or was used before; the error doesn't say which. */
export class InvalidSignInToken extends Data.TaggedError("InvalidSignInToken")<{}> {
  override get message(): string {
    return "The link has expired or was used before."
  }
}

/** And of a token that signs in. */
export const sessionSecretBytes = 32

export const mintSessionSecret = (random: Uint8Array): string => Base64Url.encode(random)

/** Anything else is refused without a look-up. */
export const isSessionSecret = (text: string): boolean => /^[\w-]{43}$/.test(text)
