/** What a reader asked for below `/t/`. */
export interface TrackedAddress {
  readonly kind: "open" | "click"
  readonly token: string
}

const pattern = /^\/t\/([oc])\/([^/?#]*)\/?(?:[?#]|$)/

/**
 * Reads path and query of a request; undefined if it is none of tracking. A slash at the end, and a
 * query that others have appended, change nothing.
 */
export const readTrackedAddress = (url: string): TrackedAddress | undefined => {
  // Every request of the service comes through here.
  if (!url.startsWith("/t/")) return undefined
  const [, kind, token] = pattern.exec(url) ?? []
  return token === undefined ? undefined : { kind: kind === "c" ? "click" : "open", token }
}
