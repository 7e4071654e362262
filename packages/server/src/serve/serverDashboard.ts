import { InvalidApiKey, makeFreshKeys, makePasskeyKeys, makeSignInKeys } from "@telemark/core"
import { loadDashboard } from "@telemark/dashboard"
import {
  type DashboardService,
  type IncomingRequest,
  jsonAnswer,
  makeDashboard,
  sessionAccess
} from "@telemark/http"
import { Effect } from "effect"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { makeAttempts } from "../signIn/attempts.js"
import { makeOidcProvider } from "../signIn/oidcProvider.js"
import { makePasskeyVerifier, passkeyHostOf } from "../signIn/passkeyVerifier.js"
import { makeProxyIdentity } from "../signIn/proxyIdentity.js"
import type { Settings } from "../settings/Settings.js"

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
 * the interface takes nothing but keys.
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

// In a bundle that is CommonJS there is no `import.meta`.
const here = typeof __filename === "string" ? __filename : import.meta.url

/** The program has their package in it, but not its files. */
const installedPages = (): string =>
  join(dirname(createRequire(here).resolve("@telemark/dashboard/package.json")), "dist/app")

/** Undefined where browsers have none: without a domain name, or without TLS. */
const passkeysAt = (publicUrl: string | undefined, secret: Settings["secret"]) =>
  Effect.gen(function* () {
    const host = passkeyHostOf(publicUrl)
    if (host === undefined || publicUrl === undefined) return undefined
    const keys = yield* makePasskeyKeys(secret)
    return makePasskeyVerifier(host, publicUrl, yield* makeFreshKeys(secret, keys))
  })

const providerAt = (
  oidc: Settings["signIn"]["oidc"],
  publicUrl: string | undefined,
  secret: Settings["secret"]
) =>
  Effect.gen(function* () {
    // Settings with a provider have a public URL.
    if (oidc === undefined || publicUrl === undefined) return undefined
    const keys = yield* makeSignInKeys(secret)
    return makeOidcProvider(oidc, publicUrl, makeAttempts(yield* makeFreshKeys(secret, keys)))
  })

/** If its pages can't be read, there is a warning and only JSON at `/`: mail matters more. */
export const makeServerDashboard = ({
  publicUrl,
  secret,
  signIn: { home, oidc, proxy },
  transport
}: Pick<Settings, "publicUrl" | "secret" | "signIn" | "transport">) => {
  const features = { inbox: transport._tag === "Capture" }
  return Effect.gen(function* () {
    const files = yield* Effect.tryPromise(async () => loadDashboard(installedPages()))
    const access = yield* sessionAccess({
      publicUrl,
      home,
      provider: yield* providerAt(oidc, publicUrl, secret),
      proxy: proxy && makeProxyIdentity(proxy),
      passkeys: (oidc ?? proxy) ? undefined : yield* passkeysAt(publicUrl, secret)
    })
    return makeDashboard({ files: Effect.succeed(files), access, features, publicUrl })
  }).pipe(
    Effect.catch((error) =>
      Effect.as(
        Effect.logWarning(
          "there is no dashboard: its pages can't be read. Install Telemark again",
          error
        ),
        undefined
      )
    ),
    Effect.map((dashboard) => withHome(dashboard, features))
  )
}
