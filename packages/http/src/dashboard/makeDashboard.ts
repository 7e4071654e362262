import {
  type ApiKeysBusy,
  type InsufficientScope,
  type InvalidApiKey,
  MethodNotAllowed,
  NotFound,
  type RateLimited,
  type StorageError,
  timestampOrNull
} from "@telemark/contract"
import type { InvalidSignInToken } from "@telemark/core"
import { Effect } from "effect"
import { type Answer, emptyAnswer, errorAnswer, jsonAnswer, withHeaders } from "../Answer.js"
import type { IncomingRequest, Unreadable } from "../requests/IncomingRequest.js"
import type { DashboardService, Person } from "./Dashboard.js"
import { fileAnswer, type LoadFiles } from "./fileAnswers.js"
import { crossOriginAnswer, isSameOrigin } from "./sameOrigin.js"

export type IdentifyFailure = InvalidApiKey | InsufficientScope | NotFound | StorageError

export interface Begun {
  readonly person: Person
  readonly cookie: string
}

export type BeginFailure =
  | IdentifyFailure
  | InvalidSignInToken
  | ApiKeysBusy
  | RateLimited
  | Unreadable

export interface DashboardAccess {
  /**
   * The person of a request, acting for the tenant of that name. `InvalidApiKey` if there is none.
   */
  readonly identify: (
    request: IncomingRequest,
    tenantName: string | undefined
  ) => Effect.Effect<Person, IdentifyFailure>
  readonly signIn: "key" | "host"
  /** Without it, the host begins and ends sessions. */
  readonly sessions?: {
    readonly begin: (request: IncomingRequest) => Effect.Effect<Begun, BeginFailure>
    /** Answers the cookie that takes the session's away. */
    readonly end: (request: IncomingRequest) => Effect.Effect<string, StorageError>
  }
}

export interface DashboardOptions {
  readonly files: LoadFiles
  readonly access: DashboardAccess
  readonly features: { readonly inbox: boolean }
  /** This service's address on the internet, for what a proxy doesn't say. */
  readonly publicUrl?: string | undefined
}

const notFound = errorAnswer(new NotFound())

const noStore = { "cache-control": "no-store" }

const sessionOf = (
  { expires_at, name, operator, principal }: Person,
  features: DashboardOptions["features"]
) => ({
  tenant: principal.tenant.name,
  scopes: [...principal.scopes],
  operator,
  expires_at: timestampOrNull(expires_at),
  name,
  features
})

const wrongKey = jsonAnswer(401, {
  error: "Invalid API key",
  message: "The API key is malformed, unknown or revoked."
})
const wrongLink = jsonAnswer(401, {
  error: "Invalid link",
  message: "The link has expired or was used before. `telemark dashboard` prints another one."
})

const tenantHeader = "x-telemark-tenant"

export const makeDashboard = ({
  access,
  features,
  files,
  publicUrl
}: DashboardOptions): DashboardService => {
  const { identify, sessions, signIn } = access
  const otherMethod = errorAnswer(
    new MethodNotAllowed({
      allow: sessions === undefined ? ["GET", "HEAD"] : ["DELETE", "GET", "HEAD", "POST"]
    })
  )

  // Not 401, which browsers report as an error: the page asks to find out.
  const signedOut = jsonAnswer(200, { sign_in: signIn })

  const shown = (person: Person): Answer => jsonAnswer(200, sessionOf(person, features))

  const session = (request: IncomingRequest): Effect.Effect<Answer, unknown> => {
    const { method } = request.parts
    if (method === "GET" || method === "HEAD") {
      const known: Effect.Effect<Answer, IdentifyFailure> = Effect.map(
        identify(request, undefined),
        shown
      )
      return Effect.catchTag(known, "InvalidApiKey", () => Effect.succeed(signedOut))
    }
    if (sessions === undefined || (method !== "POST" && method !== "DELETE"))
      return Effect.succeed(otherMethod)
    // Else somebody could be signed in as somebody else without noticing.
    if (!isSameOrigin(request.parts, publicUrl)) return Effect.succeed(crossOriginAnswer)
    if (method === "DELETE")
      return Effect.map(sessions.end(request), (cookie) =>
        withHeaders(emptyAnswer(204), { "set-cookie": cookie })
      )
    return sessions.begin(request).pipe(
      Effect.map(({ cookie, person }) => withHeaders(shown(person), { "set-cookie": cookie })),
      Effect.catchTags({
        InvalidApiKey: () => Effect.succeed(wrongKey),
        InvalidSignInToken: () => Effect.succeed(wrongLink)
      })
    )
  }

  return {
    ignoresKeys: signIn === "host",
    answer: (request, path) => {
      if (path === "/session") {
        request.route = path
        return Effect.map(session(request), (answer) => withHeaders(answer, noStore))
      }
      const { method } = request.parts
      if (method !== "GET" && method !== "HEAD") return undefined
      return Effect.map(files, (read) => fileAnswer(read, request.parts, path) ?? notFound)
    },
    // First: a program that forgot its key is told so, not that it is another site.
    caller: (request, { method }, then) =>
      Effect.flatMap(identify(request, request.parts.header(tenantHeader)), ({ principal }) =>
        method !== "GET" && !isSameOrigin(request.parts, publicUrl)
          ? Effect.succeed(crossOriginAnswer)
          : then(principal)
      )
  }
}
