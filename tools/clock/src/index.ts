import { type Duration, Effect } from "effect"
import { TestClock as Library } from "effect/testing"

/** Steps that fibers take before the clock moves, and turns of the event loop among them. */
const steps = 20
const turns = 5

const turn = Effect.promise(() => new Promise<void>((resolve) => setImmediate(resolve)))

/**
 * Lets all that is due come to where it waits. The library's clock moves after one step: a sleep
 * that a fiber's fiber is about to begin would miss it.
 */
const settle = Effect.repeat(
  Effect.andThen(Effect.repeat(Effect.yieldNow, { times: steps - 1 }), turn),
  { times: turns - 1 }
)

/** Virtual time, as the library has it, that moves once everything waits. */
export const TestClock = {
  ...Library,
  adjust: (duration: Duration.Input): Effect.Effect<void> =>
    Effect.andThen(settle, Effect.andThen(Library.adjust(duration), settle)),
  setTime: (millis: number): Effect.Effect<void> =>
    Effect.andThen(settle, Effect.andThen(Library.setTime(millis), settle))
}
