import { awaitOpen, type EmailEvent, type Services } from "@telemark/core"
import { Cause, type Duration, Effect, type Exit, Fiber, Latch, Stream } from "effect"
import { AsyncLocalStorage } from "node:async_hooks"

export type Fork = <A, E>(effect: Effect.Effect<A, E, Services>) => Fiber.Fiber<A, unknown>

export interface Following {
  /** Never rejects. */
  readonly ended: Promise<Exit.Exit<void, unknown>>
  /**
   * Stops, and resolves when the current event is handled, which only then counts as handled, or
   * the time is over. Called by the handler of that event, it resolves at once.
   */
  readonly finish: (within: Duration.Input) => Promise<void>
  /** The current event doesn't count as handled. */
  readonly abandon: () => Promise<void>
}

/** The next event comes once the promise of the previous one resolves. */
export const startFollowing = <E>(
  fork: Fork,
  events: Stream.Stream<EmailEvent, E, Services>,
  handle: (event: EmailEvent) => Promise<void>
): Following => {
  const stopping = Latch.makeUnsafe(false)
  const handling = new AsyncLocalStorage<EmailEvent>()
  let isStopping = false
  let current: EmailEvent | undefined
  const stop = Cause.done()
  const stopped = Effect.andThen(awaitOpen(stopping), stop)
  const handleOne = (event: EmailEvent) =>
    Effect.suspend(() => {
      if (isStopping) return stop
      current = event
      const done = Effect.sync(() => {
        current = undefined
      })
      return Effect.ensuring(
        Effect.promise(() => handling.run(event, () => handle(event))),
        done
      )
    })
  const fiber = fork(
    Stream.toPull(events).pipe(
      // An event counts as handled once the next one is requested, even if no more are wanted.
      Effect.flatMap((pull) =>
        Effect.forever(
          Effect.flatMap(Effect.raceFirst(pull, stopped), (pulled) =>
            Effect.forEach(pulled, handleOne, { discard: true })
          )
        )
      ),
      Effect.catchIf(Cause.isDone, () => Effect.void),
      Effect.scoped
    )
  )
  const abandon = () => Effect.runPromise(Effect.asVoid(Fiber.interrupt(fiber)))
  return {
    ended: Effect.runPromise(Fiber.await(fiber)),
    finish: async (within) => {
      isStopping = true
      stopping.openUnsafe()
      if (current !== undefined && handling.getStore() === current) return
      await Effect.runPromise(Effect.timeoutOption(Fiber.await(fiber), within))
      await abandon()
    },
    abandon
  }
}

export interface Followers {
  readonly isClosed: () => boolean
  readonly fork: Fork
  readonly now: () => Date
  /** If `awaited`, closing waits until the host has handled the current event. */
  readonly start: <E>(
    events: Stream.Stream<EmailEvent, E, Services>,
    handle: (event: EmailEvent) => Promise<void>,
    awaited: boolean
  ) => Following
  readonly close: (within: Duration.Input) => Promise<void>
}

export const makeFollowers = (fork: Fork, now: () => Date): Followers => {
  const all = new Map<Following, { readonly awaited: boolean }>()
  let isClosed = false
  return {
    isClosed: () => isClosed,
    fork,
    now,
    start: (events, handle, awaited) => {
      const following = startFollowing(fork, events, handle)
      all.set(following, { awaited })
      void following.ended.then(() => all.delete(following))
      return following
    },
    close: async (within) => {
      isClosed = true
      await Promise.all(
        [...all].map(([following, { awaited }]) =>
          awaited ? following.finish(within) : following.abandon()
        )
      )
      // If a handler closes Telemark, its own event can't be waited for.
      await Promise.all([...all.keys()].map((following) => following.abandon()))
    }
  }
}
