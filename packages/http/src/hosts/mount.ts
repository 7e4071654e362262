import { feedbackProviderNames, ValidationFailed } from "@telemark/contract"
import { Result } from "effect"
import { pathOf as pathOfUrl, version } from "../routing/routes.js"

/** Without a trailing slash and without the version; empty at the root. */
export type MountPath = string

export const atRoot: MountPath = ""

export interface MountOptions {
  /**
   * The host never removes the mount from `request.url`, whatever `baseUrl` or `originalUrl`
   * suggest.
   */
  readonly hostKeepsPaths?: boolean
  /** The first part of another service's interface, such as `/resend`: the mount is its root. */
  readonly front?: string
}

/** RFC 3986 3.3. URL parsers treat an escaped dot as one, too. */
const dotSegment = /\/(?:\.|%2e){1,2}(?:\/|$)/i

const pathOf = (text: string): string | undefined =>
  /^\/[^?#\\\s]*$/.test(text) && !text.includes("//") && !dotSegment.test(text)
    ? new URL(text, "http://localhost").pathname
    : undefined

/** Parses a mount path. `/mail/v1` and `/mail` are the same mount. */
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
 * First parts of paths beside `/v1`, and what is left if a framework has removed one with the
 * mount.
 */
const parts: ReadonlyArray<readonly [part: string, rest: RegExp]> = [
  // `/{provider}/{secret}`.
  ["/hooks", new RegExp(`^/(?:${feedbackProviderNames.join("|")})/[^/?#]+/?(?:[?#]|$)`)],
  // Addresses in mail.
  ["/t", /^\/(?:[oc]\/[^/?#]*|host)\/?(?:[?#]|$)/],
  ["/u", /^\/[\w-]{46,}(?:\/preferences)?\/?(?:[?#]|$)/]
]

const withPart = (takenOff: string, url: string): string => {
  const [part = ""] = parts.find(([part, rest]) => takenOff.endsWith(part) && rest.test(url)) ?? []
  return part + url
}

/** `/` for the mount itself; `//`, which nothing answers, if the URL isn't below it. */
export const belowMount = (mount: MountPath, url: string): string =>
  mount === atRoot
    ? url
    : url.startsWith(`${mount}/`)
      ? withPart(mount, url.slice(mount.length))
      : pathOfUrl(url) === mount
        ? "/"
        : "//"

/** Restores `/v1` or another first part that the framework has removed with the mount path. */
export const withVersion = (takenOff: string, url: string): string =>
  takenOff.endsWith(version) ? version + url : withPart(takenOff, url)

/**
 * Where another service's interface stands beside ours: the mount is its root. At our root, its
 * own first part may be there or have been removed by a framework.
 */
export const belowFront = (front: string, mount: MountPath, url: string): string => {
  const below = mount === atRoot ? url : belowMount(mount, url)
  return below.startsWith(`${front}/`) ? below : front + below
}
