import { awaitOpen, type EmailEvent, type Services } from "@telemark/core"
import { Cause, type Duration, Effect, type Exit, Fiber, Latch, Stream } from "effect"
import { AsyncLocalStorage } from "node:async_hooks"

/** Runs an effect on the runtime's services, in the background. */
export type Fork = <A, E>(effect: Effect.Effect<A, E, Services>) => Fiber.Fiber<A, unknown>

/** A running subscription that passes events to the host's code one at a time. */
export interface Following {
  /** The result. Never rejects. */
  readonly ended: Promise<Exit.Exit<void, unknown>>
  /**
   * Stops, and resolves when the current event is handled or the time is over; only in the first
   * case it counts as handled. If the handler of that event calls this, it resolves at once, since
   * it would wait for itself.
   */
  readonly finish: (within: Duration.Input) => Promise<void>
  /** Stops at once. The current event doesn't count as handled. */
  readonly abandon: () => Promise<void>
}

/**
 * Calls `handle` with one event at a time, with the next one once the promise of the previous one
 * resolves.
 */
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
      // An event counts as handled once the next one is requested, so that is done even if no more
      // are wanted.
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
