// Hot path (docs/hot-paths.md): callbacks from permit to final reply; a fiber opens a connection.
import type { DeliveryOutcome } from "@telemark/core"
import { Cause, Effect, type Fiber, Option, type Scope } from "effect"
import { awaitOutcome } from "../awaitOutcome.js"
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
        if (!connections.withdraw(pending)) return
        opening?.interruptUnsafe()
        done(undefined)
      }
    }

    return { begin, deliver: (message) => awaitOutcome((done) => begin(message, done)) }
  })
