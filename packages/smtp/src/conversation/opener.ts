import { Clock, Effect } from "effect"
import type { Failure } from "./failure.js"
import type { Route } from "./route.js"
import { openSession, type Session } from "./session.js"

/**
 * Milliseconds that a route stays in clear after TLS failed. Then one connection tries it again.
 */
const clearPeriod = 60 * 60_000

export interface Opener {
  /** Falls back to clear text if TLS is opportunistic and can't be set up. */
  readonly open: (senderDomain?: string) => Effect.Effect<Session, Failure>
  /** Whether sessions are in clear now because TLS, though offered, failed. */
  readonly fellBack: () => boolean
  /** Makes the next session try TLS: the server refuses mail in clear. */
  readonly tryTlsAgain: () => void
}

const whyOf = (failure: Failure): string =>
  failure._tag === "Refused"
    ? `${String(failure.reply.code)} ${failure.reply.text}`
    : failure.reason

/** Not with a login: who breaks the handshake must not see credentials. */
const mayFallBack = ({ credentials, implicitTls, tls }: Route): boolean =>
  tls === "opportunistic" && !implicitTls && credentials === null

const isAtTls = (failure: Failure): boolean =>
  failure._tag !== "Unsendable" && failure.stage === "tls"

/**
 * Opens sessions of a route. Opportunistic TLS (RFC 7435) permits clear text: who can break a
 * handshake could also remove the offer of STARTTLS.
 */
export const makeOpener = (route: Route, isLogged = true): Opener => {
  const { host, port, provider } = route
  const server = { smtp_provider: provider, host, port }
  const inClear: Route = { ...route, tls: "none" }
  let clearUntil = 0
  let fellBack = false

  // After a broken handshake the old connection is unusable.
  const openInClear = (failure: Failure, senderDomain: string | undefined) =>
    Effect.gen(function* () {
      const session = yield* Effect.mapError(openSession(inClear, senderDomain), () => failure)
      clearUntil = (yield* Clock.currentTimeMillis) + clearPeriod
      const isNews = !fellBack
      fellBack = true
      if (isNews && isLogged)
        yield* Effect.logWarning(
          "a mail server offers TLS, but TLS could not be set up: mail goes there in clear, and TLS is tried again in an hour",
          { ...server, reason: whyOf(failure) }
        )
      return session
    })

  const openWithTls = (senderDomain: string | undefined) =>
    Effect.tap(openSession(route, senderDomain), () => {
      if (!fellBack) return Effect.void
      fellBack = false
      return isLogged
        ? Effect.logInfo(
            "TLS works again with a mail server that had been getting mail in clear",
            server
          )
        : Effect.void
    })

  return {
    open: (senderDomain) =>
      mayFallBack(route)
        ? Effect.flatMap(Clock.currentTimeMillis, (now) =>
            now < clearUntil
              ? openSession(inClear, senderDomain)
              : Effect.catchIf(openWithTls(senderDomain), isAtTls, (failure) =>
                  openInClear(failure, senderDomain)
                )
          )
        : openSession(route, senderDomain),
    fellBack: () => fellBack,
    tryTlsAgain: () => {
      clearUntil = 0
    }
  }
}
