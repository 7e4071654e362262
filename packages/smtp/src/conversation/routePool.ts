import { type DeliveryOutcome, wakeable } from "@telemark/core"
import { Cause, Effect, Option, type Scope } from "effect"
import type { PreparedMessage } from "../sendPrepared.js"
import { type Answer, Connections, PendingMessage } from "./Connections.js"
import { type Failure, toDeliveryOutcome } from "./failure.js"
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

const whyOf = (failure: Failure): string => {
  if (failure._tag === "Unsendable") return failure.reason
  return failure._tag === "Broken"
    ? failure.reason
    : `${String(failure.reply.code)} ${failure.reply.text}`
}

const encryptionLog = ({ host, port, provider }: Route) => {
  const server = { smtp_provider: provider, host, port }
  return {
    onFallback: (failure: Failure) =>
      Effect.logWarning(
        "a mail server offers TLS, but TLS could not be set up: mail goes there in clear, and TLS is tried again in an hour",
        {
          ...server,
          reason: whyOf(failure)
        }
      ),
    onTlsAgain: Effect.logInfo(
      "TLS works again with a mail server that had been getting mail in clear",
      server
    )
  }
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
      // One wait covers both the permit and the outcome. It is interruptible throughout; `withdraw`
      // then says whether sending had already begun.
      return Effect.uninterruptible(
        Effect.matchCauseEffect(Effect.interruptible(entered), {
          onSuccess: (answer) => conclude(pending, answer),
          onFailure: (cause) =>
            connections.withdraw(pending) ? Effect.failCause(cause) : afterwards(pending)
        })
      )
    })
}

/** The pool of one route. Deliveries beyond its number of connections wait in order of arrival. */
export const makeRoutePool = (route: Route): Effect.Effect<Pool, never, Scope.Scope> =>
  Effect.map(makeIdleSessions(route.idle), (idle): Pool => {
    const opener = makeOpener(route, encryptionLog(route))
    return { deliver: makeDeliver(route, opener, new Connections(route, opener, idle)) }
  })
