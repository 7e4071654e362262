/** A member of a chain; it can be in one at a time. */
export class Link<T> {
  before: T | undefined = undefined
  behind: T | undefined = undefined
  isLinked = false
}

/**
 * A queue whose members can leave in constant time. In a `Set`, each look at the first member skips
 * the holes of those that left.
 */
export class Chain<T extends Link<T>> {
  first: T | undefined = undefined
  private last: T | undefined = undefined
  size = 0

  add(link: T): void {
    if (link.isLinked) return
    link.isLinked = true
    link.before = this.last
    if (this.last === undefined) this.first = link
    else this.last.behind = link
    this.last = link
    this.size++
  }

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
