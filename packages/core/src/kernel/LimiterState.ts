// Hot path (docs/hot-paths.md): no effects, 0.2 µs a job.
import { type Job, Key, Kind, OneJob, type Queue } from "./LimiterKey.js"

/**
 * How much may run and wait. A permit stands for a job, an octet or any other unit that is shared.
 */
export interface LimiterBounds {
  readonly permits: number
  /**
   * Permits of the running jobs of one key together; all of them by default. A function may return
   * another number once a job of that key has left.
   */
  readonly permitsPerKey?: number | ((key: string) => number) | undefined
  /**
   * Waiting jobs of all keys together, counted separately for urgent and ordinary ones; unlimited
   * by default.
   */
  readonly maxWaiting?: number | undefined
  /**
   * Waiting jobs of one key, counted separately for urgent and ordinary ones; by default only
   * `maxWaiting` applies.
   */
  readonly maxWaitingPerKey?: number | undefined
  /**
   * Whether each key may have one waiting job, however many others wait; false by default. The
   * number of keys then bounds what waits.
   */
  readonly admitsEachKey?: boolean | undefined
}

/** While ordinary jobs wait, at most so many urgent jobs start in a row. */
const maxUrgentInARow = 3

/**
 * The state of a limiter, without effects and without time.
 *
 * A job enters and then runs, waits or is refused; it leaves once, either while it runs or while it
 * waits. A job runs if its permits are free, of its key and in total, and if no waiting job could
 * run before it. When permits become free, the jobs that fit start: urgent jobs before others, but
 * no more than three in a row; within each kind, keys take turns; jobs of one key in arrival order.
 * A job that needs more permits than there are runs alone. So no job starves: a large one that is
 * next waits until enough permits are free, and only urgent jobs start before it, three at most. A
 * job that doesn't fit within its key's permits blocks the other jobs of that key only.
 *
 * Every operation but `resize` takes constant time, however many jobs wait, plus the jobs it
 * starts. See the diagram in `docs/limiter.md`.
 */
export class LimiterState {
  private readonly bounds: Omit<LimiterBounds, "permits">
  private permits: number
  private running = 0
  private urgentInARow = 0
  private readonly urgent = new Kind()
  private readonly ordinary = new Kind()
  private readonly keys = new Map<string, Key>()
  /** The key that was removed last, reused because it is often the next one or the only one. */
  private idle: Key | undefined

  constructor({ permits, ...bounds }: LimiterBounds) {
    this.permits = permits
    this.bounds = bounds
  }

  get waiting(): number {
    return this.urgent.waiting + this.ordinary.waiting
  }

  get inUse(): number {
    return this.running
  }

  /** Keys with a running or waiting job; no others are remembered. */
  get knownKeys(): number {
    return this.keys.size
  }

  /**
   * Adds a job of at least one permit: it runs or waits. Undefined if it would have to wait and
   * `mayWait` is false, or if too many wait.
   */
  enter(name: string, permits: number, mayWait = true, isUrgent = false): Job | undefined {
    const key = this.keyOf(name)
    const queue = isUrgent ? key.urgent : key.ordinary
    const job = new OneJob(queue, Math.max(1, permits))
    if (
      !key.hasWaiting &&
      this.next === undefined &&
      this.fitsKey(key, job.permits) &&
      this.fits(job.permits)
    ) {
      this.keys.set(name, key)
      this.start(job)
      return job
    }
    if (!mayWait || this.isFull(queue)) return undefined
    this.wait(job)
    return job
  }

  /**
   * Adds a job of one permit that waits until `startWaiting`, or until another job leaves: jobs
   * that come together take turns from the first on.
   */
  add(name: string): Job {
    const job = new OneJob(this.keyOf(name).ordinary, 1)
    this.wait(job)
    return job
  }

  /** Removes a job, running or waiting, and returns the jobs that start as a result. */
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
    // The key's next job may be another one now, which may fit although this one didn't, or the
    // other way round.
    this.giveTurns(key)
    if (key.running === 0 && !key.hasWaiting) {
      this.keys.delete(key.name)
      this.idle = key
    }
    return this.startWaiting()
  }

  /** Starts the waiting jobs that can start, and returns them. */
  startWaiting(): ReadonlyArray<Job> {
    const started: Array<Job> = []
    for (let queue = this.next; queue !== undefined; queue = this.next) {
      const job = queue.jobs.first
      if (job === undefined || !this.fits(job.permits)) break
      queue.kind.turns.remove(queue)
      // The key may have fewer permits than when it got its turn.
      if (!this.fitsKey(queue.key, job.permits)) continue
      queue.jobs.remove(job)
      queue.kind.waiting--
      this.start(job)
      started.push(job)
      this.giveTurns(queue.key)
    }
    return started
  }

  /** The waiting jobs of a key that aren't urgent, in arrival order. */
  waitingOf(name: string): ReadonlyArray<Job> {
    const found: Array<Job> = []
    let job = this.keys.get(name)?.ordinary.jobs.first
    for (; job !== undefined; job = job.behind) found.push(job)
    return found
  }

  /** The permits used by a key's running jobs. */
  inUseOf(name: string): number {
    return this.keys.get(name)?.running ?? 0
  }

  /**
   * Changes the number of permits and returns the jobs that start as a result. Running jobs beyond
   * it continue.
   */
  resize(permits: number): ReadonlyArray<Job> {
    if (permits === this.permits) return []
    this.permits = permits
    for (const key of this.keys.values()) this.giveTurns(key)
    return this.startWaiting()
  }

  private keyOf(name: string): Key {
    return (
      this.keys.get(name) ??
      (this.idle?.name === name ? this.idle : new Key(name, this.urgent, this.ordinary))
    )
  }

  private wait(job: OneJob): void {
    const { jobs, key, kind } = job.queue
    this.keys.set(key.name, key)
    jobs.add(job)
    kind.waiting++
    if (jobs.size === 1) this.giveTurns(key)
  }

  private fits(permits: number): boolean {
    return this.running === 0 || this.running + permits <= this.permits
  }

  private fitsKey(key: Key, permits: number): boolean {
    if (key.running === 0) return true
    const { permitsPerKey = this.permits } = this.bounds
    const max = typeof permitsPerKey === "number" ? permitsPerKey : permitsPerKey(key.name)
    return key.running + permits <= max
  }

  private isFull({ jobs, kind }: Queue): boolean {
    const {
      admitsEachKey = false,
      maxWaiting = Number.POSITIVE_INFINITY,
      maxWaitingPerKey = Number.POSITIVE_INFINITY
    } = this.bounds
    if (admitsEachKey && jobs.size === 0) return false
    return kind.waiting >= maxWaiting || jobs.size >= maxWaitingPerKey
  }

  private start(job: OneJob): void {
    job.isRunning = true
    this.running += job.permits
    job.queue.key.running += job.permits
    this.urgentInARow = job.queue.kind === this.urgent ? this.urgentInARow + 1 : 0
  }

  /**
   * Keeps the key's queues in the turns (appending new ones) while their first jobs fit within the
   * key's own permits.
   */
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

  private get next(): Queue | undefined {
    const {
      turns: { first: urgent }
    } = this.urgent
    const {
      turns: { first: ordinary }
    } = this.ordinary
    return ordinary !== undefined && (urgent === undefined || this.urgentInARow >= maxUrgentInARow)
      ? ordinary
      : urgent
  }
}
