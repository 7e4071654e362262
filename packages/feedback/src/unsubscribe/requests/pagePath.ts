import { maxTokenLength } from "../../tokens/tokenBytes.js"

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
