import { startProxy } from "@telemark-tools/connections"
import { hasRedis, type RedisServer, startRedis } from "@telemark-tools/redis"
import { Queue, type QueueEntry, QueueUnavailable } from "@telemark/core"
import { Queue as BullQueue } from "bullmq"
import { Clock, Duration, Effect, Result, Schedule } from "effect"
import { describe, expect, it, onTestFinished } from "vitest"
import { bullmq } from "../src/bullmq.js"

const aRedis = async (...options: Parameters<typeof startRedis>): Promise<RedisServer> => {
  const redis = await startRedis(...options)
  onTestFinished(redis.remove)
  return redis
}

const entry: QueueEntry = { id: "em_1", tenant_id: "tn_a", route: "platform" }

const using = <A, E>(url: string, body: Effect.Effect<A, E, Queue>): Promise<A> =>
  Effect.runPromise(Effect.provide(body, bullmq({ url })))

const untilItAnswers = Schedule.spaced("50 millis")

/** The real clock, with other waits. */
const waiting = (sleep: Clock.Clock["sleep"]): Clock.Clock =>
  Object.assign(Object.create(Clock.Clock.defaultValue()) as Clock.Clock, { sleep })

describe.runIf(hasRedis())("a queue on Redis", () => {
  it("says where no server listens and what happens to the mail, without the login", async () => {
    const redis = await aRedis()
    await redis.stop()
    const url = redis.url.replace("//", "//ada:s3cret@")
    const failure = await using(
      url,
      Effect.flip(Effect.flatMap(Queue, (queue) => queue.take("w", "platform", 1)))
    )
    expect(failure).toBeInstanceOf(QueueUnavailable)
    expect(failure.message).toBe(
      `The queue on Redis at ${redis.url.slice("redis://".length)} can't be used: nothing listens there. ` +
        "Mail waits in the database until the Redis works again, or until you use the database as the queue."
    )
  })

  it("says that a password is wanted, or refused", async () => {
    const redis = await aRedis()
    await redis.command("CONFIG SET requirepass s3cret")
    const explained = (url: string) =>
      using(
        url,
        Effect.map(
          Effect.flip(Effect.flatMap(Queue, (queue) => queue.take("w", "platform", 1))),
          ({ message }) => message
        )
      )
    expect(await explained(redis.url.replace("//", "//:wrong@"))).toContain(
      "it refuses the user name or the password"
    )
    expect(await explained(redis.url)).toContain("it requires a password")
    await using(
      redis.url.replace("//", "//:s3cret@"),
      Effect.flatMap(Queue, (queue) => queue.offer([entry]))
    )
  })

  it("says that a node of a cluster can't be used", async () => {
    const redis = await aRedis({ isClusterNode: true })
    const failure = await using(
      redis.url,
      Effect.flip(Effect.flatMap(Queue, (queue) => queue.take("w", "platform", 1)))
    )
    expect(failure.message).toContain("it is a node of a Redis Cluster, which can't be the queue")
  })

  it("resumes by another connection where the present one carries nothing any more", async () => {
    const redis = await aRedis()
    const url = new URL(redis.url)
    const between = await startProxy(Number(url.port))
    onTestFinished(between.close)
    url.port = String(between.port)
    await using(
      url.href,
      Effect.gen(function* () {
        const queue = yield* Queue
        yield* queue.offer([entry])
        between.freeze()
        between.thaw()
        const taken = yield* queue
          .take("w", "platform", 1)
          .pipe(
            Effect.retry(untilItAnswers),
            Effect.repeat({ until: (entries) => entries.length > 0 })
          )
        expect(taken).toMatchObject([{ id: entry.id }])
      })
    )
  })

  it("resumes at the new primary where the present connection leads to a demoted one", async () => {
    const [former, present] = [await aRedis(), await aRedis()]
    const url = new URL(former.url)
    const between = await startProxy(former.port)
    onTestFinished(between.close)
    url.port = String(between.port)
    await using(
      url.href,
      Effect.gen(function* () {
        const queue = yield* Queue
        yield* queue.offer([entry])
        yield* Effect.promise(async () => {
          await former.command(`REPLICAOF 127.0.0.1 ${String(present.port)}`)
        })
        between.lead(present.port)
        expect((yield* Effect.flip(queue.offer([entry]))).message).toContain(
          "it is a replica that can't be written to"
        )
        yield* queue.offer([entry]).pipe(Effect.retry(untilItAnswers))
        const taken = yield* queue.take("w", "platform", 1)
        expect(taken).toMatchObject([{ id: entry.id }])
      })
    )
  })

  it("passes over what others have written there, and removes it", async () => {
    const redis = await aRedis()
    await using(
      redis.url,
      Effect.gen(function* () {
        const { offer, take } = yield* Queue
        yield* offer([entry])
        const other = new BullQueue("mail", {
          connection: { url: redis.url },
          prefix: "telemark"
        })
        yield* Effect.promise(async () => {
          for (const data of [null, 7, "x", [], {}, { id: 1, tenant_id: "tn_a" }])
            await other.add("mail", data)
        })
        const taken = yield* take("w", "platform", 100)
        expect(taken.map(({ id }) => id)).toEqual(["em_1"])
        const left = yield* Effect.promise(() => other.getJobCounts("wait", "active", "delayed"))
        expect(left).toEqual({ wait: 0, active: 1, delayed: 0 })
        yield* Effect.promise(() => other.close())
      })
    )
  })

  it("fails at once while Redis is unavailable, and resumes by itself once it is back", async () => {
    const redis = await aRedis()
    await using(
      redis.url,
      Effect.gen(function* () {
        const { offer, take } = yield* Queue
        yield* offer([entry])
        yield* Effect.promise(() => redis.stop("SIGKILL"))
        // The first one may be on its way while the connection is cut.
        yield* Effect.ignore(take("w", "platform", 1))
        // Without a wait: none comes to an end here.
        const failed = Effect.map(Effect.result(offer([entry])), Result.isFailure)
        for (let call = 0; call < 20; call++)
          expect(
            yield* Effect.provideService(
              failed,
              Clock.Clock,
              waiting(() => Effect.never)
            )
          ).toBe(true)
        yield* Effect.promise(() => redis.start())
        yield* Effect.retry(offer([{ ...entry, id: "em_2" }]), untilItAnswers)
        const taken = yield* take("w", "platform", 100)
        expect(taken.map(({ id }) => id)).toContain("em_2")
      })
    )
  })

  it("has what it was offered after a restart of a Redis that keeps its data", async () => {
    const redis = await aRedis({ keepsData: true })
    await using(
      redis.url,
      Effect.gen(function* () {
        const { offer, take } = yield* Queue
        yield* offer([entry])
        yield* Effect.promise(() => redis.stop("SIGKILL"))
        yield* Effect.promise(() => redis.start())
        const taken = yield* Effect.retry(take("w", "platform", 1), untilItAnswers)
        expect(taken.map(({ id }) => id)).toEqual(["em_1"])
      })
    )
  })

  it("waits five seconds for a Redis that hangs, even if uninterruptible, and releases what it leases later", async () => {
    const redis = await aRedis()
    await using(
      redis.url,
      Effect.gen(function* () {
        const { offer, take } = yield* Queue
        yield* offer([entry])
        const { pid } = redis
        if (pid === undefined) throw new Error("Redis doesn't run")
        process.kill(pid, "SIGSTOP")
        const waits: Array<number> = []
        const failure = yield* Effect.flip(take("w", "platform", 1)).pipe(
          Effect.uninterruptible,
          Effect.provideService(
            Clock.Clock,
            waiting((duration) =>
              Effect.sync(() => {
                waits.push(Duration.toMillis(duration))
              })
            )
          )
        )
        expect(failure.message).toContain("it doesn't answer")
        expect(waits).toEqual([5000])
        process.kill(pid, "SIGCONT")
        const taken = yield* Effect.filterOrFail(
          take("next", "platform", 1),
          (entries) => entries.length > 0
        ).pipe(Effect.retry(untilItAnswers))
        expect(taken.map(({ id }) => id)).toEqual(["em_1"])
      })
    )
  })

  it("takes nothing stored under another prefix", async () => {
    const redis = await aRedis()
    await using(
      `${redis.url}/1?prefix=shop`,
      Effect.flatMap(Queue, (queue) => queue.offer([entry]))
    )
    const taken = (url: string) =>
      using(
        url,
        Effect.map(
          Effect.flatMap(Queue, (queue) => queue.take("w", "platform", 1)),
          (entries) => entries.length
        )
      )
    expect(await taken(`${redis.url}/1`)).toBe(0)
    expect(await taken(`${redis.url}?prefix=shop`)).toBe(0)
    expect(await taken(`${redis.url}/1?prefix=shop`)).toBe(1)
  })

  it("closes though Redis was never there", async () => {
    const redis = await aRedis()
    await redis.stop()
    await using(redis.url, Effect.ignore(Effect.flatMap(Queue, (queue) => queue.offer([entry]))))
  })
})
