import type { QueueEntry, QueueRoute, TakenEntry } from "@telemark/core"
import { type Job, Queue, Worker } from "bullmq"
import type { Connection } from "./redisConnection.js"

/** The message itself stays in the database. */
interface JobData {
  readonly id: string
  readonly tenant_id: string
}

interface RouteQueueOptions {
  readonly connection: Connection
  readonly route: QueueRoute
  readonly prefix: string
  /** How long a job stays locked without renewal, in milliseconds. */
  readonly keptFor: number
}

type Entries = ReadonlyArray<TakenEntry>
type Jobs = ReadonlyArray<Job<JobData>>

export type RouteQueue = ReturnType<typeof openRouteQueue>

const names: Readonly<Record<QueueRoute, string>> = { platform: "mail", own: "mail-own-servers" }

/** BullMQ's error about a job that is gone, or locked by another worker, has a numeric code. */
const isNotOurs = (error: unknown): boolean =>
  error instanceof Error && typeof (error as Error & { readonly code?: unknown }).code === "number"

const ignoreNotOurs = (error: unknown): void => {
  if (!isNotOurs(error)) throw error
}

const ignore = (): void => undefined

/**
 * The queue of a route. It has no processor: jobs are fetched and moved explicitly, and the
 * database decides about retries.
 */
export const openRouteQueue = ({
  connection: { call, client },
  keptFor,
  prefix,
  route
}: RouteQueueOptions) => {
  const name = names[route]
  const queue = new Queue<JobData>(name, {
    connection: client,
    prefix,
    defaultJobOptions: { removeOnComplete: true, removeOnFail: true },
    streams: { events: { maxLen: 10 } }
  })
  const worker = new Worker<JobData>(name, null, {
    connection: client,
    prefix,
    autorun: false,
    lockDuration: keptFor,
    stalledInterval: Math.max(100, keptFor / 2),
    // A job must not fail because its worker died repeatedly: the database counts the attempts.
    maxStalledCount: Number.MAX_SAFE_INTEGER
  })
  // Connection errors show in the calls.
  queue.on("error", ignore)
  worker.on("error", ignore)
  worker.startStalledCheckTimer().catch(ignore)

  const locked = new Map<string, Job<JobData>>()
  const keyOf = (owner: string, receipt: string): string => `${owner} ${receipt}`

  /** Undefined if somebody else has written it. */
  const entryOf = (owner: string, job: Job<JobData>): TakenEntry | undefined => {
    const data: unknown = job.data
    const { id, tenant_id } = (data ?? {}) as Partial<Record<keyof JobData, unknown>>
    if (typeof id !== "string" || typeof tenant_id !== "string") return undefined
    const receipt = `${name}/${String(job.id)}`
    locked.set(keyOf(owner, receipt), job)
    return { id, tenant_id, route, receipt }
  }

  /** What isn't an entry is removed: it would come back for ever. */
  const entriesOf = async (owner: string, jobs: Jobs) => {
    const entries: Array<TakenEntry> = []
    for (const job of jobs) {
      const entry = entryOf(owner, job)
      if (entry === undefined) await job.moveToCompleted(null, owner, false).catch(ignoreNotOurs)
      else entries.push(entry)
    }
    return entries
  }

  const fetch = async (owner: string, limit: number) => {
    // Each fetch runs a script on Redis: no more are sent than there are waiting jobs.
    const count = Math.min(limit, await queue.getWaitingCount())
    const fetched = await Promise.allSettled(
      Array.from({ length: count }, () => worker.getNextJob(owner, { block: false }))
    )
    const jobs = fetched.flatMap((one) =>
      one.status === "fulfilled" ? [one.value as Job<JobData> | undefined] : []
    )
    const failed = fetched.find((one) => one.status === "rejected")
    if (jobs.length === 0 && failed !== undefined) throw failed.reason
    return jobs.filter((job) => job !== undefined)
  }

  const release = (owner: string, jobs: Jobs): Promise<unknown> =>
    Promise.all([...jobs].reverse().map((job) => job.moveToWait(owner).catch(ignoreNotOurs)))

  const jobsOf = (owner: string, entries: Entries): Jobs =>
    entries.flatMap(({ receipt }) => locked.get(keyOf(owner, receipt)) ?? [])

  const forget = (owner: string, entries: Entries): Jobs => {
    const jobs = jobsOf(owner, entries)
    for (const { receipt } of entries) locked.delete(keyOf(owner, receipt))
    return jobs
  }

  const onJobs =
    (
      jobsOf: (owner: string, entries: Entries) => Jobs,
      work: (owner: string, jobs: Jobs) => Promise<unknown>
    ) =>
    (owner: string, entries: Entries) =>
      call(async () => {
        const jobs = jobsOf(owner, entries)
        if (jobs.length > 0) await work(owner, jobs)
      })

  return {
    offer: (entries: ReadonlyArray<QueueEntry>) =>
      call(async () => {
        await queue.addBulk(
          entries.map(({ id, tenant_id }) => ({ name: "mail", data: { id, tenant_id } }))
        )
      }),
    take: (owner: string, limit: number) =>
      call(
        async () => entriesOf(owner, await fetch(owner, limit)),
        // Too late: otherwise these jobs would stay locked, unknown to any worker.
        (entries) => release(owner, forget(owner, entries))
      ),
    extend: onJobs(jobsOf, (owner, jobs) =>
      Promise.all(jobs.map((job) => job.extendLock(owner, keptFor).catch(ignoreNotOurs)))
    ),
    release: onJobs(forget, release),
    done: onJobs(forget, (owner, jobs) =>
      Promise.all(jobs.map((job) => job.moveToCompleted(null, owner, false).catch(ignoreNotOurs)))
    ),
    close: async () => {
      // Forced, so as not to wait for a lost connection.
      await Promise.allSettled([worker.close(true), queue.close()])
    }
  }
}
