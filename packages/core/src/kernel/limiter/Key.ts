import { Chain, Link } from "./Chain.js"

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
