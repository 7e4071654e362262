import type { IncomingMessage, ServerResponse } from "node:http"
import { json, respond } from "../Pages/index.js"

export interface HomeOptions {
  readonly hasInbox: boolean
  /** Whether a dashboard answers `/` in html. */
  readonly hasDashboard: boolean
}

const originOf = ({ headers, socket }: IncomingMessage): string => {
  const { host = "", "x-forwarded-proto": scheme } = headers
  return /^[\w.[\]:-]{1,255}$/.test(host)
    ? `${scheme === "https" ? "https" : "http"}://${host}`
    : `http://127.0.0.1:${socket.localPort ?? 3025}`
}

const homeDocument = (origin: string, { hasInbox }: HomeOptions) => ({
  name: "Telemark",
  url: `${origin}/v1`,
  docs_url: `${origin}/docs`,
  openapi_url: `${origin}/openapi.json`,
  health_url: `${origin}/healthz`,
  ready_url: `${origin}/readyz`,
  ...(hasInbox ? { inbox_url: `${origin}/inbox` } : {})
})

/**
 * Answers `/` with JSON, unless html is accepted and a dashboard shows it. All other requests go
 * on.
 */
export const homeMiddleware =
  (options: HomeOptions) =>
  (request: IncomingMessage, response: ServerResponse, next: () => void): void => {
    if (
      (request.url ?? "").replace(/[?#].*$/s, "") !== "/" ||
      (request.method !== "GET" && request.method !== "HEAD")
    ) {
      next()
      return
    }
    if (options.hasDashboard && (request.headers.accept ?? "").includes("text/html")) {
      response.setHeader("vary", "Accept")
      next()
      return
    }
    respond(
      request,
      response,
      json(homeDocument(originOf(request), options), { headers: { vary: "Accept" } })
    )
  }
