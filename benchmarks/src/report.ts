import { median } from "@telemark-tools/load"

/** One candidate's figures over all rounds. */
export interface Series {
  readonly name: string
  readonly perSecond: ReadonlyArray<number>
  /** What else is to be said of it. */
  readonly note?: string
}

/** Prints a line of the report. */
export const line = (text: string): void => {
  process.stdout.write(`${text}\n`)
}

/** Milliseconds with as many digits as they deserve. */
export const millis = (value: number): string => value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0)

const spreadOf = (values: ReadonlyArray<number>): string =>
  `${Math.min(...values).toFixed(0)} to ${Math.max(...values).toFixed(0)}`

/** Prints the medians with their spread, and each candidate's ratio to the first, the baseline. */
export const report = (
  title: string,
  unit: string,
  baseline: Series,
  candidates: ReadonlyArray<Series>
): void => {
  line(`\n${title}`)
  const all = [baseline, ...candidates]
  const width = Math.max(28, ...all.map(({ name }) => name.length))
  for (const { name, note, perSecond } of all) {
    const ratio = (median(perSecond) / median(baseline.perSecond)).toFixed(2)
    line(
      `  ${name.padEnd(width)} ${median(perSecond).toFixed(0).padStart(7)} ${unit}   (${spreadOf(perSecond)})   ${ratio} ×${note === undefined ? "" : `   ${note}`}`
    )
  }
}

/** Prints columns of text: the first to the left, the others to the right. */
export const table = (rows: ReadonlyArray<ReadonlyArray<string>>): void => {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0))
  )
  for (const row of rows) {
    line(
      `  ${row.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join("   ")}`
    )
  }
}

/**
 * Runs the candidates in turn, in reversed order every second round, so that drift favours none.
 */
export const inTurn = async <A, B = number>(
  rounds: number,
  candidates: ReadonlyArray<A>,
  measure: (candidate: A) => Promise<B>
): Promise<ReadonlyMap<A, ReadonlyArray<B>>> => {
  const results = new Map<A, Array<B>>(candidates.map((candidate) => [candidate, []]))
  for (let round = 0; round < rounds; round++) {
    for (const candidate of round % 2 === 0 ? candidates : [...candidates].reverse()) {
      results.get(candidate)?.push(await measure(candidate))
    }
  }
  return results
}
