import type { HandOver } from "@telemark/core"
import { Clock, Duration, Effect, type Scope } from "effect"
import type { Parcel } from "../Parcels/index.js"
import { converse } from "./converse.js"
import { type Outcome, over, toHandOver } from "./failure.js"
import type { Route } from "./route.js"
import { openSession, type Session } from "./session.js"
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
 * Whether a kept connection had died while nobody looked. A break before any reply, or a 421 because the
 * server was tired of waiting, then says nothing about the message.
 */
const wasStale = (outcome: Outcome): boolean =>
  (outcome._tag === "Broken" && outcome.stage === "mail" && outcome.reason !== "protocol") ||
  (outcome._tag === "Refused" && outcome.stage === "mail" && outcome.reply.code === 421)

const domainOf = ({ from }: Parcel): string => from.slice(from.lastIndexOf("@") + 1)

/** The pool of one route. Callers beyond its connections wait their turn, first come, first served. */
export const makePool = (route: Route): Effect.Effect<Pool, never, Scope.Scope> =>
  Effect.gen(function*() {
    const inTurn = makeTurns(route.connections)
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

    const sendOn = (session: Session, parcel: Parcel): Effect.Effect<Outcome> =>
      converse(session, parcel, route).pipe(
        Effect.tap(() => session.line.isOpen ? park(session) : Effect.void),
        Effect.map(over(session.tls))
      )

    // Opening is interruptible all the same: nothing of the message is out yet.
    const sendFresh = (parcel: Parcel): Effect.Effect<Outcome> =>
      Effect.matchEffect(openSession(route, domainOf(parcel)), {
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
