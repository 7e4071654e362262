/** Most problems of one part that are told. */
const maxReported = 20

/** What is wrong with a template. */
export class Problems {
  private readonly found = new Set<string>()

  /** `line`: where it is, counted from 1. */
  add(line: number, reason: string): void {
    if (this.found.size < maxReported) this.found.add(`line ${line}: ${reason}`)
  }

  get all(): ReadonlyArray<string> {
    return [...this.found]
  }
}
