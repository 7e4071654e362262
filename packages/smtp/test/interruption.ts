import { Effect, type Fiber, Scheduler } from "effect"

/**
 * Lets something happen before a fiber's step of this number, to which it yields. Steps of its
 * children don't count.
 */
const beforeStep = (
  number: number,
  happen: (fiber: Fiber.Fiber<unknown, unknown>) => void
): Scheduler.Scheduler => {
  const usual = new Scheduler.MixedScheduler()
  let first: Fiber.Fiber<unknown, unknown> | undefined
  let step = 0
  return {
    executionMode: usual.executionMode,
    makeDispatcher: () => usual.makeDispatcher(),
    shouldYield: (fiber) => {
      first ??= fiber
      if (fiber !== first || ++step !== number) return false
      happen(fiber)
      return true
    }
  }
}

/**
 * Interrupts an effect between two of its steps: before the one of this number, which may be in a
 * region that can't be interrupted.
 */
export const interruptedBeforeStep = (number: number) =>
  Effect.provideService(
    Scheduler.Scheduler,
    beforeStep(number, (fiber) => {
      fiber.interruptUnsafe()
    })
  )
