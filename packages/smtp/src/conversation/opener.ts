import { Clock, Effect } from "effect"
import type { Failure } from "./failure.js"
import type { Route } from "./route.js"
import { openSession, type Session } from "./session.js"

/**
 * How long a route stays in clear after TLS could not be set up, in milliseconds. Then one
 * connection tries TLS again.
 */
const clearPeriod = 60 * 60_000

export interface Opener {
  /**
   * Like `openSession`, but falls back to clear text if TLS is opportunistic and can't be set up.
   */
  readonly open: (senderDomain?: string) => Effect.Effect<Session, Failure>
  /** Whether sessions are in clear now because TLS, though offered, could not be set up. */
  readonly fellBack: () => boolean
  /** Makes the next session try TLS again, because the server refuses mail in clear. */
  readonly tryTlsAgain: () => void
}

/** Called each time the encryption of a route changes. */
interface OpenerEvents {
  readonly onFallback: (failure: Failure) => Effect.Effect<void>
  readonly onTlsAgain: Effect.Effect<void>
}

/**
 * Never if TLS is required, nor with a login: an attacker who breaks the handshake must not see
 * credentials.
 */
const mayFallBack = ({ credentials, implicitTls, tls }: Route): boolean =>
  tls === "opportunistic" && !implicitTls && credentials === null

const isAtTls = (failure: Failure): boolean =>
  failure._tag !== "Unsendable" && failure.stage === "tls"

/**
 * Opens sessions of a route. Remembers for an hour that TLS could not be set up, so that not every
 * connection tries in vain. Opportunistic TLS (RFC 7435) permits clear text: an attacker who can
 * break a handshake could also remove the offer of STARTTLS.
 */
export const makeOpener = (route: Route, { onFallback, onTlsAgain }: OpenerEvents): Opener => {
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
