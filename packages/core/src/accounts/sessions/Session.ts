import { type MemberSession, timestamp } from "@telemark/contract"
import { Data, Duration } from "effect"
import { Base64Url } from "effect/encoding"
import type { Caller, Principal } from "../apiKeys/ApiKey.js"

/** Sessions of one key, or of one member. When another begins, the oldest ends. */
export const maxSessionsOfKey = 100

/** How long a session lasts, and a token that signs in, in milliseconds. */
export const sessionMillis = Duration.toMillis("12 hours")
export const signInTokenMillis = Duration.toMillis("10 minutes")

/** Or a token that signs the operator in once. Times are epoch milliseconds. */
export interface SessionRecord {
  /** The digest of what the cookie or the link carries, never that itself. */
  readonly hash: string
  /** By which its owner ends it. Null for tokens, and for sessions from before there were ids. */
  readonly id: string | null
  /**
   * `member` for sessions of members, whatever else a session is made from; `used` for what must
   * not be taken again until it ends.
   */
  readonly kind: "session" | "member" | "token" | "used"
  /** The key that it was made from, or the member, and its tenant; null for the operator. */
  readonly key_id: string | null
  readonly member_id: string | null
  readonly tenant_id: string | null
  readonly created_at: number
  readonly expires_at: number
  /** To ten minutes. */
  readonly seen_at: number | null
  readonly address: string | null
  readonly browser: string | null
}

/** Where a session begins. */
export interface SessionPlace {
  readonly address: string | null
  readonly userAgent: string | undefined
}

export const nowhere: SessionPlace = { address: null, userAgent: undefined }

/** Whose sessions: of a key, of a member, or all of the operator. */
export type SessionOwner =
  | { readonly kind: "key" | "member"; readonly id: string }
  | { readonly kind: "operator" }

/** In this order: some name others as well, for servers that look for those. */
const browsers = [
  ["Edg", "Edge"],
  ["OPR", "Opera"],
  ["Firefox", "Firefox"],
  ["Chrome", "Chrome"],
  ["Safari", "Safari"]
] as const

/** One of a few words, whatever a client says of itself. */
export const browserOf = (userAgent = ""): string =>
  browsers.find(([word]) => userAgent.includes(`${word}/`))?.[1] ?? "other"

/** How exactly it is known when a session was last used, in milliseconds. */
export const noteSeenEvery = 600_000

export const viewOfSession = (
  session: SessionRecord,
  current: string | undefined
): MemberSession => ({
  id: session.id ?? "",
  created_at: timestamp(session.created_at),
  seen_at: timestamp(session.seen_at ?? session.created_at),
  expires_at: timestamp(session.expires_at),
  address: session.address,
  browser: session.browser ?? "other",
  current: session.hash === current
})

/** Its secret is only here. */
export interface NewSession {
  readonly secret: string
  readonly expires_at: number
}

export interface SignedIn {
  /** With the key's id and limits if the session was made from a key. */
  readonly principal: Principal | Caller
  readonly operator: boolean
  /** Undefined for the operator with a printed link. */
  readonly name: string | undefined
  /** Null without a session. */
  readonly expires_at: number | null
  /** By whom a member is known. */
  readonly issuer?: string | null | undefined
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
