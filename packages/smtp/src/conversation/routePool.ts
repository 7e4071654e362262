import { type DeliveryOutcome, wakeable } from "@telemark/core"
import { Cause, Effect, Option, type Scope } from "effect"
import type { PreparedMessage } from "../sendPrepared.js"
import { type Answer, Connections, PendingMessage } from "./Connections.js"
import { toDeliveryOutcome } from "./failure.js"
import { makeIdleSessions } from "./idleSessions.js"
import { makeOpener, type Opener } from "./opener.js"
import type { Route } from "./route.js"

export interface Pool {
  /**
   * Never fails. Waiting for a connection and opening one are always interruptible. Sending isn't,
   * so that the outcome is known.
   */
  readonly deliver: (message: PreparedMessage) => Effect.Effect<DeliveryOutcome>
}

const domainOf = ({ from }: PreparedMessage): string => from.slice(from.lastIndexOf("@") + 1)

const answerTo = (pending: PendingMessage): Effect.Effect<Answer> =>
  wakeable((resume) => pending.listen((answer) => resume(Effect.succeed(answer))), "microtask")

const makeDeliver = (route: Route, opener: Opener, connections: Connections): Pool["deliver"] => {
  const open = (pending: PendingMessage): Effect.Effect<DeliveryOutcome> =>
    Effect.matchCauseEffect(opener.open(domainOf(pending.message)), {
      onFailure: (cause) => {
        connections.withdraw(pending)
        return Option.match(Cause.findErrorOption(cause), {
          onSome: (failure) => Effect.succeed(toDeliveryOutcome(route, failure)),
          onNone: () => Effect.failCause(cause as Cause.Cause<never>)
        })
      },
      onSuccess: (session) => {
        connections.sendFresh(pending, session)
        return afterwards(pending)
      }
    })

  const conclude = (pending: PendingMessage, answer: Answer): Effect.Effect<DeliveryOutcome> =>
    answer === "open" ? open(pending) : Effect.succeed(toDeliveryOutcome(route, answer))

  const afterwards = (pending: PendingMessage): Effect.Effect<DeliveryOutcome> =>
    Effect.flatMap(answerTo(pending), (answer) => conclude(pending, answer))

  return (message) =>
    Effect.suspend(() => {
      const pending = new PendingMessage(message)
      const entered = wakeable<Answer>((resume) => {
        pending.listen((answer) => resume(Effect.succeed(answer)))
        connections.enter(pending)
      }, "microtask")
      // One interruptible wait for both permit and outcome: `withdraw` then says whether sending
      // had begun.
      return Effect.uninterruptible(
        Effect.matchCauseEffect(Effect.interruptible(entered), {
          onSuccess: (answer) => conclude(pending, answer),
          onFailure: (cause) =>
            connections.withdraw(pending) ? Effect.failCause(cause) : afterwards(pending)
        })
      )
    })
}

/** Deliveries beyond the number of connections wait in order of arrival. */
export const makeRoutePool = (route: Route): Effect.Effect<Pool, never, Scope.Scope> =>
  Effect.map(makeIdleSessions(route.idle), (idle): Pool => {
    const opener = makeOpener(route)
    return { deliver: makeDeliver(route, opener, new Connections(route, opener, idle)) }
  })
