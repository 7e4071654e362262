import { StorageError } from "@telemark/contract"
import { withHeaders } from "../answers/Answer.js"
import { errorAnswer } from "../answers/errorAnswer.js"
import { requestIdOf } from "../requests/requestId.js"
import type { Handlers } from "./handlersAt.js"
import { writeNodeResponse } from "./nodeResponse.js"
import { toResponse } from "./webHandler.js"

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
