import { atRoot, belowMount, type MountPath, withVersion } from "./mount.js"
import type { NodeRequest } from "./nodeBody.js"

/** The part of the path that a framework has removed: Express reports it, Connect implies it. */
const takenOff = ({ baseUrl, originalUrl, url = "" }: NodeRequest): string =>
  baseUrl ??
  (originalUrl?.endsWith(url) === true ? originalUrl.slice(0, originalUrl.length - url.length) : "")

/** Path and query of an absolute-form request target (RFC 9112 3.2.2), which proxies send. */
export const withoutHost = (url: string): string => {
  const match = /^https?:\/\/[^/?#]*(.*)$/i.exec(url)
  return match === null ? url : `/${(match[1] ?? "").replace(/^\//, "")}`
}

/**
 * Path and query below the mount. A named mount is searched in the whole path, whatever was removed
 * from it. With `hostKeepsPaths` nothing was removed: `originalUrl` may then differ because the
 * host has rewritten the path.
 */
export const nodeUrl = (
  request: NodeRequest,
  mount: MountPath = atRoot,
  hostKeepsPaths = false
): string => {
  const url = withoutHost(request.url ?? "/")
  const cutOff = hostKeepsPaths ? "" : takenOff(request)
  return mount === atRoot ? withVersion(cutOff, url) : belowMount(mount, cutOff + url)
}
