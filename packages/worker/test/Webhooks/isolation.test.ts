import { describe, expect, it } from "@effect/vitest"
import { WebhookAnswer, WebhookEndpoints, webhookQueueQueries } from "@telemark/core"
import { Worker } from "@telemark/worker"
import { Clock, Deferred, Effect } from "effect"
import { TestClock } from "@telemark-tools/clock"
import { accepted, eventually, layerWith, queueMails, taken, tenantCalled } from "../harness.js"
import {
  attempted,
  attemptsAt,
  endpointAt,
  noting,
  sendMails,
  stall,
  stalls,
  startWebhooks
} from "./harness.js"

const hop = () => Effect.succeed(accepted)
const well = "https://well.example/"
const refused = WebhookAnswer.Broken({ reason: "refused", duration_ms: 1 })

/** Answers after 20 ms, unless it is an endpoint that stalls. */
const stallOrTake = noting.bind(undefined, (call) =>
  stalls(call) ? stall : Effect.as(Effect.sleep("20 millis"), taken)
)

/** Calls are still under way when a test ends, and time stands still then. */
const ends = { drain: 0 } as const

const seconds = Effect.map(Clock.currentTimeMillis, (now) => now / 1000)

describe("an endpoint that stalls", () => {
  it.effect("delays neither another's events nor mail", () => {
    const { caller, to } = stallOrTake()
    return Effect.gen(function* () {
      yield* endpointAt("https://stalling.example/")
      yield* endpointAt(well)
      yield* Worker.start(ends)
      yield* queueMails(100)
      yield* eventually(Effect.sync(() => to(well).length === 100))
      expect(yield* seconds).toBeLessThan(2)
      expect(to("https://stalling.example/")).toHaveLength(1)
    }).pipe(Effect.provide(layerWith(hop, { caller })))
  })

  it.effect("leaves slots to the others, though there are sixty of its kind", () => {
    const { caller, calls, to, underWay } = stallOrTake()
    return Effect.gen(function* () {
      for (let index = 0; index < 60; index++)
        yield* endpointAt(
          `https://stalling.example/${String(index)}`,
          `tenant-${String(index % 6)}`
        )
      for (let index = 0; index < 6; index++) yield* sendMails(3, `tenant-${String(index)}`)
      yield* endpointAt(well)
      yield* sendMails(60)
      yield* startWebhooks(ends)
      const start = yield* seconds
      yield* eventually(Effect.sync(() => to(well).length === 60))
      expect((yield* seconds) - start).toBeLessThan(2)
      yield* TestClock.adjust("16 seconds")
      yield* sendMails(60)
      const again = yield* seconds
      yield* eventually(Effect.sync(() => to(well).length === 120))
      expect((yield* seconds) - again).toBeLessThan(2)
      expect(underWay.now).toBeLessThanOrEqual(60)
      expect(underWay.max).toBeLessThanOrEqual(100)
      expect(new Set(calls.map(({ url }) => url)).size).toBe(61)
    }).pipe(Effect.provide(layerWith(hop, { caller })))
  })
})

