import type { StorageError } from "@telemark/contract"
import {
  type InvalidSecret,
  type LinkSubject,
  makeFreshKeys,
  makeReturnPathKeys,
  offersUnsubscribing,
  type SecretMissing,
  type StoredKeys,
  type UnsubscribeLinks
} from "@telemark/core"
import { Effect, type Redacted } from "effect"
import { unsubscribeAddress } from "../returnPath/addressToken.js"
import { type LinkFrame, linkToken, maxTokenLength } from "./linkToken.js"

/** What the path of a page for unsubscribing names. */
export interface PagePath {
  /** Who knows it may unsubscribe the recipient: never log it. */
  readonly token: string
  readonly isPreferences: boolean
  /** What links on the page are relative to: the last segment of its path, empty after a slash. */
  readonly last: string
}

/** The path templates, which stand in logs and traces for the paths. */
export const pageRoutes = { page: "/u/:token", preferences: "/u/:token/preferences" } as const

const pattern = new RegExp(`^/u/([\\w-]{1,${String(maxTokenLength)}})(/preferences)?(/?)(?:[?#]|$)`)

/** The parts of a page's address, whatever its query; undefined for other addresses. */
export const readPagePath = (url: string): PagePath | undefined => {
  const [, token, preferences, slash] = pattern.exec(url) ?? []
  // Some hosts put a slash at the end of every path.
  return token === undefined
    ? undefined
    : { token, isPreferences: preferences !== undefined, last: slash === "/" ? "" : token }
}

/** The addresses of a message's pages below `base`, which has no slash at its end. */
export const pageAddresses = (
  base: string,
  token: string,
  ending: "" | "/"
): { readonly page: string; readonly preferences: string } => ({
  page: `${base}/u/${token}${ending}`,
  preferences: `${base}/u/${token}/preferences${ending}`
})

/** The address to which mail unsubscribes from a message, as a `mailto:` URL. */
export type UnsubscribeMailto = (emailId: string) => string

/**
 * The addresses for unsubscribing; undefined if the message doesn't offer it. Without `mailto`,
 * nobody takes such mail.
 */
export const unsubscribeLinksOf = (
  { bases: [base], ending }: LinkFrame,
  key: Uint8Array,
  message: LinkSubject,
  mailto?: UnsubscribeMailto
): UnsubscribeLinks | undefined => {
  const { body, id, topic } = message
  if (!offersUnsubscribing({ topic, html: body?.html ?? null, text: body?.text ?? null }))
    return undefined
  return { ...pageAddresses(base, linkToken(key, "page", id), ending), mailto: mailto?.(id) }
}

export interface MailtoOptions {
  /**
   * The host of return paths, whose listener takes the mail; as A-labels. Undefined: there is none.
   */
  readonly returnPathHost: string | undefined
  readonly secret: string | Redacted.Redacted | undefined
}

/** Mail programs show the subject; the listener reads none of it. */
const query = "?subject=unsubscribe"

/** What makes the addresses; it waits for nothing while the keys are fresh. */
export const makeUnsubscribeMailto = ({
  returnPathHost: host,
  secret
}: MailtoOptions): Effect.Effect<
  Effect.Effect<UnsubscribeMailto | undefined>,
  InvalidSecret | SecretMissing | StorageError,
  StoredKeys
> =>
  host === undefined
    ? Effect.succeed(Effect.succeed(undefined))
    : Effect.gen(function* () {
        const keys = yield* makeFreshKeys(secret, yield* makeReturnPathKeys(secret))
        return Effect.map(
          keys,
          ([newest]) =>
            (emailId: string) =>
              `mailto:${unsubscribeAddress(newest, emailId, host)}${query}`
        )
      })
