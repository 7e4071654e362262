import { describe, expect, it } from "@effect/vitest"
import { TestClock } from "@telemark-tools/clock"
import { StorageError } from "@telemark/contract"
import { Worker } from "@telemark/worker"
import { Clock, Deferred, Effect, Exit, Fiber, Scope } from "effect"
import {
  accepted,
  type AroundWebhooks,
  eventually,
  layerWith,
  queueMails,
  taken
} from "../harness.js"
import {
  answered,
  attempted,
  attemptsAt,
  endpointAt,
  noting,
  sendMails,
  startWebhooks
} from "./harness.js"

const hop = () => Effect.succeed(accepted)
const url = "https://shop.example/hooks"
const away = new StorageError({ reason: "unavailable", cause: undefined })

/** Counts the looks at the queue. */
const counting = () => {
  const looks = { claims: 0 }
  const aroundWebhooks: AroundWebhooks = (queue) => ({
    ...queue,
    claim: (...given) => Effect.suspend(() => (looks.claims++, queue.claim(...given)))
  })
  return { looks, aroundWebhooks }
}

describe("a worker", () => {
  it.effect("posts an event soon after it happened, before its next look at the queue", () => {
    const { caller, calls } = noting(() => Effect.succeed(taken))
    return Effect.gen(function* () {
      const id = yield* endpointAt(url)
      yield* Worker.start({ pollInterval: "1 hour" })
      yield* queueMails(1)
      yield* eventually(attempted(id, 1))
      expect(yield* Clock.currentTimeMillis).toBeLessThan(1000)
      expect(calls).toHaveLength(1)
      expect(yield* attemptsAt(id)).toMatchObject([
        { attempt: 1, status: "delivered", status_code: 200, response: "ok" }
      ])
    }).pipe(Effect.provide(layerWith(hop, { caller })))
  })

  it.effect("works through what waits for an endpoint without waiting for its next look", () => {
    const { looks, aroundWebhooks } = counting()
    const { caller, calls, underWay } = noting(() => Effect.as(Effect.sleep("20 millis"), taken))
    return Effect.gen(function* () {
      yield* endpointAt(url)
      yield* sendMails(200)
      yield* startWebhooks({ pollInterval: "1 hour", drain: 0 })
      yield* eventually(Effect.sync(() => calls.length === 200))
      expect(underWay.max).toBe(10)
      expect(looks.claims).toBeLessThan(60)
    }).pipe(Effect.provide(layerWith(hop, { caller, aroundWebhooks })))
  })

  it.effect("looks at the queue once a second while nothing happens", () => {
    const { looks, aroundWebhooks } = counting()
    return Effect.gen(function* () {
      yield* endpointAt(url)
      yield* startWebhooks({})
      yield* TestClock.adjust("1 minute")
      expect(looks.claims).toBeGreaterThanOrEqual(60)
      expect(looks.claims).toBeLessThanOrEqual(62)
    }).pipe(Effect.provide(layerWith(hop, { aroundWebhooks })))
  })

  it.effect("delivers no webhooks if configured so, and doesn't look for any", () => {
    const { looks, aroundWebhooks } = counting()
    const { caller, calls } = noting(() => Effect.succeed(taken))
    return Effect.gen(function* () {
      yield* endpointAt(url)
      yield* sendMails(3)
      yield* Worker.start({ webhookConcurrency: 0 })
      yield* TestClock.adjust("10 seconds")
      expect(calls).toHaveLength(0)
      expect(looks.claims).toBe(0)
    }).pipe(Effect.provide(layerWith(hop, { caller, aroundWebhooks })))
  })

  it.effect("keeps its leases for as long as a call takes", () => {
    const { caller, calls } = noting(() => Effect.as(Effect.sleep("15 seconds"), taken))
    return Effect.gen(function* () {
      const id = yield* endpointAt(url)
      yield* sendMails(1)
      yield* startWebhooks({ lease: "3 seconds" })
      yield* startWebhooks({ lease: "3 seconds" })
      yield* eventually(attempted(id, 1), "1 second")
      yield* TestClock.adjust("10 seconds")
      expect(calls).toHaveLength(1)
    }).pipe(Effect.provide(layerWith(hop, { caller })))
  })
})

