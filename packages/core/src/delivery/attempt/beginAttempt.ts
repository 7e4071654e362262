// Hot path (docs/hot-paths.md): by callback from the permit to the outcome, without a fiber.
import { Cause, type Clock, type Effect, Exit, type Fiber } from "effect"
import { senderOf } from "../../sending/domains/Domain.js"
import type { DeliveryOutcome } from "../message/DeliveryOutcome.js"
import type { ClaimedMessage, OutgoingMessage } from "../message/Message.js"
import type { Transport } from "../message/Transport.js"
import { type Limited, type Route, type Sender, waited } from "../routes/Route.js"
import type { RouteLimiters } from "../routes/routeLimiters.js"
import type { Attempt, Attempted, BeginAttempt } from "./Attempt.js"

interface Parts {
  readonly transport: typeof Transport.Service
  readonly limiters: RouteLimiters
  readonly platform: Route
  readonly clock: Clock.Clock
  readonly runFork: <A>(
    effect: Effect.Effect<A>,
    options: { readonly uninterruptible: true }
  ) => Fiber.Fiber<A>
  /** Any attempt, in a fiber. */
  readonly attempt: Attempt
  /** The message for the platform's transport if nothing of it has to be waited for. */
  readonly ready: (message: ClaimedMessage) => OutgoingMessage | undefined
  /** What follows from an outcome if that is only to be recorded; undefined for others. */
  readonly settleNow: (message: ClaimedMessage, limited: Limited) => Attempted | undefined
  readonly settle: (
    message: ClaimedMessage,
    sender: Sender,
    route: Route,
    limited: Limited
  ) => Effect.Effect<Attempted>
  /** The outcome of a defect of the transport. */
  readonly internal: (
    message: ClaimedMessage
  ) => (cause: Cause.Cause<never>) => Effect.Effect<DeliveryOutcome>
}

const interrupted = Exit.failCause(Cause.interrupt())

/**
 * Makes attempts by callback where nothing has to be waited for but the route and its server, as
 * for nearly all mail without signatures and files; all others in a fiber.
 */
export const makeBegin = ({
  attempt,
  clock,
  internal,
  limiters,
  platform,
  ready,
  runFork,
  settle,
  settleNow,
  transport
}: Parts): BeginAttempt => {
  type Done = (exit: Exit.Exit<Attempted>) => void

  const inFiber = <A>(effect: Effect.Effect<A>, done: (exit: Exit.Exit<A>) => void) => {
    const fiber = runFork(effect, { uninterruptible: true })
    fiber.addObserver(done)
    return () => {
      fiber.interruptUnsafe()
    }
  }

  const end = (message: ClaimedMessage, sender: Sender, limited: Limited, done: Done): void => {
    let attempted: Attempted | undefined
    try {
      attempted = settleNow(message, limited)
    } catch (defect) {
      return done(Exit.die(defect))
    }
    if (attempted === undefined) inFiber(settle(message, sender, platform, limited), done)
    else done(Exit.succeed(attempted))
  }

  return (message, done) => {
    const begin = transport.begin?.bind(transport)
    const outgoing = begin === undefined ? undefined : ready(message)
    if (begin === undefined || outgoing === undefined) return inFiber(attempt(message), done)
    const sender = senderOf(message)
    let withdraw = (): void => {}
    const leave = limiters.enter(platform, sender, clock, (given) => {
      if (!("release" in given)) return end(message, sender, waited(given), done)
      const begun = clock.monotonicTimeNanosUnsafe()
      const delivered = (outcome: DeliveryOutcome | undefined): void => {
        if (outcome === undefined) {
          given.release()
          return done(interrupted)
        }
        const duration_ms = Math.round(Number(clock.monotonicTimeNanosUnsafe() - begun) / 1e6)
        end(message, sender, given.delivered({ outcome, duration_ms }), done)
      }
      try {
        withdraw = begin(outgoing, delivered)
      } catch (defect) {
        inFiber(internal(message)(Cause.die(defect)), (exit) => {
          if (Exit.isSuccess(exit)) delivered(exit.value)
        })
      }
    })
    return () => {
      if (leave()) done(interrupted)
      else withdraw()
    }
  }
}
