import type { EventType, WebhookAttempt, WebhookEndpoint } from "@telemark/contract"
import { type Tenants, WebhookAnswer, type WebhookCall, WebhookEndpoints } from "@telemark/core"
import { Worker, type WorkerOptions } from "@telemark/worker"
import { Clock, Effect, Logger, LogLevel, References } from "effect"
import { background } from "../../src/backgroundLoops.js"
import { settingsOf } from "../../src/options.js"
import { webhookLoops } from "../../src/webhooks/webhookLoops.js"
import { eventually, everyStatus, queueMails, tenantCalled } from "../harness.js"

export const answered = (status: number): WebhookAnswer =>
  WebhookAnswer.Answered({ status, response: "", duration_ms: 5 })

const timedOut = WebhookAnswer.Broken({ reason: "timeout", duration_ms: 15_000 })

/** An endpoint that never answers: the call ends after 15 s. */
export const stall: Effect.Effect<WebhookAnswer> = Effect.as(Effect.sleep("15 seconds"), timedOut)

export const stalls = ({ url }: WebhookCall): boolean => url.includes("stalling")

export interface NotedCall extends Pick<WebhookCall, "url" | "event_id" | "body"> {
  readonly at: number
}

/** A caller that keeps note of what it is asked, and of how many calls there are at once. */
export const noting = (
  answer: (call: WebhookCall, nth: number) => Effect.Effect<WebhookAnswer>
) => {
  const calls: Array<NotedCall> = []
  const underWay = { now: 0, max: 0 }
  const caller = (call: WebhookCall): Effect.Effect<WebhookAnswer> =>
    Effect.gen(function* () {
      const { body, event_id, url } = call
      calls.push({ body, event_id, url, at: yield* Clock.currentTimeMillis })
      underWay.max = Math.max(underWay.max, ++underWay.now)
      return yield* Effect.ensuring(
        answer(call, calls.length),
        Effect.sync(() => {
          underWay.now--
        })
      )
    })
  return { caller, calls, underWay, to: (url: string) => calls.filter((call) => call.url === url) }
}

/** Gives the tenant an endpoint and answers its id. */
export const endpointAt = (
  url: string,
  name = "default",
  events: ReadonlyArray<EventType> = ["email.sent"]
): Effect.Effect<number, never, WebhookEndpoints | Tenants> =>
  Effect.gen(function* () {
    const endpoints = yield* WebhookEndpoints
    const { id } = yield* tenantCalled(name)
    return (yield* Effect.orDie(endpoints.create(id, { url, events }))).id
  })

export const endpointOf = (
  id: number,
  name = "default"
): Effect.Effect<WebhookEndpoint, never, WebhookEndpoints | Tenants> =>
  Effect.gen(function* () {
    const { id: tenantId } = yield* tenantCalled(name)
    return yield* Effect.orDie((yield* WebhookEndpoints).get(tenantId, id))
  })

/** The attempts at an endpoint, oldest first; at most the last hundred. */
export const attemptsAt = (
  id: number,
  name = "default"
): Effect.Effect<ReadonlyArray<WebhookAttempt>, never, WebhookEndpoints | Tenants> =>
  Effect.gen(function* () {
    const { id: tenantId } = yield* tenantCalled(name)
    const { data } = yield* Effect.orDie(
      (yield* WebhookEndpoints).deliveries(tenantId, id, { limit: 100 })
    )
    return [...data].reverse()
  })

/** Whether so many attempts at the endpoint have been recorded. */
export const attempted = (id: number, count: number, name = "default") =>
  Effect.map(attemptsAt(id, name), (attempts) => attempts.length >= count)

/**
 * Has so many emails sent, so that as many events happen, by a worker that delivers no webhooks and
 * is gone then.
 */
export const sendMails = (count: number, name = "default") =>
  Effect.scoped(
    Effect.gen(function* () {
      yield* Worker.start({ webhookConcurrency: 0 })
      yield* eventually(everyStatus(yield* queueMails(count, name), "sent", name))
    })
  )

/**
 * A worker's webhooks alone: what else a worker does wakes up every other minute, and makes days of
 * virtual time long.
 */
export const startWebhooks = (options: WorkerOptions, isPressed = () => false) =>
  Effect.gen(function* () {
    const { claims, drain, renewals } = yield* webhookLoops(
      "worker_webhooks",
      settingsOf(options),
      isPressed
    )
    yield* background(renewals)
    yield* Effect.addFinalizer(() => drain)
    yield* background(claims)
  })

/** Keeps what is logged as warnings or worse. */
export const keepWarnings = () => {
  const lines: Array<string> = []
  const logger = Logger.make(({ fiber, logLevel, message }) => {
    if (LogLevel.isGreaterThanOrEqualTo(logLevel, "Warn")) {
      const annotations = fiber.getRef(References.CurrentLogAnnotations)
      lines.push(JSON.stringify([message, Object.entries(annotations)]))
    }
  })
  return { lines, layer: Logger.layer([logger], { mergeWithExisting: true }) }
}
