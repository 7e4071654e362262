// Hot path (docs/hot-paths.md): callbacks from permit to final reply; a fiber opens a connection.
import { type DeliveryOutcome, wakeable } from "@telemark/core"
import { Cause, Effect, type Fiber, Option, type Scope } from "effect"
import type { BeginSending, PreparedMessage } from "../sendPrepared.js"
import { Connections, PendingMessage } from "./Connections.js"
import { broken, toDeliveryOutcome } from "./failure.js"
import { makeIdleSessions } from "./idleSessions.js"
import { makeOpener } from "./opener.js"
import type { Route } from "./route.js"

export interface Pool {
  readonly begin: BeginSending
  /**
   * Never fails. Waiting for a connection and opening one are always interruptible. Sending isn't,
   * so that the outcome is known.
   */
  readonly deliver: (message: PreparedMessage) => Effect.Effect<DeliveryOutcome>
}

const domainOf = ({ from }: PreparedMessage): string => from.slice(from.lastIndexOf("@") + 1)

/** Interruptible while nothing was sent; then it waits for the outcome whatever happens. */
const delivered = (
  begin: (done: (outcome: DeliveryOutcome) => void) => () => boolean
): Effect.Effect<DeliveryOutcome> =>
  Effect.suspend(() => {
    let known: DeliveryOutcome | undefined
    let listener: ((outcome: DeliveryOutcome) => void) | undefined
    const outcome = wakeable<DeliveryOutcome>((resume) => {
      listener = (outcome) => resume(Effect.succeed(outcome))
      if (known !== undefined) listener(known)
    }, "microtask")
    const stop = begin((outcome) => {
      known = outcome
      listener?.(outcome)
    })
    return Effect.uninterruptible(
      Effect.catchCause(Effect.interruptible(outcome), (cause) =>
        stop() ? Effect.failCause(cause) : outcome
      )
    )
  })

/** Deliveries beyond the number of connections wait in order of arrival. */
export const makeRoutePool = (route: Route): Effect.Effect<Pool, never, Scope.Scope> =>
  Effect.gen(function* () {
    const opener = makeOpener(route)
    const connections = new Connections(route, opener, yield* makeIdleSessions(route.idle))
    const runFork = Effect.runForkWith(yield* Effect.context())

    const begin: BeginSending = (message, done) => {
      let opening: Fiber.Fiber<void> | undefined
      const pending = new PendingMessage(message, (answer) => {
        if (answer === "open") opening = runFork(open, { uninterruptible: true })
        else done(toDeliveryOutcome(route, answer))
      })
      const open = opener.open(domainOf(message)).pipe(
        Effect.tapDefect((defect) => Effect.logError("a connection could not be opened", defect)),
        Effect.matchCause({
          onFailure: (cause) => {
            const failure = Option.getOrElse(Cause.findErrorOption(cause), () =>
              broken("connect", "internal")
            )
            if (connections.withdraw(pending)) done(toDeliveryOutcome(route, failure))
          },
          onSuccess: (session) => {
            if (pending.state === "opening") connections.sendFresh(pending, session)
            else session.channel.quit()
          }
        })
      )
      connections.enter(pending)
      return () => {
        if (!connections.withdraw(pending)) return false
        opening?.interruptUnsafe()
        return true
      }
    }

    return { begin, deliver: (message) => delivered((done) => begin(message, done)) }
  })
