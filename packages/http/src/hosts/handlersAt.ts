import { StorageError } from "@telemark/contract"
import type { Services, StorageHealth } from "@telemark/core"
import { Effect } from "effect"
import { errorAnswer, withHeaders } from "../Answer.js"
import { makeRun } from "../app/app.js"
import { requestIdOf } from "../requests/IncomingRequest.js"
import type { MountOptions, MountPath } from "./mount.js"
import { type AnsweringNodeHandler, makeNodeHandler } from "./nodeHandler.js"
import { writeNodeResponse } from "./nodeResponse.js"
import { makeWebHandler, toResponse, type WebHandler } from "./webHandler.js"

export interface Handlers {
  readonly node: AnsweringNodeHandler
  readonly web: WebHandler
}

export type HandlersAt = (mount: MountPath, options?: MountOptions) => Handlers

/** For hosts that choose the paths. All mounts share one application. */
export const handlersAt: Effect.Effect<HandlersAt, never, Services | StorageHealth> = Effect.map(
  makeRun,
  (run) => (mount, options) => ({
    node: makeNodeHandler(run, mount, options),
    web: makeWebHandler(run, mount, options)
  })
)

const answer = errorAnswer(new StorageError({ reason: "unavailable", cause: undefined }))

const answerTo = (id: string | undefined) =>
  withHeaders(answer, { "x-request-id": requestIdOf(id), "x-content-type-options": "nosniff" })

/**
 * Answers 503 for a closed service. On Node they close the connection: another process may serve
 * this address already.
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
