import { atRoot, belowMount, type MountPath, withVersion } from "./mount.js"
import type { NodeRequest } from "./nodeBody.js"

/** What a framework has cut off the front of the path: Express says so, Connect lets it be seen. */
const takenOff = ({ baseUrl, originalUrl, url = "" }: NodeRequest): string =>
  baseUrl ?? (originalUrl?.endsWith(url) === true ? originalUrl.slice(0, originalUrl.length - url.length) : "")

/** Path and query of an absolute-form request target (RFC 9112 3.2.2), which proxies send. */
const withoutHost = (url: string): string => {
  const match = /^https?:\/\/[^/?#]*(.*)$/i.exec(url)
  return match === null ? url : `/${(match[1] ?? "").replace(/^\//, "")}`
}

/**
 * Path and query as the interface knows them. A mount that was named is looked for in the whole path, whatever was cut off. Of a
 * host that keeps paths whole nothing was: that it notes what a path was before it rewrote it says nothing of that.
 */
export const nodeUrl = (request: NodeRequest, mount: MountPath = atRoot, hostKeepsPaths = false): string => {
  const url = withoutHost(request.url ?? "/")
  const cutOff = hostKeepsPaths ? "" : takenOff(request)
  return mount === atRoot ? withVersion(cutOff, url) : belowMount(mount, cutOff + url)
}
