import { type Job, Key, Kind, OneJob, type Queue } from "./Key.js"

/** How much may run, and how much may wait. Permits are jobs where each job takes one, or octets, or whatever else is shared out. */
export interface LimiterBounds {
  /** Permits that all running jobs have together. */
  readonly permits: number
  /** Permits that the running jobs of one key have together; by default as many as there are. */
  readonly permitsPerKey?: number | undefined
  /** Jobs that wait, of all keys together, urgent ones and others apart; by default any number. */
  readonly maxWaiting?: number | undefined
  /** Jobs of one key that wait, urgent ones and others apart; by default as many as may wait in all. */
  readonly maxWaitingPerKey?: number | undefined
  /** Whether a key of which none waits may have one wait, however many of others do; false by default. What waits is then bounded by the number of keys. */
  readonly admitsEachKey?: boolean | undefined
}

/** While others wait, only so many urgent jobs start in a row. */
const maxUrgentInARow = 3

/**
 * The state of a limiter, without effects and without time.
 *
 * A job enters and then runs, waits or is refused; it leaves once, from either state. A job runs if its permits are free, of its key and
 * in all, and if nobody waits who could run before it. Where permits become free, the jobs that they are enough for start: urgent jobs
 * before others, though no more than three in a row; of either kind the keys in turns; jobs of one key in the order in which they came. A job
 * that needs more permits than there are runs alone. So no job is passed for ever: a large one that is next waits until enough permits
 * are free, and nothing starts before it but urgent jobs, three at most; one that doesn't fit within its key keeps the other jobs of that key waiting, and nobody else's.
 *
 * Every operation but `resize` takes constant time, however many jobs wait, beside what it starts. `docs/limiter.md` has a picture.
 */
export class LimiterState {
  private readonly bounds: Omit<LimiterBounds, "permits">
  private permits: number
  private running = 0
  private urgentInARow = 0
  private readonly urgent = new Kind()
  private readonly ordinary = new Kind()
  private readonly keys = new Map<string, Key>()
  /** The last one that was forgotten: often it is the next one, too, or the only one. */
  private idle: Key | undefined

  constructor({ permits, ...bounds }: LimiterBounds) {
    this.permits = permits
    this.bounds = bounds
  }

  /** Jobs that wait. */
  get waiting(): number {
    return this.urgent.waiting + this.ordinary.waiting
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
  enter(name: string, permits: number, mayWait = true, isUrgent = false): Job | undefined {
    const key = this.keys.get(name) ?? (this.idle?.name === name ? this.idle : new Key(name, this.urgent, this.ordinary))
    const queue = isUrgent ? key.urgent : key.ordinary
    const job = new OneJob(queue, Math.max(1, permits))
    if (!key.hasWaiting && this.next === undefined && this.fitsKey(key, job.permits) && this.fits(job.permits)) {
      this.keys.set(name, key)
      this.start(job)
      return job
    }
    if (!mayWait || this.isFull(queue)) return undefined
    this.keys.set(name, key)
    queue.jobs.add(job)
    queue.kind.waiting++
    if (queue.jobs.size === 1) this.giveTurns(key)
    return job
  }

  /** Takes a job out, whether it runs or waits, and says which jobs start by that. */
  leave(job: Job): ReadonlyArray<Job> {
    if (!(job instanceof OneJob)) return []
    const { key, kind, jobs } = job.queue
    if (job.isRunning) {
      job.isRunning = false
      this.running -= job.permits
      key.running -= job.permits
    } else if (jobs.remove(job)) {
      kind.waiting--
    } else {
      return []
    }
    // Another job may be its key's next now, which may fit where this one didn't, or not fit where it did.
    this.giveTurns(key)
    if (key.running === 0 && !key.hasWaiting) {
      this.keys.delete(key.name)
      this.idle = key
    }
    return this.startNext()
  }

  /** Has as many permits from now on, and says which jobs start by that. What runs beyond them runs on. */
  resize(permits: number): ReadonlyArray<Job> {
    if (permits === this.permits) return []
    this.permits = permits
    for (const key of this.keys.values()) this.giveTurns(key)
    return this.startNext()
  }

  private fits(permits: number): boolean {
    return this.running === 0 || this.running + permits <= this.permits
  }

  private fitsKey(key: Key, permits: number): boolean {
    return key.running === 0 || key.running + permits <= (this.bounds.permitsPerKey ?? this.permits)
  }

  private isFull({ jobs, kind }: Queue): boolean {
    const { admitsEachKey = false, maxWaiting = Number.POSITIVE_INFINITY, maxWaitingPerKey = Number.POSITIVE_INFINITY } = this.bounds
    if (admitsEachKey && jobs.size === 0) return false
    return kind.waiting >= maxWaiting || jobs.size >= maxWaitingPerKey
  }

  private start(job: OneJob): void {
    job.isRunning = true
    this.running += job.permits
    job.queue.key.running += job.permits
    this.urgentInARow = job.queue.kind === this.urgent ? this.urgentInARow + 1 : 0
  }

  /** Keeps the queues of a key in the turns, at the end if they are new there, as long as what is first in them fits within the key's own permits. */
  private giveTurns(key: Key): void {
    const { ordinary, urgent } = key
    const mayStart = this.isFirstFitting(urgent) && this.isFirstFitting(ordinary)
    for (const queue of [urgent, ordinary]) {
      if (mayStart && queue.jobs.size > 0) queue.kind.turns.add(queue)
      else queue.kind.turns.remove(queue)
    }
  }

  private isFirstFitting({ jobs: { first }, key }: Queue): boolean {
    return first === undefined || this.fitsKey(key, first.permits)
  }

  /** The queue whose turn it is. */
  private get next(): Queue | undefined {
    const { turns: { first: urgent } } = this.urgent
    const { turns: { first: ordinary } } = this.ordinary
    return ordinary !== undefined && (urgent === undefined || this.urgentInARow >= maxUrgentInARow) ? ordinary : urgent
  }

  private startNext(): ReadonlyArray<Job> {
    const started: Array<Job> = []
    for (let queue = this.next; queue !== undefined; queue = this.next) {
      const job = queue.jobs.first
      if (job === undefined || !this.fits(job.permits)) break
      queue.jobs.remove(job)
      queue.kind.waiting--
      this.start(job)
      started.push(job)
      queue.kind.turns.remove(queue)
      this.giveTurns(queue.key)
    }
    return started
  }
}
