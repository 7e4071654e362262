import { checkedOptions, type OptionNames, ValidationFailed } from "@telemark/contract"
import { ReleaseRelay, Transport } from "@telemark/core"
import { Effect, Layer, Redacted } from "effect"
import { asComposed, beginPrepared, nextHop, sendPrepared } from "../sendPrepared.js"
import { type Route, type SmtpOptions, toRoute } from "./route.js"
import { makeRoutePool } from "./routePool.js"
import type { InvalidSmtpUrl } from "./smtpUrl.js"
import { makeThreadTransport } from "../thread/layerThread.js"

export const makeTransport = (route: Route) =>
  Effect.gen(function* () {
    const pool = yield* makeRoutePool(route)
    const runFork = Effect.runForkWith(yield* Effect.context())
    const hop = nextHop(route.provider, route.host)
    const logCrash = (defect: unknown): void => {
      runFork(Effect.logError("composing a message failed unexpectedly", defect))
    }
    return Transport.of({
      deliversAll: false,
      connections: route.connections,
      deliver: (message) => sendPrepared(hop, message, pool.deliver),
      begin: (message, done) => beginPrepared(hop, message, pool.begin, done, logCrash)
    })
  })

/**
 * A transport over an SMTP server, such as a provider's relay or Postfix. Checks its options when
 * it is built and connects when there is mail to send.
 */
export const layerSmtp = (options: SmtpOptions): Layer.Layer<Transport, InvalidSmtpUrl> =>
  Layer.effect(
    Transport,
    Effect.flatMap(Effect.fromResult(toRoute(options)), (route) =>
      options.thread === true ? makeThreadTransport(options, route) : makeTransport(route)
    )
  )

const names: OptionNames<SmtpOptions> = {
  url: true,
  oauth2: true,
  connections: true,
  messagesPerConnection: true,
  name: true,
  fallbackName: true,
  idle: true,
  ca: true,
  timeouts: true,
  thread: true
}

/** `layerSmtp` as a function that also checks untyped options. Throws `ValidationFailed`. */
export const smtp = (options: SmtpOptions): Layer.Layer<Transport, InvalidSmtpUrl> => {
  const { url } = checkedOptions("smtp()", `{ url: "smtp://localhost:2525" }`, names, options)
  if (typeof (url as unknown) !== "string" && !Redacted.isRedacted(url))
    throw ValidationFailed.at("url", "must be a URL such as smtp://localhost:2525")
  return layerSmtp(options)
}

/** Lets captured mail be released through an SMTP server. */
export const layerReleaseRelay = (options: SmtpOptions): Layer.Layer<never, InvalidSmtpUrl> =>
  Layer.effect(
    ReleaseRelay,
    Effect.map(Effect.flatMap(Effect.fromResult(toRoute(options)), makeRoutePool), (pool) =>
      ReleaseRelay.of((envelope, source) => pool.deliver(asComposed(envelope, source)))
    )
  )
