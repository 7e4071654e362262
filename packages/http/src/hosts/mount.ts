import { feedbackProviderNames, ValidationFailed } from "@telemark/contract"
import { Result } from "effect"
import { pathOf as pathOfUrl, version } from "../routing/routes.js"

/**
 * The path at which the host mounts the interface, without a trailing slash and without the
 * version; empty at the root.
 */
export type MountPath = string

export const atRoot: MountPath = ""

/** RFC 3986 3.3. URL parsers treat an escaped dot as one, too. */
const dotSegment = /\/(?:\.|%2e){1,2}(?:\/|$)/i

const pathOf = (text: string): string | undefined =>
  /^\/[^?#\\\s]*$/.test(text) && !text.includes("//") && !dotSegment.test(text)
    ? new URL(text, "http://localhost").pathname
    : undefined

/**
 * Parses a mount path; `/v1`, `/docs` and others are below it. `/mail/v1` and `/mail` are the same
 * mount: `/v1` is the interface's own.
 */
export const readMount = (path: string): Result.Result<MountPath, ValidationFailed> => {
  const read = pathOf(path)
  return read === undefined
    ? Result.fail(
        ValidationFailed.at(
          "path",
          "must be a path that begins with a slash, such as /mail or /api/email/v1"
        )
      )
    : Result.succeed(read.replace(/\/$/, "").replace(/\/v1$/, ""))
}

/**
 * First parts of paths beside the versioned interface, and the form of what is left if the
 * framework has removed such a part with the mount path.
 */
const parts: ReadonlyArray<readonly [part: string, rest: RegExp]> = [
  // A provider's call, `/{provider}/{secret}`.
  ["/hooks", new RegExp(`^/(?:${feedbackProviderNames.join("|")})/[^/?#]+/?(?:[?#]|$)`)],
  // Addresses in mail.
  ["/t", /^\/(?:[oc]\/[^/?#]*|host)\/?(?:[?#]|$)/],
  ["/u", /^\/[\w-]{46,}(?:\/preferences)?\/?(?:[?#]|$)/]
]

/** Restores the first part of such a path that the mount path had. */
const withPart = (takenOff: string, url: string): string => {
  const [part = ""] = parts.find(([part, rest]) => takenOff.endsWith(part) && rest.test(url)) ?? []
  return part + url
}

/**
 * Path and query below a mount; `/` for the mount itself, and `//`, which nothing answers, if the
 * URL is neither.
 */
export const belowMount = (mount: MountPath, url: string): string =>
  mount === atRoot
    ? url
    : url.startsWith(`${mount}/`)
      ? withPart(mount, url.slice(mount.length))
      : pathOfUrl(url) === mount
        ? "/"
        : "//"

/**
 * Restores `/v1`, or the first part of a path beside it, if the framework has removed it with the
 * mount path; any other mount path stays removed.
 */
export const withVersion = (takenOff: string, url: string): string =>
  takenOff.endsWith(version) ? version + url : withPart(takenOff, url)
