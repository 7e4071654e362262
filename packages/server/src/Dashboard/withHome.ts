import { InvalidApiKey } from "@telemark/core"
import { type DashboardService, type IncomingRequest, jsonAnswer } from "@telemark/http"
import { Effect } from "effect"

/** Where everything is. */
const homeDocument = ({ parts: { header } }: IncomingRequest, hasInbox: boolean) => {
  const host = header("host") ?? ""
  const scheme = header("x-forwarded-proto") === "https" ? "https" : "http"
  const origin = /^[\w.[\]:-]{1,255}$/.test(host) ? `${scheme}://${host}` : ""
  return {
    name: "Telemark",
    url: `${origin}/v1`,
    docs_url: `${origin}/docs`,
    openapi_url: `${origin}/openapi.json`,
    health_url: `${origin}/healthz`,
    ready_url: `${origin}/readyz`,
    ...(hasInbox ? { inbox_url: `${origin}/inbox` } : {})
  }
}

/**
 * Answers `/` with JSON, unless html is accepted and the dashboard shows it. Without a dashboard,
 * there is nothing else beside the interface, which then takes nothing but keys.
 */
export const withHome = (
  dashboard: DashboardService | undefined,
  features: { readonly inbox: boolean }
): DashboardService => ({
  ignoresKeys: false,
  caller: () => new InvalidApiKey(),
  ...dashboard,
  answer: (request, path) => {
    const { header, method } = request.parts
    const page = dashboard?.answer(request, path)
    if (path !== "/" || (method !== "GET" && method !== "HEAD")) return page
    const isShown = page !== undefined && (header("accept") ?? "").includes("text/html")
    const home = Effect.sync(() =>
      jsonAnswer(200, homeDocument(request, dashboard !== undefined && features.inbox), {
        "cache-control": "no-store"
      })
    )
    return Effect.map(isShown ? page : home, (answer) => ({
      ...answer,
      headers: { ...answer.headers, vary: "Accept" }
    }))
  }
})
