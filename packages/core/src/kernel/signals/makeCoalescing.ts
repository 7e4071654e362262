import { Clock, type Duration, Effect, type Scope } from "effect"
import { makeSignal } from "./Signal.js"

/**
 * Returns a function that schedules `run`; calls during a run or the pause after it share the next.
 * Real time: it concerns other processes.
 */
export const makeCoalescing = (
  run: Effect.Effect<void>,
  pause: Duration.Input
): Effect.Effect<() => void, never, Scope.Scope> =>
  Effect.gen(function* () {
    const { announce, listen } = makeSignal()
    const asked = yield* listen
    yield* asked.pipe(
      Effect.andThen(run),
      Effect.andThen(Effect.sleep(pause)),
      Effect.forever,
      Effect.provideService(Clock.Clock, Clock.Clock.defaultValue()),
      Effect.forkScoped
    )
    return announce
  })
