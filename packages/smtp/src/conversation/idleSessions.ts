import { Clock, Duration, Effect, Fiber, type Scope } from "effect"
import type { Session } from "./session.js"

/** The unused connections of a pool. They are closed with the scope. */
export interface IdleSessions {
  /** The open connection that was added last, so that the surplus ones age. */
  readonly take: () => Session | undefined
  /** Keeps a connection. Quits it if the scope is closed. */
  readonly keep: (session: Session) => void
}

interface IdleSession {
  readonly session: Session
  /** When it is closed if unused, in epoch milliseconds. */
  readonly until: number
}

/**
 * Keeps connections for `idle` milliseconds. One fiber closes them all: a timer each would be set
 * and cleared with each message.
 */
export const makeIdleSessions = (idle: number): Effect.Effect<IdleSessions, never, Scope.Scope> =>
  Effect.gen(function* () {
    const clock = yield* Clock.Clock
    const fork = Effect.runForkWith(yield* Effect.context())
    let sessions: Array<IdleSession> = []
    let sweeper: Fiber.Fiber<void> | undefined
    let isSweeping = false
    let isClosed = false

    const sweep: Effect.Effect<void> = Effect.suspend(() => {
      const now = clock.currentTimeMillisUnsafe()
      for (const { session, until } of sessions) if (until <= now) session.channel.quit()
      sessions = sessions.filter(({ session }) => session.channel.isOpen)
      const [oldest] = sessions
      if (oldest !== undefined)
        return Effect.andThen(Effect.sleep(Duration.millis(oldest.until - now)), sweep)
      isSweeping = false
      return Effect.void
    })

    yield* Effect.addFinalizer(() =>
      Effect.suspend(() => {
        isClosed = true
        for (const { session } of sessions) session.channel.quit()
        sessions = []
        return sweeper === undefined ? Effect.void : Fiber.interrupt(sweeper)
      })
    )

    return {
      take: () => {
        for (let last = sessions.pop(); last !== undefined; last = sessions.pop())
          if (last.session.channel.isOpen) return last.session
        return undefined
      },
      keep: (session) => {
        if (isClosed) return session.channel.quit()
        sessions.push({ session, until: clock.currentTimeMillisUnsafe() + idle })
        if (isSweeping) return
        isSweeping = true
        // The pool may be created in an uninterruptible region.
        sweeper = fork(Effect.interruptible(sweep))
      }
    }
  })
