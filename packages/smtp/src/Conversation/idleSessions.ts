import { Duration, Effect, Fiber, Runtime, type Scope } from "effect"
import type { Session } from "./session.js"

/** The connections of a pool that no message needs at the moment. They are closed with the scope. */
export interface IdleSessions {
  /** A connection that is still open, if there is one: the one that was kept last, so that those that aren't needed grow old. */
  readonly take: () => Session | undefined
  /** Keeps a connection; once the scope is closed, takes leave of it. */
  readonly keep: (session: Session) => void
}

interface IdleSession {
  readonly session: Session
  /** When it is closed if nobody has wanted it by then. */
  readonly until: number
}

/** Connections are kept for so many milliseconds. One fiber sees to all of them: a timer for each would be set and cleared with each message. */
export const makeIdleSessions = (idle: number): Effect.Effect<IdleSessions, never, Scope.Scope> =>
  Effect.gen(function*() {
    const clock = yield* Effect.clock
    const fork = Runtime.runFork(yield* Effect.runtime())
    let sessions: Array<IdleSession> = []
    let sweeper: Fiber.Fiber<void> = Fiber.void
    let isSweeping = false
    let isClosed = false

    const sweep: Effect.Effect<void> = Effect.suspend(() => {
      const now = clock.unsafeCurrentTimeMillis()
      for (const { session, until } of sessions) if (until <= now) session.line.quit()
      sessions = sessions.filter(({ session }) => session.line.isOpen)
      const [oldest] = sessions
      if (oldest !== undefined) return Effect.zipRight(Effect.sleep(Duration.millis(oldest.until - now)), sweep)
      isSweeping = false
      return Effect.void
    })

    yield* Effect.addFinalizer(() =>
      Effect.suspend(() => {
        isClosed = true
        for (const { session } of sessions) session.line.quit()
        sessions = []
        return Fiber.interrupt(sweeper)
      }))

    return {
      take: () => {
        for (let last = sessions.pop(); last !== undefined; last = sessions.pop()) if (last.session.line.isOpen) return last.session
        return undefined
      },
      keep: (session) => {
        if (isClosed) return session.line.quit()
        sessions.push({ session, until: clock.unsafeCurrentTimeMillis() + idle })
        if (isSweeping) return
        isSweeping = true
        // A pool may be made where nothing can be interrupted.
        sweeper = fork(Effect.interruptible(sweep))
      }
    }
  })
