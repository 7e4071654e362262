import { Clock, Effect } from "effect"
import type { Failure } from "./failure.js"
import type { Route } from "./route.js"
import { openSession, type Session } from "./session.js"

/** How long a route goes without TLS after it could not be set up, in milliseconds. Then one connection tries it again. */
const clearPeriod = 60 * 60_000

/** Opens the sessions of one route. */
export interface Opener {
  /** As `openSession`, in clear where TLS is opportunistic and can't be set up. */
  readonly open: (senderDomain?: string) => Effect.Effect<Session, Failure>
  /** Whether its sessions are in clear now because TLS, which the server offers, could not be set up. */
  readonly fellBack: () => boolean
  /** Has the next session try TLS again: what was opened in clear is of no use. */
  readonly tryTlsAgain: () => void
}

/** What an opener says of the encryption of its route, once each time it changes. */
export interface OpenerEvents {
  /** TLS could not be set up; for a while, sessions are in clear. */
  readonly onFallback: (failure: Failure) => Effect.Effect<void>
  readonly onTlsAgain: Effect.Effect<void>
}

/** Never where TLS is required, nor where there is a login: whoever breaks a handshake must not get to see one. */
const mayFallBack = ({ credentials, implicitTls, tls }: Route): boolean => tls === "opportunistic" && !implicitTls && credentials === null

const isAtTls = (failure: Failure): boolean => failure._tag !== "Unsendable" && failure.stage === "tls"

/**
 * Opens sessions of a route, and remembers for an hour that TLS could not be set up, so that not every connection tries it in vain.
 * Opportunistic TLS (RFC 7435) is better than none, and none is better than no mail: who can break a handshake could have removed the
 * offer of STARTTLS as well.
 */
export const makeOpener = (route: Route, { onFallback, onTlsAgain }: OpenerEvents): Opener => {
  const inClear: Route = { ...route, tls: "none" }
  let clearUntil = 0
  let fellBack = false

  // On a new connection: what a broken handshake leaves of the old one can't be used.
  const openInClear = (failure: Failure, senderDomain: string | undefined) =>
    Effect.gen(function*() {
      const session = yield* Effect.mapError(openSession(inClear, senderDomain), () => failure)
      clearUntil = (yield* Clock.currentTimeMillis) + clearPeriod
      const isNews = !fellBack
      fellBack = true
      if (isNews) yield* onFallback(failure)
      return session
    })

  const openWithTls = (senderDomain: string | undefined) =>
    Effect.tap(openSession(route, senderDomain), () => {
      if (!fellBack) return Effect.void
      fellBack = false
      return onTlsAgain
    })

  return {
    open: (senderDomain) =>
      mayFallBack(route)
        ? Effect.flatMap(Clock.currentTimeMillis, (now) =>
          now < clearUntil
            ? openSession(inClear, senderDomain)
            : Effect.catchIf(openWithTls(senderDomain), isAtTls, (failure) => openInClear(failure, senderDomain)))
        : openSession(route, senderDomain),
    fellBack: () => fellBack,
    tryTlsAgain: () => {
      clearUntil = 0
    }
  }
}
