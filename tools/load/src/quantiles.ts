const sorted = (values: ReadonlyArray<number>): ReadonlyArray<number> =>
  [...values].sort((a, b) => a - b)

export const median = (values: ReadonlyArray<number>): number => {
  const ordered = sorted(values)
  const middle = Math.floor(ordered.length / 2)
  return ordered.length % 2 === 1
    ? (ordered[middle] ?? 0)
    : ((ordered[middle - 1] ?? 0) + (ordered[middle] ?? 0)) / 2
}

/** The value that this share of the values doesn't exceed: 0.99 for the 99th percentile. */
export const quantile = (values: ReadonlyArray<number>, share: number): number =>
  sorted(values)[Math.max(0, Math.ceil(values.length * share) - 1)] ?? 0
