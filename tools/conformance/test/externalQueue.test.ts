import { it } from "@effect/vitest"
import { TestClock } from "@telemark-tools/clock"
import { StorageError } from "@telemark/contract"
import {
  layerDatabaseQueue,
  layerExternalQueue,
  MailQueue,
  offeredFor,
  Queue,
  QueueUnavailable
} from "@telemark/core"
import { layer as layerSqlite } from "@telemark/sqlite"
import { layerMemoryQueue } from "@telemark/testing"
import { Context, Effect, Exit, Layer, Scope } from "effect"
import * as Statement from "effect/sql/Statement"
import { describe, expect } from "vitest"
import { saved } from "../src/domainFixtures.js"
import {
  claim,
  claimOne,
  ids,
  logged,
  minute,
  noon,
  queued,
  record,
  settlement,
  times
} from "../src/fixtures.js"

/** What the tests do to the queue. */
class Redis extends Context.Service<
  Redis,
  {
    /** It forgets all that it holds. */
    flush: () => void
    isAway: boolean
    /** Entries that it was offered so far. */
    offered: number
    /** Statements that looked in the database for what is due. */
    looks: number
    /** Calls of `Queue.done` that have ended. */
    done: number
  }
>()("test/Redis") {}

/** The storage's own queue, which the one beside it stands before. */
class StoragesOwn extends Context.Service<StoragesOwn, typeof MailQueue.Service>()(
  "test/StoragesOwn"
) {}

const away = new QueueUnavailable({ cause: "test", explanation: "The queue is away." })

/** A queue in memory that tests can break. */
const layerBreakable = Layer.effect(
  Queue,
  Effect.gen(function* () {
    const redis = yield* Redis
    const fresh = Effect.map(Effect.scoped(Layer.build(layerMemoryQueue())), Context.get(Queue))
    let queue = yield* fresh
    redis.flush = () => {
      queue = Effect.runSync(fresh)
    }
    const asked = <A>(ask: () => Effect.Effect<A, QueueUnavailable>) =>
      Effect.suspend(() => (redis.isAway ? Effect.fail(away) : ask()))
    return Queue.of({
      offer: (entries) =>
        asked(() => {
          redis.offered += entries.length
          return queue.offer(entries)
        }),
      take: (...how) => asked(() => queue.take(...how)),
      extend: (...how) => asked(() => queue.extend(...how)),
      release: (...how) => asked(() => queue.release(...how)),
      done: (...how) =>
        asked(() => Effect.andThen(Effect.yieldNow, queue.done(...how))).pipe(
          Effect.tap(() => Effect.sync(() => redis.done++))
        )
    })
  })
)

const layerCounted = Layer.effect(
  Statement.CurrentTransformer,
  Effect.map(
    Redis,
    (redis) => (statement) =>
      Effect.sync(() => {
        const [text] = statement.compile()
        if (text.startsWith("SELECT 1 AS one FROM queue")) redis.looks++
        return statement
      })
  )
)

const layer = Layer.suspend(() =>
  Layer.provideMerge(layerExternalQueue(), layerBreakable).pipe(
    Layer.provideMerge(Layer.effect(StoragesOwn, MailQueue)),
    Layer.provideMerge(layerSqlite({ filename: ":memory:" })),
    Layer.provideMerge(layerCounted),
    Layer.provideMerge(
      Layer.succeed(Redis, { flush: () => undefined, isAway: false, offered: 0, looks: 0, done: 0 })
    )
  )
)

const send = (recipients: number, tenant_id = "tn_a", created_at = noon) =>
  queued({
    tenant_id,
    created_at,
    to: times(recipients, (index) => `u${String(index)}@example.com`)
  })

