/** What can be linked into a chain: in one at a time. */
export class Link<T> {
  /** Those before and behind it, if it is in a chain. */
  before: T | undefined = undefined
  behind: T | undefined = undefined
  isLinked = false
}

/**
 * A queue that anyone can leave in constant time, wherever it stands. A `Set` keeps holes where its first members were, which each
 * look at the first one passes over.
 */
export class Chain<T extends Link<T>> {
  first: T | undefined = undefined
  private last: T | undefined = undefined
  size = 0

  /** Adds one at the end, unless it is in already. */
  add(link: T): void {
    if (link.isLinked) return
    link.isLinked = true
    link.before = this.last
    if (this.last === undefined) this.first = link
    else this.last.behind = link
    this.last = link
    this.size++
  }

  /** Takes one out; false if it wasn't in. */
  remove(link: T): boolean {
    if (!link.isLinked) return false
    if (link.before === undefined) this.first = link.behind
    else link.before.behind = link.behind
    if (link.behind === undefined) this.last = link.before
    else link.behind.before = link.before
    link.before = link.behind = undefined
    link.isLinked = false
    this.size--
    return true
  }
}
