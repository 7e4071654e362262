import { Effect } from "effect"
import { wakeable } from "../../kernel/signals.js"

/** The rest of a common budget, in budgets of one rendering. Each rendering subtracts its share. */
export interface RenderBudget {
  left: number
}

/** One rendering's access to a common budget. */
export interface RenderShare {
  readonly budget: RenderBudget
  /**
   * Ends once all earlier renderings are finished, so that only their order determines which ones
   * exceed the budget.
   */
  readonly turn: Effect.Effect<void>
}

/** The shares of a list of renderings. */
export interface RenderShares {
  readonly of: (index: number) => RenderShare
  /** Marks an entry as finished, whether it rendered or not. */
  readonly finish: (index: number) => Effect.Effect<void>
}

/**
 * Makes shares of one budget for `count` entries, in order. Every entry must finish, or later ones
 * wait forever.
 */
export const makeRenderShares = (count: number, budgets: number): RenderShares => {
  const budget: RenderBudget = { left: budgets }
  const isFinished = Array<boolean>(count).fill(false)
  const waiting = new Map<number, () => void>()
  let next = 0

  return {
    of: (index) => ({
      budget,
      turn: Effect.suspend(() => {
        if (next >= index) return Effect.void
        return wakeable<void>((resume) => {
          waiting.set(index, () => resume(Effect.void))
          return Effect.sync(() => waiting.delete(index))
        })
      })
    }),
    finish: (index) =>
      Effect.sync(() => {
        isFinished[index] = true
        while (isFinished[next] === true) next++
        waiting.get(next)?.()
        waiting.delete(next)
      })
  }
}
