/**
 * The ranges in which times from acceptance to handover are counted end at these milliseconds; the
 * last range has no end. Storages keep a column for each.
 */
export const handoverLimits = [
  20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 30_000, 60_000, 300_000, 1_800_000, 7_200_000,
  43_200_000
] as const

/** Times of a message, in epoch milliseconds. */
export interface HandoverTimestamps {
  readonly created_at: number
  readonly scheduled_at?: number | null | undefined
  /** When the next hop accepted it; null if it hasn't. */
  readonly sent_at: number | null
}

/**
 * The index of the range in which a message's handover is counted; undefined if it wasn't handed
 * over. Scheduled mail is awaited from its time on.
 */
export const handoverRangeOf = ({
  created_at,
  scheduled_at,
  sent_at
}: HandoverTimestamps): number | undefined => {
  if (sent_at === null) return undefined
  const took = sent_at - Math.max(created_at, scheduled_at ?? created_at)
  const index = handoverLimits.findIndex((limit) => took <= limit)
  return index === -1 ? handoverLimits.length : index
}

/**
 * The time within which that part of the messages was handed over, in whole milliseconds, as if the
 * times of each range were spread evenly; null if there are no messages. Of the last range, only
 * its beginning is known.
 */
export const handoverQuantile = (counts: ReadonlyArray<number>, part: number): number | null => {
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total <= 0) return null
  const wanted = total * part
  let before = 0
  for (const [index, limit] of handoverLimits.entries()) {
    const count = counts[index] ?? 0
    const from = handoverLimits[index - 1] ?? 0
    if (count > 0 && before + count >= wanted)
      return Math.round(from + ((limit - from) * (wanted - before)) / count)
    before += count
  }
  return handoverLimits.at(-1) ?? 0
}
