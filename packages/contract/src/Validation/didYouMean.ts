/** Longer names aren't compared, because the work grows with the square of the length. */
const maxLength = 64

/** Folds `replyTo`, `reply_to`, `reply-to` and `ReplyTo` to the same text. */
export const foldName = (name: string): string => name.replace(/[_\-\s.]/g, "").toLowerCase()

/** Number of insertions, deletions, replacements and swaps of neighbours between two texts. */
const distance = (from: string, to: string): number => {
  let beforeLast: Array<number> = []
  let last = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let row = 1; row <= from.length; row++) {
    const current = [row]
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1]
      const replaced = (last[column - 1] ?? 0) + (isSame ? 0 : 1)
      const isExchange =
        row > 1 &&
        column > 1 &&
        from[row - 1] === to[column - 2] &&
        from[row - 2] === to[column - 1]
      const exchanged = isExchange ? (beforeLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY
      current.push(
        Math.min((last[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, replaced, exchanged)
      )
    }
    beforeLast = last
    last = current
  }
  return last[to.length] ?? 0
}

/**
 * The known name that an unknown one probably means; undefined if none is close. Case and
 * separators don't count. Otherwise a third of the letters may differ, at most three. The first of
 * equally close names wins, and a name equal to the unknown one never does.
 */
export const didYouMean = (name: string, known: ReadonlyArray<string>): string | undefined => {
  if (name.length > maxLength) return undefined
  const wanted = foldName(name)
  let best: { readonly name: string; readonly distance: number } | undefined
  for (const candidate of known) {
    if (candidate === name || candidate.length > maxLength) continue
    const other = foldName(candidate)
    const allowed = Math.min(3, Math.floor(Math.max(wanted.length, other.length) / 3))
    if (Math.abs(wanted.length - other.length) > allowed) continue
    const found = distance(wanted, other)
    if (found <= allowed && (best === undefined || found < best.distance))
      best = { name: candidate, distance: found }
  }
  return best?.name
}

/** What follows a reason for a refusal, or a warning: nothing if no name is meant. */
export const orMeant = (meant: string | undefined): string =>
  meant === undefined ? "" : `; did you mean ${meant}?`

/** A whole sentence, and behind it what was probably meant. */
export const withMeant = (sentence: string, meant: string | undefined): string =>
  meant === undefined ? sentence : `${sentence} Did you mean ${meant}?`
