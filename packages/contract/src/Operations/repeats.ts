const repeats = new WeakSet()

/** Marks an answer as a repeat of an earlier one, if its members don't say so. */
export const asRepeat = <Answer extends object>(answer: Answer): Answer => {
  repeats.add(answer)
  return answer
}

export const isRepeat = (answer: object): boolean => repeats.has(answer)
