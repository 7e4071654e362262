import type { EmailEvent, Services } from "@telemark/core"
import { type Duration, Effect, type Exit, Fiber, Option, Stream } from "effect"
import { AsyncLocalStorage } from "node:async_hooks"

/** Carries out an effect on the runtime's services, in the background. */
export type Fork = <A, E>(effect: Effect.Effect<A, E, Services>) => Fiber.RuntimeFiber<A, unknown>

/** Events that are handed to the host's code, one after the other. */
export interface Following {
  /** What it ended with. It never rejects. */
  readonly ended: Promise<Exit.Exit<void, unknown>>
  /**
   * Hands out no more, and resolves when the host is done with the event in hand, which then counts as handled, or when that took too
   * long, and then it doesn't. Called by what handles that very event, it resolves at once: it would wait for itself.
   */
  readonly finish: (within: Duration.DurationInput) => Promise<void>
  /** Ends at once. The event in hand doesn't count as handled. */
  readonly abandon: () => Promise<void>
}

/** Calls `handle` with one event after the other: with the next once the promise of the one before is resolved. */
export const startFollowing = <E>(
  fork: Fork,
  events: Stream.Stream<EmailEvent, E, Services>,
  handle: (event: EmailEvent) => Promise<void>
): Following => {
  const stopping = Effect.unsafeMakeLatch(false)
  const handling = new AsyncLocalStorage<EmailEvent>()
  let isStopping = false
  let current: EmailEvent | undefined
  const stop = Effect.fail(Option.none<E>())
  const stopped = Effect.zipRight(stopping.await, stop)
  const handleOne = (event: EmailEvent) =>
    Effect.suspend(() => {
      if (isStopping) return stop
      current = event
      const done = Effect.sync(() => { current = undefined })
      return Effect.ensuring(Effect.promise(() => handling.run(event, () => handle(event))), done)
    })
  const fiber = fork(Stream.toPull(events).pipe(
    // What was handed out counts as handled once the next event is asked for: so it is, even where no more is wanted.
    Effect.flatMap((pull) => Effect.forever(Effect.flatMap(Effect.raceFirst(pull, stopped), Effect.forEach(handleOne, { discard: true })))),
    Effect.catchAll(Option.match({ onNone: () => Effect.void, onSome: (error: E) => Effect.fail(error) })),
    Effect.scoped
  ))
  const abandon = () => Effect.runPromise(Effect.asVoid(Fiber.interrupt(fiber)))
  return {
    ended: Effect.runPromise(Fiber.await(fiber)),
    finish: async (within) => {
      isStopping = true
      stopping.unsafeOpen()
      if (current !== undefined && handling.getStore() === current) return
      await Effect.runPromise(Effect.timeoutOption(Fiber.await(fiber), within))
      await abandon()
    },
    abandon
  }
}