describe("a queue beside the storage", () => {
  it.effect("is offered many messages in one look, which several claims take", () =>
    Effect.gen(function* () {
      const redis = yield* Redis
      yield* send(50)
      yield* send(50)
      const claimed = yield* Effect.forEach(
        times(5, (index) => `w${String(index)}`),
        (worker) => claim(worker, 20, noon)
      )
      expect(new Set(claimed.flatMap(ids)).size).toBe(100)
      expect([redis.looks, redis.offered]).toEqual([1, 100])
    }).pipe(Effect.provide(layer))
  )

  it.effect(
    "loses nothing when the queue loses everything: what was never begun is offered again",
    () =>
      Effect.gen(function* () {
        const redis = yield* Redis
        const sent = yield* send(5)
        const message = yield* claimOne("w", noon)
        redis.flush()
        expect(yield* claim("w", 10, noon + offeredFor - 1)).toEqual([])
        yield* record("w", [settlement(message, noon + 1)])
        const rest = yield* claim("w", 10, noon + offeredFor)
        expect([...ids(rest)].sort()).toEqual(sent.filter((id) => id !== message.id).sort())
        expect(rest.every(({ attempts }) => attempts === 1)).toBe(true)
      }).pipe(Effect.provide(layer))
  )

  it.effect("learns of the last outcome although all is closed as soon as that is recorded", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const context = yield* Layer.buildWithScope(layer, scope)
      yield* Effect.gen(function* () {
        yield* send(1)
        yield* record("w", [settlement(yield* claimOne("w", noon), noon)])
      }).pipe(Effect.provide(context))
      yield* Scope.close(scope, Exit.void)
      expect(Context.get(context, Redis).done).toBe(1)
    })
  )

  it.effect(
    "begins a message once, however many entries of it the queue has, also those of a sent message",
    () =>
      Effect.gen(function* () {
        const queue = yield* Queue
        const [id = ""] = yield* send(1)
        yield* queue.offer(times(3, () => ({ id, tenant_id: "tn_a", route: "platform" as const })))
        const message = yield* claimOne("w", noon)
        expect(yield* claim("v", 10, noon)).toEqual([])
        yield* record("w", [settlement(message, noon)])
        yield* queue.offer([{ id, tenant_id: "tn_a", route: "platform" }])
        expect(yield* claim("v", 10, noon + minute)).toEqual([])
        expect(yield* queue.take("v", "platform", 10)).toEqual([])
      }).pipe(Effect.provide(layer))
  )

  it.effect(
    "reports why nothing can be claimed while the queue is unavailable, and has the mail as soon as it is back",
    () =>
      Effect.gen(function* () {
        const redis = yield* Redis
        const queue = yield* MailQueue
        const [id = "", other = ""] = yield* send(2)
        const message = yield* claimOne("w", noon)
        redis.flush()
        redis.isAway = true
        const [later = ""] = yield* send(1)
        const failure = yield* Effect.flip(claim("w", 10, noon))
        expect(failure).toBeInstanceOf(StorageError)
        expect([failure.reason, failure.message]).toEqual(["unavailable", "The queue is away."])
        // What was begun goes on without it.
        yield* queue.renew({ owner: "w", until: noon + minute }, [id])
        expect(yield* record("w", [settlement(message, noon)])).toEqual([message.id])
        expect((yield* logged(id)).status).toBe("sent")
        redis.isAway = false
        expect(ids(yield* claim("w", 10, noon))).toEqual([later])
        expect(ids(yield* claim("w", 10, noon + offeredFor))).toEqual([other])
      }).pipe(Effect.provide(layer))
  )

  it.effect("has its mail ready at once when the storage is the queue again", () =>
    Effect.gen(function* () {
      const redis = yield* Redis
      const sent = yield* send(20)
      const message = yield* claimOne("w", noon)
      redis.isAway = true
      yield* TestClock.setTime(noon)
      const queue = yield* MailQueue.pipe(
        Effect.provide(layerDatabaseQueue),
        Effect.provideServiceEffect(MailQueue, StoragesOwn)
      )
      const rest = yield* queue.claim({ owner: "db", until: noon + minute }, 100, noon)
      expect([message.id, ...ids(rest)].sort()).toEqual([...sent].sort())
    }).pipe(Effect.provide(layer))
  )

  it.effect("releases to the storage what is excluded, and claims it once it no longer is", () =>
    Effect.gen(function* () {
      const closed = yield* send(30)
      const open = yield* send(30, "tn_b")
      yield* claimOne("w", noon)
      const taken = yield* claim("w", 60, noon, noon + minute, { except: ["tn_a"] })
      expect(ids(taken).every((id) => open.includes(id))).toBe(true)
      const rest = yield* claim("w", 60, noon)
      expect(ids(rest).some((id) => closed.includes(id))).toBe(true)
      expect(new Set([...ids(taken), ...ids(rest)]).size).toBe(59)
      expect(rest.every(({ attempts }) => attempts === 1)).toBe(true)
    }).pipe(Effect.provide(layer))
  )

  it.effect(
    "claims mail of tenants' own servers, though a hundred of the platform's wait before it",
    () =>
      Effect.gen(function* () {
        yield* saved({ tenant_id: "tn_b" })
        yield* send(50)
        yield* send(50)
        yield* claimOne("w", noon)
        const own = yield* send(1, "tn_b")
        expect(ids(yield* claim("w", 20, noon, noon + minute, { ownServersOnly: true }))).toEqual(
          own
        )
      }).pipe(Effect.provide(layer))
  )

  it.effect("delays a tenant by no more than what was offered ahead", () =>
    Effect.gen(function* () {
      for (let batch = 0; batch < 20; batch++) yield* send(50, "tn_a", noon - minute)
      yield* claim("w", 20, noon)
      const [single = ""] = yield* send(1, "tn_b")
      const claimed: Array<string> = []
      while (!claimed.includes(single)) claimed.push(...ids(yield* claim("w", 20, noon)))
      expect(claimed.length).toBeLessThanOrEqual(100)
    }).pipe(Effect.provide(layer))
  )

  it.effect("gives up old mail by its age, whether or not the queue has it", () =>
    Effect.gen(function* () {
      const old = yield* send(3, "tn_a", noon - 10 * minute)
      yield* claimOne("w", noon)
      const later = noon + offeredFor
      expect(
        [...ids(yield* claim("v", 10, later, later + minute, { begunBefore: noon }))].sort()
      ).toEqual([...old.slice(1)].sort())
    }).pipe(Effect.provide(layer))
  )
})
