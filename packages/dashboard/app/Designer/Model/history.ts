/** What was, is and, after undoing, may be again. */
export interface History<State> {
  readonly past: ReadonlyArray<State>
  readonly present: State
  readonly future: ReadonlyArray<State>
  /**
   * What the last change belongs to, such as a field that is being typed in, and when it was made.
   */
  readonly last?: { readonly group: string; readonly at: number } | undefined
}

const maxSteps = 200

/**
 * Changes of one group in less than this many milliseconds after each other are undone together.
 */
const pause = 1_000

export const beginHistory = <State>(present: State): History<State> => ({
  past: [],
  present,
  future: []
})

/** Adds a change. Changes with the same `group` become one if they follow each other quickly. */
export const record = <State>(
  history: History<State>,
  present: State,
  change?: { readonly group: string; readonly at: number }
): History<State> => {
  if (present === history.present) return history
  const isSame =
    change !== undefined &&
    history.last?.group === change.group &&
    change.at - history.last.at < pause &&
    history.past.length > 0
  return {
    past: isSame ? history.past : [...history.past.slice(1 - maxSteps), history.present],
    present,
    future: [],
    last: change
  }
}

export const undo = <State>(history: History<State>): History<State> => {
  const previous = history.past.at(-1)
  return previous === undefined
    ? history
    : {
        past: history.past.slice(0, -1),
        present: previous,
        future: [history.present, ...history.future]
      }
}

export const redo = <State>(history: History<State>): History<State> => {
  const [next, ...future] = history.future
  return next === undefined
    ? history
    : { past: [...history.past, history.present], present: next, future }
}
