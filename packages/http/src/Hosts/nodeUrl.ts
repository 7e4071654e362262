import type { NodeRequest } from "./nodeBody.js"

const version = "/v1"

/** What a framework has cut off the front of the path: Express says so, Connect lets it be seen. */
const mountOf = ({ baseUrl, originalUrl, url = "" }: NodeRequest): string =>
  baseUrl ?? (originalUrl?.endsWith(url) === true ? originalUrl.slice(0, originalUrl.length - url.length) : "")

/** Path and query of an absolute-form request target (RFC 9112 3.2.2), which proxies send. */
const withoutHost = (url: string): string => {
  const match = /^https?:\/\/[^/?#]*(.*)$/i.exec(url)
  return match === null ? url : `/${(match[1] ?? "").replace(/^\//, "")}`
}

/**
 * Path and query as the interface knows them. Under `app.use("/v1", handler)` the framework has taken the
 * version off, so it is put back; any other mount is the host's own business and stays off.
 */
export const nodeUrl = (request: NodeRequest): string => {
  const url = withoutHost(request.url ?? "/")
  return mountOf(request).endsWith(version) ? version + url : url
}
