import { StorageError } from "@telemark/contract"
import type { Services, StorageHealth } from "@telemark/core"
import { Effect } from "effect"
import { errorAnswer, withHeaders } from "../Answer.js"
import { makeRun } from "../app/app.js"
import { requestIdOf } from "../requests/IncomingRequest.js"
import type { MountPath } from "./mount.js"
import { type AnsweringNodeHandler, makeNodeHandler } from "./nodeHandler.js"
import { writeNodeResponse } from "./nodeResponse.js"
import { makeWebHandler, toResponse, type WebHandler } from "./webHandler.js"

/** The interface as a Node handler and as a web handler. */
export interface Handlers {
  readonly node: AnsweringNodeHandler
  readonly web: WebHandler
}

export interface MountOptions {
  /**
   * The host never removes the mount from `request.url`, even if `baseUrl` or `originalUrl` suggest
   * it.
   */
  readonly hostKeepsPaths?: boolean
}

/** Makes the handlers of a mount. All of them share one application. */
export type HandlersAt = (mount: MountPath, options?: MountOptions) => Handlers

/** The interface for hosts that mount it at paths of their choice. */
export const handlersAt: Effect.Effect<HandlersAt, never, Services | StorageHealth> = Effect.map(
  makeRun,
  (run) =>
    (mount, { hostKeepsPaths } = {}) => ({
      node: makeNodeHandler(run, mount, hostKeepsPaths),
      web: makeWebHandler(run, mount)
    })
)

const answer = errorAnswer(new StorageError({ reason: "unavailable", cause: undefined }))

const answerTo = (id: string | undefined) =>
  withHeaders(answer, { "x-request-id": requestIdOf(id), "x-content-type-options": "nosniff" })

/**
 * Handlers of a closed service: 503 for every request. On Node they close the connection: another
 * process may serve this address already.
 */
export const unavailable: Handlers = {
  node: (request, response) => {
    const id = request.headers["x-request-id"]
    void writeNodeResponse(
      request,
      response,
      withHeaders(answerTo(typeof id === "string" ? id : undefined), { connection: "close" })
    )
    return Promise.resolve()
  },
  web: (request) =>
    Promise.resolve(
      toResponse(answerTo(request.headers.get("x-request-id") ?? undefined), {
        method: request.method
      })
    )
}