describe("an endpoint that refuses everything", () => {
  it.effect(
    "is not called more often than once a minute in the long run, whatever waits for it",
    () => {
      const { caller, calls } = noting(() => Effect.succeed(refused))
      return Effect.gen(function* () {
        yield* endpointAt(well)
        yield* sendMails(100)
        yield* startWebhooks({})
        yield* TestClock.adjust("10 minutes")
        expect(calls.length).toBeGreaterThan(10)
        expect(calls.length).toBeLessThan(22)
        const pauses = calls.slice(1).map(({ at }, index) => at - (calls[index]?.at ?? 0))
        expect(Math.max(...pauses)).toBeLessThan(62_000)
      }).pipe(Effect.provide(layerWith(hop, { caller })))
    }
  )

  it.effect("slows nothing else, with 100,000 events waiting for it", () => {
    let claims = 0
    const { caller, to } = noting(({ url }) =>
      url === well ? Effect.as(Effect.sleep("20 millis"), taken) : Effect.succeed(refused)
    )
    return Effect.gen(function* () {
      const queue = yield* webhookQueueQueries
      const { id: tenant_id } = yield* tenantCalled("dead")
      const id = yield* endpointAt("https://dead.example/", "dead")
      yield* sendMails(20, "dead")
      // Behind these, and only to be in the way: what isn't an event would be dropped when its turn
      // comes.
      for (let chunk = 0; chunk < 20; chunk++) {
        const ids = Array.from(
          { length: 5000 },
          (_, index) => `evt_${String(chunk)}_${String(index)}`
        )
        yield* queue.enqueue({ id, tenant_id }, ids, yield* Clock.currentTimeMillis)
      }
      yield* endpointAt(well)
      yield* Worker.start(ends)
      const start = yield* seconds
      yield* queueMails(100)
      yield* eventually(Effect.sync(() => to(well).length === 100))
      expect((yield* seconds) - start).toBeLessThan(2)
      expect(to("https://dead.example/").length).toBeLessThan(10)
      expect(claims).toBeLessThan(200)
    }).pipe(
      Effect.provide(
        layerWith(hop, {
          caller,
          aroundWebhooks: (queue) => ({
            ...queue,
            claim: (...given) => Effect.suspend(() => (claims++, queue.claim(...given)))
          })
        })
      )
    )
  })
})

describe("endpoints that all have much waiting for them", () => {
  it.effect("get equal shares", () => {
    const { caller, calls, underWay } = stallOrTake()
    return Effect.gen(function* () {
      for (let index = 0; index < 20; index++)
        yield* endpointAt(`https://shop.example/${String(index)}`, `tenant-${String(index % 2)}`)
      yield* sendMails(40, "tenant-0")
      yield* sendMails(40, "tenant-1")
      yield* startWebhooks({ webhookConcurrency: 12 })
      yield* eventually(Effect.sync(() => calls.length >= 400))
      const counts = new Map<string, number>()
      for (const { url } of calls) counts.set(url, (counts.get(url) ?? 0) + 1)
      expect(Math.min(...counts.values())).toBeGreaterThanOrEqual(15)
      expect(counts.size).toBe(20)
      expect(underWay.max).toBe(12)
      yield* eventually(Effect.sync(() => calls.length >= 800))
      yield* TestClock.adjust("1 minute")
      expect(new Set(calls.map(({ event_id, url }) => `${event_id} ${url}`)).size).toBe(800)
      expect(calls).toHaveLength(800)
    }).pipe(Effect.provide(layerWith(hop, { caller })))
  })
})

describe("an endpoint that is removed", () => {
  it.effect("gets nothing of what waited for it, and what was in flight ends", () =>
    Effect.gen(function* () {
      const gate = yield* Deferred.make<void>()
      const { caller, calls, underWay } = noting(() => Effect.as(Deferred.await(gate), taken))
      yield* Effect.gen(function* () {
        const id = yield* endpointAt(well)
        const other = yield* endpointAt("https://other.example/")
        yield* sendMails(5)
        yield* startWebhooks({ pollInterval: "1 minute" })
        yield* eventually(Effect.sync(() => underWay.now === 2))
        const { id: tenantId } = yield* tenantCalled("default")
        yield* Effect.flatMap(WebhookEndpoints, (endpoints) => endpoints.remove(tenantId, id))
        yield* Deferred.succeed(gate, undefined)
        yield* eventually(attempted(other, 5))
        yield* TestClock.adjust("1 hour")
        expect(calls.filter(({ url }) => url === well)).toHaveLength(1)
        expect((yield* attemptsAt(other)).map(({ status }) => status)).toEqual(
          Array.from({ length: 5 }, () => "delivered")
        )
      }).pipe(Effect.provide(layerWith(hop, { caller })))
    })
  )
})
