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
import type { InvalidSignInToken, NotAdmitted } from "@telemark/core"
import { Effect } from "effect"
import { type Answer, emptyAnswer, errorAnswer, jsonAnswer, withHeaders } from "../Answer.js"
import type { IncomingRequest, Unreadable } from "../requests/IncomingRequest.js"
import type { DashboardService, Person } from "./Dashboard.js"
import { fileAnswer, type LoadFiles } from "./fileAnswers.js"
import type { OwnSessions } from "./ownSessions.js"
import { refusalAnswer, type SignInFailed, type SignInProvider } from "./SignInProvider.js"
import type { PasskeyVerifier } from "./passkeyAnswers.js"
import { crossOriginAnswer, isSameOrigin } from "./sameOrigin.js"

export type IdentifyFailure = InvalidApiKey | InsufficientScope | NotFound | StorageError

export interface Begun {
  readonly person: Person
  readonly cookie: string
}

export type BeginFailure =
  | IdentifyFailure
  | InvalidSignInToken
  | NotAdmitted
  | SignInFailed
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
    /** The cookie that takes the session's away, and where to sign out as well. */
    readonly end: (
      request: IncomingRequest
    ) => Effect.Effect<
      { readonly cookie: string; readonly signOutUrl: string | undefined },
      StorageError
    >
    readonly own: OwnSessions
  }
  /** Where people may sign in instead. */
  readonly provider?: SignInProvider | undefined
  readonly passkeys?:
    | {
        readonly verifier: PasskeyVerifier
        readonly answer: (
          person: Person,
          request: IncomingRequest,
          id: string | undefined
        ) => Effect.Effect<Answer, unknown>
      }
    | undefined
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
  features: DashboardOptions["features"] & { readonly sessions?: true; readonly passkeys?: true }
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

/** Why, but for what anybody can send. */
const failedAnswer = (failed: SignInFailed): Effect.Effect<Answer> => {
  const { because, cause } = failed
  const said = `an identity provider signed nobody in: ${because}`
  const log =
    because === "provider_unavailable"
      ? Effect.logWarning(said, cause)
      : cause === undefined
        ? Effect.void
        : Effect.logInfo(said, cause)
  return Effect.as(log, refusalAnswer(failed))
}

const tenantHeader = "x-telemark-tenant"

export const makeDashboard = ({
  access,
  features,
  files,
  publicUrl
}: DashboardOptions): DashboardService => {
  const { identify, passkeys, provider, sessions, signIn } = access
  const otherMethod = errorAnswer(
    new MethodNotAllowed({
      allow: sessions === undefined ? ["GET", "HEAD"] : ["DELETE", "GET", "HEAD", "POST"]
    })
  )

  // Not 401, which browsers report as an error: the page asks to find out.
  const signedOut = jsonAnswer(200, {
    sign_in: signIn,
    ...(provider === undefined ? {} : { provider: new URL(provider.issuer).host }),
    ...(passkeys === undefined ? {} : { passkeys: true })
  })

  const shownFeatures = sessions === undefined ? features : { ...features, sessions: true as const }
  const shown = (person: Person): Answer =>
    jsonAnswer(
      200,
      sessionOf(
        person,
        passkeys !== undefined && person.issuer === "invitation"
          ? { ...shownFeatures, passkeys: true }
          : shownFeatures
      )
    )

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
      return Effect.map(sessions.end(request), ({ cookie, signOutUrl }) =>
        withHeaders(
          signOutUrl === undefined
            ? emptyAnswer(204)
            : jsonAnswer(200, { sign_out_url: signOutUrl }),
          { "set-cookie": cookie }
        )
      )
    return sessions.begin(request).pipe(
      Effect.map(({ cookie, person }) => withHeaders(shown(person), { "set-cookie": cookie })),
      Effect.catchTags({
        InvalidApiKey: () => Effect.succeed(wrongKey),
        InvalidSignInToken: () => Effect.succeed(wrongLink),
        NotAdmitted: (refusal) => Effect.succeed(refusalAnswer(refusal)),
        SignInFailed: failedAnswer
      })
    )
  }

  /** Says where to sign in; what the browser has to bring back stays in its page. */
  const beginThere = (request: IncomingRequest): Effect.Effect<Answer> => {
    if (provider === undefined || request.parts.method !== "POST") return Effect.succeed(notFound)
    if (!isSameOrigin(request.parts, publicUrl)) return Effect.succeed(crossOriginAnswer)
    return Effect.catchTag(
      Effect.map(provider.begin, (begun) => jsonAnswer(200, begun)),
      "SignInFailed",
      failedAnswer
    )
  }

  const ownSessions = (
    request: IncomingRequest,
    id: string | undefined
  ): Effect.Effect<Answer, unknown> => {
    const { method } = request.parts
    const isRead = id === undefined && (method === "GET" || method === "HEAD")
    if (sessions === undefined || !(isRead || (id !== undefined && method === "DELETE")))
      return Effect.succeed(notFound)
    return Effect.flatMap(identify(request, undefined), (person) => {
      if (id === undefined) return sessions.own.list(person)
      return isSameOrigin(request.parts, publicUrl)
        ? sessions.own.end(person, request, id)
        : Effect.succeed(crossOriginAnswer)
    })
  }

  /** What a device signs, for whoever wants to sign in. */
  const challengeTo = (request: IncomingRequest): Effect.Effect<Answer> => {
    if (passkeys === undefined || request.parts.method !== "POST") return Effect.succeed(notFound)
    if (!isSameOrigin(request.parts, publicUrl)) return Effect.succeed(crossOriginAnswer)
    const { challenge, rpId } = passkeys.verifier
    return Effect.map(challenge("sign-in"), (made) => jsonAnswer(200, { challenge: made, rpId }))
  }

  const ownPasskeys = (
    request: IncomingRequest,
    id: string | undefined
  ): Effect.Effect<Answer, unknown> =>
    passkeys === undefined
      ? Effect.succeed(notFound)
      : Effect.flatMap(identify(request, undefined), (person) =>
          request.parts.method !== "GET" && !isSameOrigin(request.parts, publicUrl)
            ? Effect.succeed(crossOriginAnswer)
            : passkeys.answer(person, request, id)
        )

  const answerTo = (
    request: IncomingRequest,
    path: string
  ): Effect.Effect<Answer, unknown> | undefined => {
    if (path === "/session") return session(request)
    if (path === "/session/provider") return beginThere(request)
    if (path === "/session/passkey") return challengeTo(request)
    const [isPasskey, passkeyId] = /^\/session\/passkeys(?:\/([\w-]{1,1400}))?$/.exec(path) ?? []
    if (isPasskey !== undefined) return ownPasskeys(request, passkeyId)
    const [isOwn, id] = /^\/session\/all(?:\/(ses_[0-9a-f]{32}))?$/.exec(path) ?? []
    return isOwn === undefined ? undefined : ownSessions(request, id)
  }

  return {
    ignoresKeys: signIn === "host",
    answer: (request, path) => {
      const answered = answerTo(request, path)
      if (answered !== undefined) {
        request.route = path.replace(/(all|passkeys)\/.*/, "$1/:id")
        return Effect.map(answered, (answer) => withHeaders(answer, noStore))
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
