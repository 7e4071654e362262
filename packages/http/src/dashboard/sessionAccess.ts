import {
  InsufficientScope,
  InvalidApiKey,
  operatorScope,
  ValidationFailed
} from "@telemark/contract"
import { type NewSession, sessionMillis, Sessions } from "@telemark/core"
import { Effect } from "effect"
import { makeWithOrigin } from "../requests/auditOrigin.js"
import type { IncomingRequest } from "../requests/IncomingRequest.js"
import { LargeBodies } from "../requests/LargeBodies.js"
import { readJson } from "../requests/readJson.js"
import type { Person } from "./Dashboard.js"
import type { BeginFailure, Begun, DashboardAccess, IdentifyFailure } from "./makeDashboard.js"
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
  "must be an object with either a key or a token, as text"
)

const textOf = (body: unknown, member: "key" | "token"): string | undefined => {
  const value = (body as Readonly<Record<string, unknown>> | null)?.[member]
  return typeof value === "string" ? value : undefined
}

/**
 * Sessions by cookie, begun with an API key or the token of a printed link. With `publicUrl`,
 * cookies are `Secure` also behind a proxy that doesn't say that it speaks TLS.
 */
export const sessionAccess = ({
  publicUrl
}: { readonly publicUrl?: string | undefined } = {}): Effect.Effect<
  DashboardAccess,
  never,
  Sessions
> =>
  Effect.gen(function* () {
    const sessions = yield* Sessions
    const memory = yield* LargeBodies
    const withOrigin = yield* makeWithOrigin

    const isTls = ({ parts }: IncomingRequest): boolean => isSecure(parts, publicUrl)
    const secretOf = (request: IncomingRequest): string | undefined =>
      readSessionCookie(request.parts.header("cookie"), isTls(request))

    const personOf = (
      secret: string,
      tenantName: string | undefined
    ): Effect.Effect<Person, IdentifyFailure> =>
      Effect.flatMap(
        sessions.find(secret, tenantName),
        ({ expires_at, name = "Operator", operator, principal }) =>
          tenantName !== undefined && !operator
            ? new InsufficientScope({ required: operatorScope })
            : Effect.succeed({ principal, operator, name, expires_at })
      )

    const made = (body: unknown): Effect.Effect<NewSession, BeginFailure> => {
      const [key, token] = [textOf(body, "key"), textOf(body, "token")]
      if (key !== undefined && token === undefined) return sessions.beginByKey(key)
      return token !== undefined && key === undefined ? sessions.beginByToken(token) : wrongBody
    }

    const begin = (request: IncomingRequest): Effect.Effect<Begun, BeginFailure> =>
      Effect.gen(function* () {
        const { secret } = yield* made(
          yield* readJson(request, { max: maxBody, isOptional: false, memory })
        )
        const former = secretOf(request)
        if (former !== undefined && former !== secret) yield* sessions.end(former)
        return {
          person: yield* personOf(secret, undefined),
          cookie: sessionCookie(secret, sessionMillis / 1000, isTls(request))
        }
      })

    return {
      identify: (request, tenantName) => {
        const secret = secretOf(request)
        return secret === undefined ? new InvalidApiKey() : personOf(secret, tenantName)
      },
      signIn: "key",
      sessions: {
        begin: (request) => withOrigin(request, begin(request)),
        end: (request) => {
          const secret = secretOf(request)
          return Effect.as(
            secret === undefined ? Effect.void : withOrigin(request, sessions.end(secret)),
            sessionCookie("", 0, isTls(request))
          )
        }
      }
    }
  })
