// Hot path (docs/hot-paths.md): reads Node's request itself, 150 µs instead of 280.
import { type Services, type StorageHealth, wakeable } from "@telemark/core"
import { Effect } from "effect"
import type { ServerResponse } from "node:http"
import { makeRun, type Run } from "../app/app.js"
import { IncomingRequest } from "../requests/IncomingRequest.js"
import {
  atRoot,
  belowFront,
  belowMount,
  type MountOptions,
  type MountPath,
  withVersion
} from "./mount.js"
import { nodeBody, type NodeRequest } from "./nodeBody.js"
import { writeNodeResponse } from "./nodeResponse.js"

/** What a framework has removed: Express reports it, Connect implies it. */
const takenOff = ({ baseUrl, originalUrl, url = "" }: NodeRequest): string =>
  baseUrl ??
  (originalUrl?.endsWith(url) === true ? originalUrl.slice(0, originalUrl.length - url.length) : "")

/** Proxies send absolute forms (RFC 9112 3.2.2). */
const withoutHost = (url: string): string => {
  if (url.startsWith("/")) return url
  const match = /^https?:\/\/[^/?#]*(.*)$/i.exec(url)
  return match === null ? url : `/${(match[1] ?? "").replace(/^\//, "")}`
}

/**
 * Path and query below the mount. A named one is searched in the whole path. With `hostKeepsPaths`,
 * `originalUrl` may differ because the host has rewritten the path.
 */
export const nodeUrl = (
  request: NodeRequest,
  mount: MountPath = atRoot,
  { front, hostKeepsPaths = false }: MountOptions = {}
): string => {
  const url = withoutHost(request.url ?? "/")
  const cutOff = hostKeepsPaths ? "" : takenOff(request)
  if (front !== undefined) return belowFront(front, mount, mount === atRoot ? url : cutOff + url)
  return mount === atRoot ? withVersion(cutOff, url) : belowMount(mount, cutOff + url)
}

const goneFrom = (response: ServerResponse): Effect.Effect<void> =>
  wakeable((resume) => {
    const notify = (): void => {
      resume(Effect.void)
    }
    if (response.closed) notify()
    else response.once("close", notify)
    return Effect.sync(() => {
      response.off("close", notify)
    })
  })

/** For `http.createServer`, and `app.use("/v1", …)` in Express. */
export type NodeHandler = (request: NodeRequest, response: ServerResponse) => void

/**
 * Its promise resolves once the request is answered, even if the client has gone, and never
 * rejects. Events can't tell this: `close` may precede the call, and isn't emitted if the
 * connection is lost while the response is queued behind another one.
 */
export type AnsweringNodeHandler = (request: NodeRequest, response: ServerResponse) => Promise<void>

/** Node joins repeated headers, except for a few that aren't used here. */
const headerOf = ({ headers }: NodeRequest, name: string): string | undefined => {
  const value = headers[name]
  return typeof value === "string" ? value : value?.[0]
}

export const makeNodeHandler =
  (run: Run, mount: MountPath, options?: MountOptions): AnsweringNodeHandler =>
  (request, response) => {
    const head = {
      method: request.method ?? "GET",
      url: nodeUrl(request, mount, options),
      header: (name: string) => headerOf(request, name)
    }
    const known = run.atOnce(head)
    if (known !== undefined) return writeNodeResponse(request, response, known) ?? Promise.resolve()
    const incoming = new IncomingRequest({
      ...head,
      body: nodeBody(request),
      received: request,
      fullUrl: () => withoutHost(request.originalUrl ?? request.url ?? "/"),
      isEncrypted: () => "encrypted" in request.socket,
      // Express knows which proxies it trusts.
      address: () => request.ip ?? request.socket.remoteAddress,
      gone: goneFrom(response)
    })
    return new Promise((resolve) => {
      run(incoming, (answer) => {
        let stream: Promise<void> | undefined
        try {
          stream = writeNodeResponse(request, response, answer)
        } finally {
          resolve(stream)
        }
      })
    })
  }

/**
 * The interface as a Node handler. A client that hangs up doesn't interrupt its request, unless the
 * operation says so: what the transaction has decided stands.
 */
export const nodeHandler: Effect.Effect<NodeHandler, never, Services | StorageHealth> = Effect.map(
  makeRun,
  (run) => {
    const handle = makeNodeHandler(run, atRoot)
    return (request, response) => void handle(request, response)
  }
)
