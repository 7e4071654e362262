import { type Database, isSameSecret, readMetrics, refreshMetrics } from "@telemark/core"
import { Effect, Redacted, Schedule } from "effect"
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http"
import { originOf } from "../application/addresses.js"
import type { Settings } from "../settings/Settings.js"
import { listen } from "./listen.js"

const path = "/metrics"

/** A client may keep its connection, since it comes again and again. In milliseconds. */
const keepAlive = 75_000

const answer = (response: ServerResponse, status: number, text: string): void => {
  response
    .writeHead(status, {
      "content-type": "text/plain; version=0.0.4; charset=utf-8",
      ...(status === 401 ? { "www-authenticate": "Bearer" } : {})
    })
    .end(text)
}

const refusal = (
  { headers: { authorization = "" }, method, url = "" }: IncomingMessage,
  token: Redacted.Redacted | undefined
): readonly [status: number, text: string] | undefined => {
  if (url.split("?", 1)[0] !== path) return [404, `Metrics are at ${path}.\n`]
  if (method !== "GET") return [405, "Metrics are read by GET.\n"]
  if (token === undefined || isSameSecret(authorization, `Bearer ${Redacted.value(token)}`))
    return undefined
  return [401, "Send the token of TELEMARK_METRICS_TOKEN as Authorization: Bearer.\n"]
}

/** How often an exporter finds new numbers of the database. */
const refreshEvery = "10 seconds"

/**
 * Shows metrics to Prometheus until the scope closes, if the settings have a port for it. Returns
 * the URL. What is exported is kept up to date, too.
 */
export const serveMetrics = ({ metrics, otlpEndpoint }: Settings) =>
  Effect.gen(function* () {
    if (otlpEndpoint !== undefined)
      yield* Effect.forkScoped(
        Effect.repeat(
          Effect.catchDefect(refreshMetrics, (defect) =>
            Effect.logError("metrics could not be read", defect)
          ),
          Schedule.spaced(refreshEvery)
        )
      )
    if (metrics === undefined) return undefined
    const runFork = Effect.runForkWith(yield* Effect.context<Database>())
    const listener: RequestListener = (request, response) => {
      const refused = refusal(request, metrics.token)
      if (refused !== undefined) return answer(response, ...refused)
      runFork(
        Effect.map(readMetrics, (text) => {
          answer(response, 200, text)
        }).pipe(
          Effect.catchDefect((defect) => {
            answer(response, 500, "The metrics could not be read: the log says why.\n")
            return Effect.logError("metrics could not be read", defect)
          })
        )
      )
    }
    const { host } = metrics
    const at = { host, port: metrics.port, settings: "TELEMARK_METRICS" } as const
    const { port } = yield* listen({ ...at, listener, keepAlive, drain: "5 seconds" })
    return `${originOf(host, port)}${path}`
  })
