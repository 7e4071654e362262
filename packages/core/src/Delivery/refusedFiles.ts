/** For how long room is kept after a refusal, in milliseconds: mail that is given back for a second is claimed again by then. */
const keptFor = 3000

/** Routes whose mail found no room for its files, and how much it needs, those first that were refused first. */
export class RefusedFiles {
  readonly #refused = new Map<string, { readonly size: number; readonly until: number }>()

  /** It was refused at `now`; it keeps its place among the others if it was before. */
  note(route: string, size: number, now: number): void {
    this.#refused.set(route, { size, until: now + keptFor })
  }

  /** It has found room. */
  forget(route: string): void {
    this.#refused.delete(route)
  }

  /** Octets that others are to leave to the route that was refused first; none are kept from that one itself. */
  keptFrom(route: string, now: number): number {
    for (const [first, { size, until }] of this.#refused) {
      if (first === route) return 0
      if (until > now) return size
      this.#refused.delete(first)
    }
    return 0
  }
}