describe("what a worker has claimed ahead", () => {
  it.effect("is released once its endpoint fails, and costs none of its attempts", () => {
    let isWell = true
    const { caller, calls, underWay } = noting((_, nth) => {
      if (nth > 21) isWell = false
      return Effect.as(Effect.sleep("20 millis"), isWell ? taken : answered(500))
    })
    let released = 0
    const aroundWebhooks: AroundWebhooks = (queue) => ({
      ...queue,
      release: (owner, keys, now) =>
        Effect.andThen(
          Effect.sync(() => {
            released += keys.length
          }),
          queue.release(owner, keys, now)
        )
    })
    return Effect.gen(function* () {
      const id = yield* endpointAt(url)
      yield* sendMails(100)
      yield* startWebhooks({ pollInterval: "1 hour", drain: 0 })
      yield* eventually(Effect.sync(() => released > 0))
      yield* TestClock.adjust("500 millis")
      // Ten were under way when the first failed. From then on it is one at a time, and from the
      // fifth failure on a second between them.
      expect(underWay.max).toBe(10)
      expect(calls.length).toBeLessThan(21 + 10 + 6)
      expect(released).toBeGreaterThan(10)
      const attempts = yield* attemptsAt(id)
      expect(attempts.every(({ attempt }) => attempt === 1)).toBe(true)
    }).pipe(Effect.provide(layerWith(hop, { caller, aroundWebhooks })))
  })
})

describe("a worker that dies during a call", () => {
  it.effect("leaves the event to another, which delivers it under the same id", () =>
    Effect.gen(function* () {
      const gate = yield* Deferred.make<void>()
      const { caller, calls } = noting((_, nth) =>
        nth === 1 ? Effect.as(Deferred.await(gate), taken) : Effect.succeed(taken)
      )
      yield* Effect.gen(function* () {
        const id = yield* endpointAt(url)
        yield* sendMails(1)
        // It never looks again, nor renews what it has.
        yield* startWebhooks({ lease: "60 seconds", pollInterval: "1 day" })
        yield* eventually(Effect.sync(() => calls.length === 1))
        yield* Worker.start({})
        yield* TestClock.adjust("59 seconds")
        expect(calls).toHaveLength(1)
        yield* eventually(attempted(id, 1), "1 second")
        // Attempts are listed by their time.
        yield* TestClock.adjust("1 second")
        yield* Deferred.succeed(gate, undefined)
        yield* TestClock.adjust("2 minutes")
        expect(calls).toHaveLength(2)
        expect(calls[1]?.event_id).toBe(calls[0]?.event_id)
        expect(calls[1]?.body).toBe(calls[0]?.body)
        expect(yield* attemptsAt(id)).toMatchObject([
          { attempt: 2, status: "delivered" },
          { attempt: 1, status: "delivered" }
        ])
      }).pipe(
        Effect.provide(
          layerWith(hop, {
            caller,
            aroundWebhooks: (queue) => ({ ...queue, renew: () => away })
          })
        )
      )
    })
  )
})

describe("a storage that is unavailable", () => {
  it.effect("gets each outcome once it is back, and nothing is posted twice for it", () => {
    let failures = 0
    const { caller, calls } = noting(() => Effect.succeed(taken))
    return Effect.gen(function* () {
      const id = yield* endpointAt(url)
      yield* sendMails(5)
      yield* startWebhooks({ pollInterval: "1 hour" })
      yield* eventually(attempted(id, 5))
      expect(failures).toBeGreaterThan(5)
      expect(calls).toHaveLength(5)
    }).pipe(
      Effect.provide(
        layerWith(hop, {
          caller,
          aroundWebhooks: (queue) => ({
            ...queue,
            record: (...given) =>
              Effect.suspend(() => (++failures <= 5 ? away : queue.record(...given)))
          })
        })
      )
    )
  })

  it.effect("is tried again later if claiming failed, and not in a loop", () => {
    let isAway = true
    let asked = 0
    return Effect.gen(function* () {
      const id = yield* endpointAt(url)
      yield* sendMails(5)
      yield* startWebhooks({})
      yield* TestClock.adjust("10 seconds")
      expect(asked).toBeLessThan(15)
      isAway = false
      yield* eventually(attempted(id, 5), "1 second")
    }).pipe(
      Effect.provide(
        layerWith(hop, {
          aroundWebhooks: (queue) => ({
            ...queue,
            claim: (...given) =>
              Effect.suspend(() => (asked++, isAway ? away : queue.claim(...given)))
          })
        })
      )
    )
  })
})

