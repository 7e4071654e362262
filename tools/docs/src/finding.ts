/** What is wrong on a page. */
export interface Finding {
  /** The page, from the root of the repository. */
  readonly file: string
  /** From 1. */
  readonly line: number
  readonly message: string
}

/** What a check looked at, and what it found wrong. */
export interface Outcome {
  readonly checked: number
  readonly findings: ReadonlyArray<Finding>
}

/** A finding as editors and terminals read it: `docs/http.md:12: …`. */
export const lineOf = ({ file, line, message }: Finding): string =>
  `${file}:${String(line)}: ${message}`

/** All of them together. */
export const together = (outcomes: ReadonlyArray<Outcome>): Outcome => ({
  checked: outcomes.reduce((sum, { checked }) => sum + checked, 0),
  findings: outcomes.flatMap(({ findings }) => findings)
})
