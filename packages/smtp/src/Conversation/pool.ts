import type { HandOver } from "@telemark/core"
import { Clock, Duration, Effect, type Scope } from "effect"
import type { Parcel } from "../Parcels/index.js"
import { converse } from "./converse.js"
import { type Failure, type Outcome, over, toHandOver } from "./failure.js"
import { makeOpener } from "./opener.js"
import type { Route } from "./route.js"
import type { Session } from "./session.js"
import { makeTurns } from "./turns.js"

/** Hands messages over on a bounded number of connections, which are kept for the next ones. */
export interface Pool {
  readonly handOver: (parcel: Parcel) => Effect.Effect<HandOver>
}

interface Parked {
  readonly session: Session
  /** When it is closed if nobody has wanted it by then. */
  readonly until: number
}

/**
 * Whether a kept connection had died while nobody looked. A break before any reply, or a 421 with which the server hangs up because it
 * was tired of waiting, then says nothing about the message.
 */
const wasStale = (outcome: Outcome): boolean =>
  (outcome._tag === "Broken" && outcome.stage === "mail" && outcome.reason !== "protocol") ||
  (outcome._tag === "Refused" && outcome.stage === "mail" && outcome.closed === true)

/** Whether a server takes no mail in clear, be it for want of TLS or of a login (RFC 3207 4). */
const refusesClear = ({ tls }: Session, outcome: Outcome): boolean => tls === null && outcome._tag === "Refused" && outcome.reply.code === 530

const whyOf = (failure: Failure): string => {
  if (failure._tag === "Unsendable") return failure.reason
  return failure._tag === "Broken" ? failure.reason : `${String(failure.reply.code)} ${failure.reply.text}`
}

/** What the log is told of a route's encryption. */
const encryptionLog = ({ host, port, provider }: Route) => {
  const server = { smtp_provider: provider, host, port }
  return {
    onFallback: (failure: Failure) =>
      Effect.logWarning("a mail server offers TLS, and it could not be set up: mail goes there in clear, and TLS is tried again in an hour", {
        ...server, reason: whyOf(failure)
      }),
    onTlsAgain: Effect.logInfo("TLS can be set up again with a mail server to which mail went in clear", server)
  }
}

const domainOf = ({ from }: Parcel): string => from.slice(from.lastIndexOf("@") + 1)

/** The pool of one route. Callers beyond its connections wait their turn, first come, first served. */
export const makePool = (route: Route): Effect.Effect<Pool, never, Scope.Scope> =>
  Effect.gen(function*() {
    const inTurn = makeTurns(route.connections)
    const opener = makeOpener(route, encryptionLog(route))
    const scope = yield* Effect.scope
    // The last one parked is taken first, so that those that aren't needed grow old.
    let parked: Array<Parked> = []
    let isClosed = false
    let isSweeping = false

    // Runs while connections are parked: a timer for each would cost more than sending does.
    const sweep = Effect.gen(function*() {
      for (;;) {
        const now = yield* Clock.currentTimeMillis
        for (const { session, until } of parked) if (until <= now) session.line.quit()
        parked = parked.filter(({ session }) => session.line.isOpen)
        const [oldest] = parked
        if (oldest === undefined) break
        yield* Effect.sleep(Duration.millis(oldest.until - now))
      }
      isSweeping = false
    })

    const park = (session: Session): Effect.Effect<void> =>
      Effect.flatMap(Clock.currentTimeMillis, (now) => {
        if (isClosed || session.messages >= route.messagesPerConnection) return Effect.sync(() => session.line.quit())
        parked.push({ session, until: now + route.idle })
        if (isSweeping) return Effect.void
        isSweeping = true
        // Parking isn't interruptible, and what is forked there wouldn't be either.
        return Effect.forkIn(Effect.interruptible(sweep), scope)
      })

    const unpark = (): Session | undefined => {
      for (let last = parked.pop(); last !== undefined; last = parked.pop()) if (last.session.line.isOpen) return last.session
      return undefined
    }

    // Opened in clear for want of TLS, it is of no use for other messages either.
    const leave = (session: Session): Effect.Effect<void> =>
      Effect.sync(() => {
        opener.tryTlsAgain()
        session.line.quit()
      })

    const keep = (session: Session, outcome: Outcome): Effect.Effect<void> => {
      if (!session.line.isOpen) return Effect.void
      return opener.fellBack() && refusesClear(session, outcome) ? leave(session) : park(session)
    }

    const sendOn = (session: Session, parcel: Parcel): Effect.Effect<Outcome> =>
      converse(session, parcel, route).pipe(
        Effect.tap((outcome) => keep(session, outcome)),
        Effect.map(over(session.tls))
      )

    // Opening is interruptible all the same: nothing of the message is out yet.
    const sendFresh = (parcel: Parcel): Effect.Effect<Outcome> =>
      Effect.matchEffect(opener.open(domainOf(parcel)), {
        onFailure: (failure) => Effect.succeed<Outcome>(failure),
        onSuccess: (session) => sendOn(session, parcel)
      })

    const send = (parcel: Parcel): Effect.Effect<Outcome> => {
      const session = unpark()
      if (session === undefined) return sendFresh(parcel)
      return Effect.flatMap(sendOn(session, parcel), (outcome) => wasStale(outcome) ? sendFresh(parcel) : Effect.succeed(outcome))
    }

    yield* Effect.addFinalizer(() =>
      Effect.sync(() => {
        isClosed = true
        for (const { session } of parked) session.line.quit()
        parked = []
      }))

    return {
      // From here on only connecting can be interrupted: once a message is begun, what comes of it must be known.
      handOver: (parcel) =>
        inTurn(Effect.uninterruptible(Effect.suspend(() => Effect.map(send(parcel), (outcome) => toHandOver(route.provider, outcome)))))
    }
  })
