import { Effect, type Fiber, FiberId, Scheduler } from "effect"

/**
 * Lets something happen before a fiber's step of this number, to which it yields. Steps of its
 * children don't count.
 */
const beforeStep = (
  number: number,
  happen: (fiber: Fiber.RuntimeFiber<unknown, unknown>) => void
): Scheduler.Scheduler => {
  let first: Fiber.RuntimeFiber<unknown, unknown> | undefined
  let step = 0
  return {
    scheduleTask: (task, priority) => Scheduler.defaultScheduler.scheduleTask(task, priority),
    shouldYield: (fiber) => {
      first ??= fiber
      if (fiber !== first || ++step !== number) return false
      happen(fiber)
      return 0
    }
  }
}

/**
 * Interrupts an effect between two of its steps: before the one of this number, which may be in a
 * region that can't be interrupted.
 */
export const interruptedBeforeStep = (number: number) =>
  Effect.withScheduler(beforeStep(number, (fiber) => fiber.unsafeInterruptAsFork(FiberId.none)))