describe("an attempt that fails unexpectedly", () => {
  it.effect("is not made again at once, frees its slot, and counts", () => {
    let asked = 0
    return Effect.gen(function* () {
      const id = yield* endpointAt(url)
      yield* sendMails(1)
      yield* startWebhooks({ lease: "1 minute" })
      yield* TestClock.adjust("30 seconds")
      expect(asked).toBe(1)
      yield* eventually(attempted(id, 1), "10 seconds")
      expect(yield* attemptsAt(id)).toMatchObject([{ attempt: 2, status: "delivered" }])
    }).pipe(
      Effect.provide(
        layerWith(hop, {
          aroundWebhooks: (queue) => ({
            ...queue,
            record: (...given) =>
              Effect.suspend(() => (++asked === 1 ? Effect.die("broken") : queue.record(...given)))
          })
        })
      )
    )
  })
})

describe("a worker that is stopped", () => {
  it.effect("claims nothing more, and records what was in flight", () =>
    Effect.gen(function* () {
      const gate = yield* Deferred.make<void>()
      const { caller, calls } = noting((_, nth) =>
        nth === 1 ? Effect.succeed(taken) : Effect.as(Deferred.await(gate), taken)
      )
      yield* Effect.gen(function* () {
        const scope = yield* Scope.make()
        const id = yield* endpointAt(url)
        yield* sendMails(15)
        yield* Scope.provide(Worker.start({}), scope)
        yield* eventually(Effect.sync(() => calls.length === 11))
        const closing = yield* Effect.forkChild(Scope.close(scope, Exit.void))
        yield* TestClock.adjust("5 seconds")
        yield* Deferred.succeed(gate, undefined)
        yield* eventually(attempted(id, 11))
        yield* Fiber.join(closing)
        expect(calls).toHaveLength(11)
        yield* Worker.start({})
        yield* eventually(attempted(id, 15))
        expect(
          (yield* attemptsAt(id)).map(({ attempt, status }) => `${String(attempt)} ${status}`)
        ).toEqual(Array.from({ length: 15 }, () => "1 delivered"))
        expect(new Set(calls.map(({ event_id }) => event_id)).size).toBe(15)
      }).pipe(Effect.provide(layerWith(hop, { caller })))
    })
  )

  it.effect("waits no longer than its deadline, and then gives up what is in flight", () => {
    let closed = 0
    const { caller } = noting(() =>
      Effect.onInterrupt(Effect.never, () =>
        Effect.sync(() => {
          closed++
        })
      )
    )
    return Effect.gen(function* () {
      const scope = yield* Scope.make()
      const id = yield* endpointAt(url)
      yield* sendMails(1)
      yield* Scope.provide(Worker.start({ drain: "10 seconds" }), scope)
      yield* TestClock.adjust("1 second")
      const closing = yield* Effect.forkChild(Scope.close(scope, Exit.void))
      yield* TestClock.adjust("9 seconds")
      expect(closed).toBe(0)
      yield* TestClock.adjust("2 seconds")
      yield* Fiber.join(closing)
      expect(closed).toBe(1)
      expect(yield* attemptsAt(id)).toEqual([])
    }).pipe(Effect.provide(layerWith(hop, { caller })))
  })

  it.effect("doesn't hang on a storage that is unavailable", () => {
    const { caller } = noting(() => Effect.succeed(answered(500)))
    return Effect.gen(function* () {
      const scope = yield* Scope.make()
      yield* endpointAt(url)
      yield* sendMails(3)
      yield* Scope.provide(startWebhooks({ drain: "10 seconds" }), scope)
      yield* TestClock.adjust("1 second")
      const closing = yield* Effect.forkChild(Scope.close(scope, Exit.void))
      yield* TestClock.adjust("11 seconds")
      yield* Fiber.join(closing)
    }).pipe(
      Effect.provide(
        layerWith(hop, { caller, aroundWebhooks: (queue) => ({ ...queue, record: () => away }) })
      )
    )
  })
})
