/** Maximum number of problems reported per part. */
const maxReported = 20

export class Problems {
  private readonly found = new Set<string>()

  /** `line` counts from 1. */
  add(line: number, reason: string): void {
    if (this.found.size < maxReported) this.found.add(`line ${line}: ${reason}`)
  }

  get all(): ReadonlyArray<string> {
    return [...this.found]
  }
}
