import { Chain, Link } from "./Chain.js"

/** How much may run, and how much may wait. Permits are jobs where each job takes one, or octets, or whatever else is shared out. */
export interface LimiterBounds {
  /** Permits that all running jobs have together. */
  readonly permits: number
  /** Permits that the running jobs of one key have together; by default as many as there are. */
  readonly permitsPerKey?: number | undefined
  /** Jobs that wait, of all keys together; by default any number. */
  readonly maxWaiting?: number | undefined
  /** Jobs of one key that wait; by default as many as may wait in all. */
  readonly maxWaitingPerKey?: number | undefined
}

/** A job of a limiter, from when it is let in until it leaves. */
export interface Job {
  readonly permits: number
  readonly isRunning: boolean
}

class OneJob extends Link<OneJob> implements Job {
  isRunning = false

  constructor(readonly owner: Key, readonly permits: number) {
    super()
  }
}

class Key extends Link<Key> {
  /** Permits that its running jobs have. */
  running = 0
  /** In the order in which they came. */
  readonly waiting = new Chain<OneJob>()

  constructor(readonly name: string) {
    super()
  }
}

/**
 * The state of a limiter, without effects and without time.
 *
 * A job enters and then runs, waits or is refused; it leaves once, from either state. A job runs if its permits are free, of its key and
 * in all, and if nobody waits who could run before it. Where permits become free, the jobs that they are enough for start: jobs of one
 * key in the order in which they came, keys in turns. A job that needs more permits than there are runs alone. So no job is passed for
 * ever: a large one that is next waits until enough permits are free, and nothing starts before it.
 *
 * Every operation takes constant time, however many jobs wait, beside what it starts.
 */
export class LimiterState {
  private running = 0
  private waitingJobs = 0
  private readonly keys = new Map<string, Key>()
  /** Keys whose first waiting job fits within the key's own permits, in the order of their turns. */
  private readonly turns = new Chain<Key>()

  constructor(private readonly bounds: LimiterBounds) {}

  /** Jobs that wait. */
  get waiting(): number {
    return this.waitingJobs
  }

  /** Permits that running jobs have. */
  get inUse(): number {
    return this.running
  }

  /** Keys with a running or waiting job: no others are remembered. */
  get knownKeys(): number {
    return this.keys.size
  }

  /** Lets a job in, which takes one permit at least: it runs or it waits. Undefined if it would have to wait and `mayWait` is false, or too many wait already. */
  enter(name: string, permits: number, mayWait = true): Job | undefined {
    const key = this.keys.get(name) ?? new Key(name)
    const job = new OneJob(key, Math.max(1, permits))
    if (key.waiting.size === 0 && this.turns.size === 0 && this.fitsKey(key, job.permits) && this.fits(job.permits)) {
      this.keys.set(name, key)
      this.start(job)
      return job
    }
    if (!mayWait || this.isFull(key)) return undefined
    this.keys.set(name, key)
    key.waiting.add(job)
    this.waitingJobs++
    if (key.waiting.size === 1) this.giveTurn(key)
    return job
  }

  /** Takes a job out, whether it runs or waits, and says which jobs start by that. */
  leave(job: Job): ReadonlyArray<Job> {
    if (!(job instanceof OneJob)) return []
    const { owner } = job
    if (job.isRunning) {
      job.isRunning = false
      this.running -= job.permits
      owner.running -= job.permits
    } else if (owner.waiting.remove(job)) {
      this.waitingJobs--
    } else {
      return []
    }
    // Another job may be its key's first now, which may fit where this one didn't, or not fit where it did.
    this.giveTurn(owner)
    if (owner.waiting.size === 0 && owner.running === 0) this.keys.delete(owner.name)
    return this.startNext()
  }

  private fits(permits: number): boolean {
    return this.running === 0 || this.running + permits <= this.bounds.permits
  }

  private fitsKey(key: Key, permits: number): boolean {
    return key.running === 0 || key.running + permits <= (this.bounds.permitsPerKey ?? this.bounds.permits)
  }

  private isFull(key: Key): boolean {
    const { maxWaiting = Number.POSITIVE_INFINITY, maxWaitingPerKey = Number.POSITIVE_INFINITY } = this.bounds
    return this.waitingJobs >= maxWaiting || key.waiting.size >= maxWaitingPerKey
  }

  private start(job: OneJob): void {
    job.isRunning = true
    this.running += job.permits
    job.owner.running += job.permits
  }

  /** Keeps a key in the turns, at the end if it is new there, as long as its first waiting job fits within its own permits. */
  private giveTurn(key: Key): void {
    const { first } = key.waiting
    if (first !== undefined && this.fitsKey(key, first.permits)) this.turns.add(key)
    else this.turns.remove(key)
  }

  private startNext(): ReadonlyArray<Job> {
    const started: Array<Job> = []
    for (let key = this.turns.first; key !== undefined; key = this.turns.first) {
      const job = key.waiting.first
      if (job === undefined || !this.fits(job.permits)) break
      key.waiting.remove(job)
      this.waitingJobs--
      this.start(job)
      started.push(job)
      this.turns.remove(key)
      this.giveTurn(key)
    }
    return started
  }
}
