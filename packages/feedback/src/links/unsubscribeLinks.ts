import {
  type LinkSubject,
  makeFreshKeys,
  makeReturnPathKeys,
  offersUnsubscribing,
  type UnsubscribeLinks
} from "@telemark/core"
import { Effect, type Redacted } from "effect"
import { unsubscribeAddress } from "../returnPath/addressToken.js"
import { type LinkFrame, linkToken, maxTokenLength } from "./linkToken.js"

export interface PagePath {
  /** Who knows it may unsubscribe the recipient: never log it. */
  readonly token: string
  readonly isPreferences: boolean
  /** What links on the page are relative to: the last segment of its path, empty after a slash. */
  readonly last: string
}

/** They stand in logs and traces for the paths. */
export const pageRoutes = { page: "/u/:token", preferences: "/u/:token/preferences" } as const

const pattern = new RegExp(`^/u/([\\w-]{1,${String(maxTokenLength)}})(/preferences)?(/?)(?:[?#]|$)`)

/** Whatever its query; undefined for other addresses. */
export const readPagePath = (url: string): PagePath | undefined => {
  const [, token, preferences, slash] = pattern.exec(url) ?? []
  // Some hosts put a slash at the end of every path.
  return token === undefined
    ? undefined
    : { token, isPreferences: preferences !== undefined, last: slash === "/" ? "" : token }
}

export const pageAddresses = (
  base: string,
  token: string,
  ending: "" | "/"
): { readonly page: string; readonly preferences: string } => ({
  page: `${base}/u/${token}${ending}`,
  preferences: `${base}/u/${token}/preferences${ending}`
})

/** A `mailto:` URL to which mail unsubscribes from a message. */
export type UnsubscribeMailto = (emailId: string) => string

/**
 * Undefined if the message doesn't offer unsubscribing. Without `mailto`, nobody takes such mail.
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
  /** Of return paths, whose listener takes the mail; as A-labels. */
  readonly returnPathHost: string | undefined
  readonly secret: string | Redacted.Redacted | undefined
}

/** Mail programs show the subject; the listener reads none of it. */
const query = "?subject=unsubscribe"

/** It waits for nothing while the keys are fresh. */
export const makeUnsubscribeMailto = ({ returnPathHost: host, secret }: MailtoOptions) =>
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
