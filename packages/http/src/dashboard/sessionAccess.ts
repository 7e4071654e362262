import {
  InsufficientScope,
  InvalidApiKey,
  operatorScope,
  type StorageError,
  ValidationFailed
} from "@telemark/contract"
import {
  CurrentAuditOrigin,
  InvalidSignInToken,
  type NewSession,
  Passkeys,
  sessionMillis,
  type SessionPlace,
  Sessions,
  type SignedIn
} from "@telemark/core"
import { Effect } from "effect"
import { makeWithOrigin } from "../requests/auditOrigin.js"
import type { IncomingRequest } from "../requests/IncomingRequest.js"
import { LargeBodies } from "../requests/LargeBodies.js"
import { readJson } from "../requests/readJson.js"
import type { Person } from "./Dashboard.js"
import type { SignInOptions, SignInProvider } from "./SignInProvider.js"
import type { BeginFailure, Begun, DashboardAccess, IdentifyFailure } from "./makeDashboard.js"
import { makePasskeyAnswers, type PasskeyVerifier } from "./passkeyAnswers.js"
import { makeOwnSessions } from "./ownSessions.js"
import { isSecure } from "./sameOrigin.js"

/**
 * Browsers take this prefix from TLS only. `__Host-` demands the path `/`, beside other
 * applications.
 */
const nameOf = (secure: boolean): string =>
  secure ? "__Secure-telemark_session" : "telemark_session"

/**
 * Undefined with several: a neighbouring host's page can set a second one, and act as somebody
 * else.
 */
const readSessionCookie = (cookie: string | undefined, secure: boolean): string | undefined => {
  const name = nameOf(secure)
  const secrets = (cookie ?? "")
    .split(";")
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1))
  return new Set(secrets).size === 1 ? secrets[0] : undefined
}

/**
 * 0 seconds take it away. Without a path, browsers keep a cookie for the folder of the request's
 * own address: the mount as they see it, whatever a proxy takes off.
 */
const sessionCookie = (secret: string, seconds: number, secure: boolean): string =>
  `${nameOf(secure)}=${secret}; Max-Age=${String(seconds)}; HttpOnly; SameSite=Strict${secure ? "; Secure" : ""}`

/** Octets. */
const maxBody = 4096

const wrongBody = ValidationFailed.at(
  "body",
  "must be an object with either a key, a token, an invitation, a callback or a passkey, as text"
)

/** By what somebody signs in: exactly one of these. */
const ways = ["key", "token", "invitation", "callback", "passkey"] as const

const wayOf = (
  body: unknown
):
  | { readonly way: (typeof ways)[number]; readonly text: string; readonly secret: string }
  | undefined => {
  const given = (body ?? {}) as Readonly<Record<string, unknown>>
  const [way, ...others] = ways.filter((name) => given[name] !== undefined)
  const text = way === undefined ? undefined : given[way]
  if (way === undefined || others.length > 0 || typeof text !== "string") return undefined
  const secret = given["secret"]
  return { way, text, secret: typeof secret === "string" ? secret : "" }
}

/**
 * Sessions by cookie, begun with an API key, the token of a printed link or an invitation, or at an
 * identity provider; or whom a proxy names. With `publicUrl`, cookies are `Secure` also behind a
 * proxy that doesn't say that it speaks TLS.
 */
export const sessionAccess = ({
  home = "default",
  passkeys: verifier,
  provider,
  proxy,
  publicUrl
}: SignInOptions & { readonly publicUrl?: string | undefined } = {}): Effect.Effect<
  DashboardAccess,
  never,
  Passkeys | Sessions
