import type { Services, StorageHealth } from "@telemark/core"
import { Context, Effect, References } from "effect"
import type { Answer } from "../answers/Answer.js"
import { PublicPages, type PublicPagesService } from "../publicPages/PublicPages.js"
import type { IncomingRequest } from "../requests/IncomingRequest.js"
import { makeApp } from "./app.js"
import { HttpTracing, traced } from "./tracing.js"

export interface Run {
  /** Answers a request in its own fiber; calls the callback once. */
  (request: IncomingRequest, onAnswer: (answer: Answer) => void): void
  readonly atOnce: PublicPagesService["atOnce"]
}

export const makeRun: Effect.Effect<Run, never, Services | StorageHealth> = Effect.gen(
  function* () {
    const app = yield* makeApp
    const context = yield* Effect.context()
    const isTraced = yield* HttpTracing
    const annotations = yield* References.CurrentLogAnnotations
    const { atOnce } = yield* PublicPages
    const run = (request: IncomingRequest, onAnswer: (answer: Answer) => void): void => {
      const annotated = Context.add(context, References.CurrentLogAnnotations, {
        ...annotations,
        request_id: request.requestId
      })
      Effect.runForkWith(annotated)(
        Effect.map(isTraced ? traced(request, app(request)) : app(request), (answer) => {
          request.releaseMemory()
          onAnswer(answer)
        })
      )
    }
    return Object.assign(run, { atOnce })
  }
)
