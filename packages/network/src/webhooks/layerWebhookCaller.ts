import { parseUrl } from "@telemark/contract"
import {
  Direct,
  framesOf,
  wakeable,
  WebhookAnswer,
  type WebhookCall,
  WebhookCaller,
  type WebhookFault
} from "@telemark/core"
import { Clock, Context, Effect, Exit, FiberSet, Layer } from "effect"
import { NetworkGuard } from "../guard/NetworkGuard.js"
import { isLookedUp } from "../guard/host.js"
import { connectorOf } from "./connector.js"
import { exchange } from "./exchange.js"
import { makeConnections } from "./keptConnections.js"
import { requestFields } from "./signing.js"

/** One call, from resolving the host to the end of the response, in milliseconds. */
export const webhookTimeoutMillis = 15_000

export interface WebhookCallerOptions {
  /** Time limit of one call in milliseconds; 15,000 by default. */
  readonly timeoutMillis?: number | undefined
  /** Older connections aren't used again, in milliseconds; 10,000 by default. */
  readonly lifetimeMillis?: number | undefined
  /** Certificates (PEM) of trusted authorities, instead of the well-known ones. */
  readonly ca?: string | ReadonlyArray<string> | undefined
}

const lifetime = 10_000

/** Of all endpoints. Each is kept only for seconds, but there may be many. */
const maxKept = 500

/** Stack frames and type only: the message might quote the URL. */
const logged = ({ endpoint_id, event_id }: WebhookCall, error: unknown): Effect.Effect<void> =>
  Effect.logError("a webhook could not be posted because of an error in Telemark", {
    endpoint_id,
    event_id,
    error: framesOf(error)
  })

const make = ({
  ca,
  lifetimeMillis = lifetime,
  timeoutMillis = webhookTimeoutMillis
}: WebhookCallerOptions) =>
  Effect.gen(function* () {
    const guard = yield* NetworkGuard
    const fork = yield* FiberSet.makeRuntime()
    const connect = connectorOf(guard, fork, {
      timeoutMillis,
      ...(ca === undefined ? {} : { ca: [ca].flat() })
    })
    const connections = yield* Effect.acquireRelease(
      Effect.sync(() => makeConnections(connect, { lifetimeMillis, maxKept })),
      ({ destroy }) => Effect.sync(destroy)
    )

    // Internal errors are passed beside the answer, to be logged.
    const begin = (
      call: WebhookCall,
      now: number,
      done: (answer: WebhookAnswer, fault?: { readonly error: unknown }) => void
    ): (() => void) => {
      const from = performance.now()
      const sinceThen = (): number => Math.round(performance.now() - from)
      const broken = (reason: WebhookFault): WebhookAnswer =>
        WebhookAnswer.Broken({ reason, duration_ms: sinceThen() })
      const body = Buffer.from(call.body)
      try {
        const headers = [
          ...requestFields(
            { event_id: call.event_id, body, secrets: call.secrets, format: call.format },
            now
          ),
          ...(call.traceparent === undefined ? [] : ["traceparent", call.traceparent])
        ]
        return exchange(
          connections,
          call,
          { posting: { headers, body }, timeoutMillis },
          (outcome) => {
            if (outcome._tag === "Answered")
              done(
                WebhookAnswer.Answered({
                  status: outcome.status,
                  response: outcome.response,
                  duration_ms: sinceThen()
                })
              )
            else if (outcome.reason === undefined) done(broken("internal"), outcome)
            else done(broken(outcome.reason))
          }
        )
      } catch (error) {
        done(broken("internal"), { error })
        return () => {}
      }
    }

    return WebhookCaller.of({
      call: (call) => {
        const post = (now: number, resume: (effect: Effect.Effect<WebhookAnswer>) => void) =>
          begin(call, now, (answer, fault) => {
            resume(
              fault === undefined
                ? Exit.succeed(answer)
                : Effect.as(logged(call, fault.error), answer)
            )
          })
        return Direct.byCallback(
          () =>
            Effect.clockWith((clock) =>
              wakeable(
                (resume) => Effect.sync(post(clock.currentTimeMillisUnsafe(), resume)),
                "microtask"
              )
            ),
          (resume, context) =>
            post(Context.get(context, Clock.Clock).currentTimeMillisUnsafe(), resume)
        )
      },
      isPermitted: (text) => {
        const host = parseUrl(text)?.hostname
        if (host === undefined || isLookedUp(host)) return Effect.succeed(true)
        return Effect.match(guard.resolve(host, timeoutMillis), {
          onSuccess: () => true,
          onFailure: ({ reason }) => reason !== "policy"
        })
      }
    })
  })

/** `layerWebhookCaller` with options. */
export const layerWebhookCallerWith = (
  options: WebhookCallerOptions
): Layer.Layer<WebhookCaller, never, NetworkGuard> => Layer.effect(WebhookCaller, make(options))

/**
 * Posts signed events over HTTP/1.1. Every connection passes the guard. Redirects count as
 * responses. Proxy settings of the environment are ignored. Endpoints don't share connections.
 */
export const layerWebhookCaller: Layer.Layer<WebhookCaller, never, NetworkGuard> =
  layerWebhookCallerWith({})