> =>
  Effect.gen(function* () {
    const sessions = yield* Sessions
    const memory = yield* LargeBodies
    const withOrigin = yield* makeWithOrigin
    const own = yield* makeOwnSessions
    const passkeys = yield* Passkeys

    const isTls = ({ parts }: IncomingRequest): boolean => isSecure(parts, publicUrl)
    const secretOf = (request: IncomingRequest): string | undefined =>
      readSessionCookie(request.parts.header("cookie"), isTls(request))

    const personOf = (
      secret: string,
      tenantName: string | undefined
    ): Effect.Effect<Person, IdentifyFailure> =>
      Effect.flatMap(sessions.find(secret, tenantName), (found) => personFrom(found, tenantName))

    const personFrom = (
      { expires_at, issuer, name = "Operator", operator, principal }: SignedIn,
      tenantName: string | undefined
    ): Effect.Effect<Person, InsufficientScope> =>
      tenantName !== undefined && !operator
        ? new InsufficientScope({ required: operatorScope })
        : Effect.succeed({ principal, operator, name, expires_at, issuer })

    /** Whom the proxy names, unless it isn't let in. */
    const byProxy = (
      { parts }: IncomingRequest,
      tenantName: string | undefined
    ): Effect.Effect<Person, IdentifyFailure> => {
      const identity = proxy?.(parts)
      return identity === undefined
        ? new InvalidApiKey()
        : sessions.identify(identity, home, tenantName).pipe(
            Effect.flatMap((found) => personFrom(found, tenantName)),
            Effect.catchTag("NotAdmitted", ({ message }) =>
              Effect.andThen(Effect.logDebug(message), new InvalidApiKey())
            )
          )
    }

    /** It says nothing about which passkeys there are. */
    const byPasskey = (
      { authenticate, idIn }: PasskeyVerifier,
      response: string,
      place: SessionPlace
    ): Effect.Effect<NewSession, InvalidSignInToken | StorageError> =>
      Effect.gen(function* () {
        const id = idIn(response)
        const known = id === undefined ? undefined : yield* passkeys.find(id)
        if (known === undefined) return yield* new InvalidSignInToken()
        const verified = yield* Effect.mapError(
          authenticate(response, known),
          () => new InvalidSignInToken()
        )
        return yield* passkeys.begin({ id: known.id, ...verified }, place)
      }).pipe(Effect.tapErrorTag("InvalidSignInToken", () => sessions.noteRefused))

    const identityAt = ({ finish }: SignInProvider, query: string, secret: string) =>
      Effect.tapErrorTag(finish(query, secret), "SignInFailed", ({ because }) =>
        because === "provider_unavailable" ? Effect.void : sessions.noteRefused
      )

    const made = (body: unknown, place: SessionPlace): Effect.Effect<NewSession, BeginFailure> => {
      const given = wayOf(body)
      switch (given?.way) {
        case "key":
          return sessions.beginByKey(given.text, place)
        case "token":
          return sessions.beginByToken(given.text, place)
        case "invitation":
          // Who signs in elsewhere is known there: a link would let in whoever has it.
          return provider === undefined && proxy === undefined
            ? sessions.beginByInvitation(given.text, place)
            : new InvalidSignInToken()
        case "callback":
          return provider === undefined
            ? wrongBody
            : Effect.flatMap(identityAt(provider, given.text, given.secret), (identity) =>
                sessions.beginByIdentity(identity, home, place)
              )
        case "passkey":
          return verifier === undefined ? wrongBody : byPasskey(verifier, given.text, place)
        case undefined:
          return wrongBody
      }
    }

    const begin = (request: IncomingRequest): Effect.Effect<Begun, BeginFailure> =>
      Effect.gen(function* () {
        const body = yield* readJson(request, { max: maxBody, isOptional: false, memory })
        // As in the audit log: behind a trusted proxy, it is the browser's address.
        const { address = null, userAgent } = yield* CurrentAuditOrigin
        const { secret } = yield* made(body, { address, userAgent })
        const former = secretOf(request)
        if (former !== undefined && former !== secret) yield* sessions.end(former)
        return {
          person: yield* personOf(secret, undefined),
          cookie: sessionCookie(secret, sessionMillis / 1000, isTls(request))
        }
      })

    const identify: DashboardAccess["identify"] = (request, tenantName) => {
      const secret = secretOf(request)
      if (secret === undefined) return byProxy(request, tenantName)
      const known = personOf(secret, tenantName)
      return proxy === undefined
        ? known
        : Effect.catchTag(known, "InvalidApiKey", () => byProxy(request, tenantName))
    }

    const passkeyAnswer =
      verifier && (yield* makePasskeyAnswers(verifier, (request) => identify(request, undefined)))

    return {
      identify,
      signIn: "key",
      provider,
      passkeys:
        verifier === undefined || passkeyAnswer === undefined
          ? undefined
          : {
              verifier,
              answer: (person, request, id) =>
                withOrigin(request, passkeyAnswer(person, request, id))
            },
      sessions: {
        begin: (request) => withOrigin(request, begin(request)),
        end: (request) =>
          Effect.gen(function* () {
            const secret = secretOf(request)
            const cookie = sessionCookie("", 0, isTls(request))
            if (secret === undefined) return { cookie, signOutUrl: undefined }
            const ended = yield* withOrigin(request, sessions.end(secret))
            const issuer = ended?.issuer
            const signOutUrl =
              provider === undefined || typeof issuer !== "string"
                ? undefined
                : yield* provider.signOutUrl(issuer)
            return { cookie, signOutUrl }
          }),
        own
      }
    }
  })
