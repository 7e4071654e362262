/** One candidate's figures over all rounds. */
export interface Series {
  readonly name: string
  readonly perSecond: ReadonlyArray<number>
}

const sorted = (values: ReadonlyArray<number>): ReadonlyArray<number> => [...values].sort((a, b) => a - b)

export const median = (values: ReadonlyArray<number>): number => {
  const ordered = sorted(values)
  const middle = Math.floor(ordered.length / 2)
  return ordered.length % 2 === 1 ? ordered[middle] ?? 0 : ((ordered[middle - 1] ?? 0) + (ordered[middle] ?? 0)) / 2
}

const line = (text: string): void => {
  process.stdout.write(`${text}\n`)
}

/** Prints the medians with their spread, and each candidate's ratio to the first, the baseline. */
export const report = (title: string, unit: string, baseline: Series, candidates: ReadonlyArray<Series>): void => {
  line(`\n${title}`)
  for (const { name, perSecond } of [baseline, ...candidates]) {
    const ordered = sorted(perSecond)
    const spread = `${(ordered[0] ?? 0).toFixed(0)} to ${(ordered.at(-1) ?? 0).toFixed(0)}`
    const ratio = (median(perSecond) / median(baseline.perSecond)).toFixed(2)
    line(`  ${name.padEnd(28)} ${median(perSecond).toFixed(0).padStart(7)} ${unit}   (${spread})   ${ratio} ×`)
  }
}

/** Runs the candidates in turn, in reversed order every second round, so that drift favours none. */
export const inTurn = async <A>(
  rounds: number,
  candidates: ReadonlyArray<A>,
  measure: (candidate: A) => Promise<number>
): Promise<ReadonlyMap<A, ReadonlyArray<number>>> => {
  const results = new Map<A, Array<number>>(candidates.map((candidate) => [candidate, []]))
  for (let round = 0; round < rounds; round++) {
    for (const candidate of round % 2 === 0 ? candidates : [...candidates].reverse()) {
      results.get(candidate)?.push(await measure(candidate))
    }
  }
  return results
}
