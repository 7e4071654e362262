/**
 * How long memory is reserved after a refusal, in milliseconds: a message that is released for a
 * second is claimed again by then.
 */
const keptFor = 3000

/**
 * Routes whose messages found no memory for their files, with the size needed, in the order of
 * their first refusal.
 */
export class RefusedFiles {
  readonly #refused = new Map<string, { readonly size: number; readonly until: number }>()

  note(route: string, size: number, now: number): void {
    this.#refused.set(route, { size, until: now + keptFor })
  }

  forget(route: string): void {
    this.#refused.delete(route)
  }

  /**
   * Octets that others leave free for the route that was refused first; 0 for that route itself.
   */
  keptFrom(route: string, now: number): number {
    for (const [first, { size, until }] of this.#refused) {
      if (first === route) return 0
      if (until > now) return size
      this.#refused.delete(first)
    }
    return 0
  }
}
