import { Effect } from "effect"

/** What renderings may still take together, counted in budgets of one rendering. Each rendering takes its share away. */
export interface RenderBudget {
  left: number
}

/** What one of several renderings has of what they have together. */
export interface RenderShare {
  readonly budget: RenderBudget
  /** Ends once all renderings before this one are over: which of them go beyond the budget depends on nothing but their order. */
  readonly turn: Effect.Effect<void>
}

/** The shares of a list. */
export interface RenderShares {
  readonly of: (index: number) => RenderShare
  /** An entry renders nothing more, or never did. */
  readonly finish: (index: number) => Effect.Effect<void>
}

/** Shares of one budget for a list of so many entries, in its order. Every entry has to finish, or those behind it wait forever. */
export const makeRenderShares = (count: number, budgets: number): RenderShares => {
  const budget: RenderBudget = { left: budgets }
  const isFinished = Array<boolean>(count).fill(false)
  const waiting = new Map<number, () => void>()
  // All entries before this one are finished.
  let next = 0

  return {
    of: (index) => ({
      budget,
      turn: Effect.suspend(() => {
        if (next >= index) return Effect.void
        return Effect.async<void>((resume) => {
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
