import { Chain, Link } from "./Chain.js"

/** A job of a limiter, from when it is let in until it leaves. */
export interface Job {
  readonly permits: number
  readonly isRunning: boolean
}

/** All that waits, urgent or not. */
export class Kind {
  waiting = 0
  /** Queues of keys within whose own permits the next job fits, in the order of their turns. */
  readonly turns = new Chain<Queue>()
}

/** What waits of one key and kind, in the order in which it came. */
export class Queue extends Link<Queue> {
  readonly jobs = new Chain<OneJob>()

  constructor(readonly key: Key, readonly kind: Kind) {
    super()
  }
}

/** A job, linked to those that wait before and behind it. */
export class OneJob extends Link<OneJob> implements Job {
  isRunning = false

  constructor(readonly queue: Queue, readonly permits: number) {
    super()
  }
}

/** Whose jobs they are, while there are any. */
export class Key {
  /** Permits that its running jobs have. */
  running = 0
  readonly urgent: Queue
  readonly ordinary: Queue

  constructor(readonly name: string, urgent: Kind, ordinary: Kind) {
    this.urgent = new Queue(this, urgent)
    this.ordinary = new Queue(this, ordinary)
  }

  get hasWaiting(): boolean {
    return this.urgent.jobs.size > 0 || this.ordinary.jobs.size > 0
  }
}
