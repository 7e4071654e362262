import { ValidationFailed } from "@telemark/contract"
import { Either } from "effect"
import { version } from "../Routing/index.js"

/** Where the host has put the interface: a path without a slash at its end and without the version; empty at the root. */
export type MountPath = string

export const atRoot: MountPath = ""

/** RFC 3986 3.3; an escaped dot is one, too, where addresses are resolved. */
const dotSegment = /\/(?:\.|%2e){1,2}(?:\/|$)/i

const pathOf = (text: string): string | undefined =>
  /^\/[^?#\\\s]*$/.test(text) && !text.includes("//") && !dotSegment.test(text) ? new URL(text, "http://localhost").pathname : undefined

/**
 * The mount that a path stands for. Below it are `/v1`, `/docs` and the others; a path that ends in `/v1` is the
 * interface's own, so `/mail/v1` and `/mail` are the same mount.
 */
export const readMount = (path: string): Either.Either<MountPath, ValidationFailed> => {
  const read = pathOf(path)
  return read === undefined
    ? Either.left(ValidationFailed.at("path", "must be a path that begins with a slash, such as /mail or /api/email/v1"))
    : Either.right(read.replace(/\/$/, "").replace(/\/v1$/, ""))
}

/** Path and query below a mount. What isn't below it is a path that nobody knows. */
export const belowMount = (mount: MountPath, url: string): string =>
  mount === atRoot ? url : url.startsWith(`${mount}/`) ? url.slice(mount.length) : "/"

/**
 * Path and query of a request from whose path the framework has taken what it was mounted at. Taken off together
 * with the path, the version is put back; any other mount is the host's own business and stays off.
 */
export const withVersion = (takenOff: string, url: string): string => (takenOff.endsWith(version) ? version + url : url)
