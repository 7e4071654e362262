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

/** A job of a limiter, from entering until it leaves. */
export interface Job {
  readonly permits: number
  readonly isRunning: boolean
}

export class Kind {
  waiting = 0
  /** Queues whose next job fits within their key's own permits, in the order of their turns. */
  readonly turns = new Chain<Queue>()
}

/** Waiting jobs of one key and kind, in arrival order. */
export class Queue extends Link<Queue> {
  readonly jobs = new Chain<OneJob>()

  constructor(
    readonly key: Key,
    readonly kind: Kind
  ) {
    super()
  }
}

export class OneJob extends Link<OneJob> implements Job {
  isRunning = false

  constructor(
    readonly queue: Queue,
    readonly permits: number
  ) {
    super()
  }
}

export class Key {
  /** Permits used by its running jobs. */
  running = 0
  readonly urgent: Queue
  readonly ordinary: Queue

  constructor(
    readonly name: string,
    urgent: Kind,
    ordinary: Kind
  ) {
    this.urgent = new Queue(this, urgent)
    this.ordinary = new Queue(this, ordinary)
  }

  get hasWaiting(): boolean {
    return this.urgent.jobs.size > 0 || this.ordinary.jobs.size > 0
  }
}
