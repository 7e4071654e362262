const repeats = new WeakSet()

/** Marks an answer as one that was given before, where its members don't say so. */
export const asRepeat = <Answer extends object>(answer: Answer): Answer => {
  repeats.add(answer)
  return answer
}

/** Whether an answer was marked by `asRepeat`. */
export const isRepeat = (answer: object): boolean => repeats.has(answer)
