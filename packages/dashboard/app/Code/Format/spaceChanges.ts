/** A part of a text, and what takes its place. */
export interface SpaceChange {
  readonly from: number
  readonly to: number
  readonly insert: string
}

const endOfSpace = (text: string, from: number): number => {
  let at = from
  while (at < text.length && /\s/.test(text.charAt(at))) at++
  return at
}

/**
 * What makes one text of another that differs in white space only: the caret and all else that
 * stands in the text keep their places.
 */
export const spaceChanges = (before: string, after: string): ReadonlyArray<SpaceChange> => {
  const changes: Array<SpaceChange> = []
  let from = 0
  let other = 0
  while (from < before.length || other < after.length) {
    const to = endOfSpace(before, from)
    const otherTo = endOfSpace(after, other)
    const insert = after.slice(other, otherTo)
    if (before.slice(from, to) !== insert) changes.push({ from, to, insert })
    // The character that both have behind it.
    from = to + 1
    other = otherTo + 1
  }
  return changes
}
