import { feedbackProviderNames, ValidationFailed } from "@telemark/contract"
import { Either } from "effect"
import { version } from "../Routing/index.js"

/** The path at which the host mounts the interface, without a trailing slash and without the version; empty at the root. */
export type MountPath = string

export const atRoot: MountPath = ""

/** RFC 3986 3.3. URL parsers treat an escaped dot as one, too. */
const dotSegment = /\/(?:\.|%2e){1,2}(?:\/|$)/i

const pathOf = (text: string): string | undefined =>
  /^\/[^?#\\\s]*$/.test(text) && !text.includes("//") && !dotSegment.test(text) ? new URL(text, "http://localhost").pathname : undefined

/** Parses a mount path; `/v1`, `/docs` and others are below it. `/mail/v1` and `/mail` are the same mount: `/v1` is the interface's own. */
export const readMount = (path: string): Either.Either<MountPath, ValidationFailed> => {
  const read = pathOf(path)
  return read === undefined
    ? Either.left(ValidationFailed.at("path", "must be a path that begins with a slash, such as /mail or /api/email/v1"))
    : Either.right(read.replace(/\/$/, "").replace(/\/v1$/, ""))
}

/** What is left of a provider's call, `/{provider}/{secret}`, if the framework has removed `/hooks` as well. */
const calls = new RegExp(`^/(?:${feedbackProviderNames.join("|")})/[^/?#]+(?:[?#]|$)`)

/** Restores `/hooks` of a provider's call that the mount path had. */
const withHooks = (takenOff: string, url: string): string => takenOff.endsWith("/hooks") && calls.test(url) ? `/hooks${url}` : url

/** Path and query below a mount; `/`, which no route matches, if the URL isn't below it. */
export const belowMount = (mount: MountPath, url: string): string =>
  mount === atRoot ? url : url.startsWith(`${mount}/`) ? withHooks(mount, url.slice(mount.length)) : "/"

/** Restores `/v1`, or `/hooks` of a provider's call, if the framework has removed it with the mount path; any other mount path stays removed. */
export const withVersion = (takenOff: string, url: string): string => (takenOff.endsWith(version) ? version + url : withHooks(takenOff, url))
