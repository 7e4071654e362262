import { it } from "@effect/vitest"
import { TestClock } from "@telemark-tools/clock"
import { DeliveryOutcome, platformRoute } from "@telemark/core"
import { Clock, Deferred, Effect, Fiber } from "effect"
import { describe, expect } from "vitest"
import type { Sender } from "../../src/delivery/routes/Route.js"
import { makeRouteLimiters, type RouteLimiters } from "../../src/delivery/routes/routeLimiters.js"

type Route = Parameters<RouteLimiters["use"]>[0]

const route: Route = { name: "tn_a", id: "smtp_1", limits: { concurrency: 2, interval: 0 } }
const taken = DeliveryOutcome.Accepted({ provider: "smtp", response: "250 ok" })
const busy = DeliveryOutcome.Refused({
  provider: "smtp",
  stage: "auth",
  reply: { code: 421, enhanced: null, text: "too much" }
})
const notYou = DeliveryOutcome.Refused({
  provider: "smtp",
  stage: "rcpt",
  reply: { code: 421, enhanced: null, text: "Domain is not allowed to send" },
  closed: false
})
const suspended = DeliveryOutcome.Refused({
  provider: "smtp",
  stage: "rcpt",
  reply: { code: 550, enhanced: null, text: "Your account has been suspended" }
})
const sender: Sender = { tenant_id: "tn_a", domain: "a.example" }

const delivering = (deliver: Effect.Effect<DeliveryOutcome>) =>
  Effect.map(deliver, (outcome) => ({ outcome }))

/** What comes of a message on a route, without the rest. */
const use = (
  limiters: RouteLimiters,
  route: Route,
  deliver: Effect.Effect<DeliveryOutcome>,
  who = sender
) => Effect.map(limiters.use(route, who, delivering(deliver)), ({ outcome }) => outcome)

const platform: Route = {
  name: platformRoute,
  id: platformRoute,
  limits: { concurrency: 2, interval: 0 }
}
const of = (tenant_id: string): Sender => ({ tenant_id, domain: `${tenant_id}.example` })

/** Messages of a route under way: how many were begun, and what ends each. */
const makeServer = Effect.map(Deferred.make<DeliveryOutcome>(), (answer) => {
  let begun = 0
  return {
    begun: () => begun,
    answer: (outcome: DeliveryOutcome) => Deferred.succeed(answer, outcome),
    deliver: Effect.suspend(() => {
      begun++
      return Deferred.await(answer)
    })
  }
})
const soon = Effect.yieldNow
const rounds = Effect.repeat(soon, { times: 20 })

describe("a route limiter", () => {
  it.effect(
    "has no more messages in flight than its route allows, and lets the others follow in order",
    () =>
      Effect.gen(function* () {
        const limiters = makeRouteLimiters()
        const server = yield* makeServer
        const room = yield* limiters.listenForCapacity
        const all = yield* Effect.forkChild(
          Effect.all(
            Array.from({ length: 10 }, () => use(limiters, route, server.deliver)),
            { concurrency: "unbounded" }
          )
        )
        yield* rounds
        expect(server.begun()).toBe(2)
        expect(limiters.closed(0).tenants).toEqual(["tn_a"])
        yield* server.answer(taken)
        expect(yield* Fiber.join(all)).toEqual(Array.from({ length: 10 }, () => taken))
        yield* room
        expect(limiters.closed(0).tenants).toEqual([])
      })
  )

  it.effect(
    "queues all of a claim, however many they are: refusing them would cost them a second each",
    () =>
      Effect.gen(function* () {
        const limiters = makeRouteLimiters()
        const server = yield* makeServer
        const all = yield* Effect.forkChild(
          Effect.all(
            Array.from({ length: 200 }, () => use(limiters, route, server.deliver)),
            { concurrency: "unbounded" }
          )
        )
        yield* rounds
        yield* server.answer(taken)
        expect((yield* Fiber.join(all)).every(({ _tag }) => _tag === "Accepted")).toBe(true)
      })
  )

  it.effect(
    "notifies every listener that found it full, not only the first, when it has free permits again",
    () =>
      Effect.gen(function* () {
        const limiters = makeRouteLimiters()
        const server = yield* makeServer
        const listeners = yield* Effect.all([
          limiters.listenForCapacity,
          limiters.listenForCapacity
        ])
        const all = yield* Effect.forkChild(
          Effect.all(
            Array.from({ length: 10 }, () => use(limiters, route, server.deliver)),
            { concurrency: "unbounded" }
          )
        )
        yield* rounds
        expect(limiters.closed(0).tenants).toEqual(["tn_a"])
        expect(limiters.closed(0).tenants).toEqual(["tn_a"])
        yield* server.answer(taken)
        yield* Fiber.join(all)
        // One that begins to wait only now hears of it all the same.
        for (const heard of listeners) yield* heard
      })
  )

  it.effect("of the platform notifies when it has free permits again", () =>
    Effect.gen(function* () {
      const limiters = makeRouteLimiters()
      const server = yield* makeServer
      const room = yield* limiters.listenForCapacity
      const all = yield* Effect.forkChild(
        Effect.all(
          Array.from({ length: 9 }, () => use(limiters, platform, server.deliver)),
          { concurrency: "unbounded" }
        )
      )
      yield* rounds
      // Seven wait, which aren't four turns of two: a claim is worth while.
      expect(limiters.closed(0).platform).toBe(false)
      const more = yield* Effect.forkChild(use(limiters, platform, server.deliver))
      yield* rounds
      expect(limiters.closed(0).platform).toBe(true)
      yield* server.answer(taken)
      yield* room
      expect(limiters.closed(0).platform).toBe(false)
      yield* Fiber.join(all)
      yield* Fiber.join(more)
    })
  )

  it.effect(
    "that had free permits accepts the message that uses the last one: refused, it would be claimed again and again",
    () =>
      Effect.gen(function* () {
        const limiters = makeRouteLimiters()
        const [crowd, server] = [yield* makeServer, yield* makeServer]
        const wide: Route = {
          name: "tn_wide",
          id: "smtp_wide",
          limits: { concurrency: 1000, interval: 0 }
        }
        const many = yield* Effect.forkChild(
          Effect.all(
            Array.from({ length: 499 }, () => use(limiters, wide, crowd.deliver)),
            { concurrency: "unbounded" }
          )
        )
        yield* Effect.repeat(soon, { until: () => crowd.begun() === 499 })
        expect(limiters.closed(0).tenants).toEqual([])
        const last = yield* Effect.forkChild(use(limiters, wide, server.deliver))
        yield* rounds
        expect(server.begun()).toBe(1)
        expect(limiters.closed(0).tenants).toEqual(["tn_wide"])
        yield* crowd.answer(taken)
        yield* server.answer(taken)
        yield* Fiber.join(many)
        yield* Fiber.join(last)
      })
  )

  it.effect(
    "that is full because others use all permits notifies when one of their messages ends",
    () =>
      Effect.gen(function* () {
        const limiters = makeRouteLimiters()
        const [crowd, quick, server] = [yield* makeServer, yield* makeServer, yield* makeServer]
        const wide: Route = {
          name: "tn_wide",
          id: "smtp_wide",
          limits: { concurrency: 1000, interval: 0 }
        }
        const many = yield* Effect.forkChild(
          Effect.all(
            Array.from({ length: 498 }, () => use(limiters, wide, crowd.deliver)),
            { concurrency: "unbounded" }
          )
        )
        yield* Effect.repeat(soon, { until: () => crowd.begun() === 498 })
        const last = yield* Effect.forkChild(use(limiters, wide, quick.deliver))
        yield* Effect.repeat(soon, { until: () => quick.begun() === 1 })
        const own = yield* Effect.forkChild(use(limiters, route, server.deliver))
        yield* rounds
        expect(limiters.closed(0).tenants).toEqual(["tn_wide", "tn_a"])
        // Due at once, since it is claimed again only when there is room.
        expect(yield* use(limiters, route, server.deliver)).toEqual({ _tag: "Wait", until: 0 })
        const room = yield* limiters.listenForCapacity
        yield* quick.answer(taken)
        yield* Fiber.join(last)
        yield* room
        expect(limiters.closed(0).tenants).toEqual([])
        yield* crowd.answer(taken)
        yield* server.answer(taken)
        yield* Fiber.join(many)
        yield* Fiber.join(own)
      })
  )

  it.effect(
    "that is backed off refuses queued messages, and accepts nothing until its back-off ends",
    () =>
      Effect.gen(function* () {
        const limiters = makeRouteLimiters()
        const server = yield* makeServer
        const all = yield* Effect.forkChild(
          Effect.all(
            Array.from({ length: 6 }, () => use(limiters, route, server.deliver)),
            { concurrency: "unbounded" }
          )
        )
        yield* rounds
        yield* server.answer(busy)
        const outcomes = yield* Fiber.join(all)
        expect(outcomes.filter(({ _tag }) => _tag === "Refused")).toHaveLength(2)
        expect(
          outcomes.filter((outcome) => outcome._tag === "Wait" && outcome.until === 60_000)
        ).toHaveLength(4)
        expect(limiters.closed(59_999).tenants).toEqual(["tn_a"])
        expect(yield* use(limiters, route, Effect.succeed(taken))).toEqual({
          _tag: "Wait",
          until: 60_000
        })
        yield* TestClock.adjust("1 minute")
        expect(yield* use(limiters, route, Effect.succeed(taken))).toEqual(taken)
      })
  )

  it.effect("of a configuration that was replaced is forgotten with its back-off", () =>
    Effect.gen(function* () {
      const limiters = makeRouteLimiters()
      yield* use(limiters, route, Effect.succeed(busy))
      expect(yield* use(limiters, { ...route, id: "smtp_2" }, Effect.succeed(taken))).toEqual(taken)
    })
  )

  it.effect("lets its users leave the queue, and gives their turn to the next", () =>
    Effect.gen(function* () {
      const limiters = makeRouteLimiters()
      const server = yield* makeServer
      const first = yield* Effect.forkChild(
        Effect.all([use(limiters, route, server.deliver), use(limiters, route, server.deliver)], {
          concurrency: 2
        })
      )
      yield* rounds
      const leaver = yield* Effect.forkChild(use(limiters, route, Effect.die("it has left")))
      const stayer = yield* Effect.forkChild(use(limiters, route, server.deliver))
      yield* rounds
      yield* Fiber.interrupt(leaver)
      yield* server.answer(taken)
      expect(yield* Fiber.join(stayer)).toEqual(taken)
      yield* Fiber.join(first)
      expect(server.begun()).toBe(3)
    })
  )

  it.effect("with a pace begins its messages at that interval", () =>
    Effect.gen(function* () {
      const limiters = makeRouteLimiters()
      const paced: Route = { ...route, limits: { concurrency: 2, interval: 2000 } }
      const begun: Array<number> = []
      const noted = Effect.as(
        Effect.map(Clock.currentTimeMillis, (now) => {
          begun.push(now)
        }),
        taken
      )
      const all = yield* Effect.forkChild(
        Effect.all(
          Array.from({ length: 20 }, () => use(limiters, paced, noted)),
          { concurrency: "unbounded" }
        )
      )
      yield* TestClock.adjust("30 seconds")
      const outcomes = yield* Fiber.join(all)
      expect(begun).toEqual(Array.from({ length: 16 }, (_, turn) => 2000 * turn))
      expect(outcomes.filter(({ _tag }) => _tag === "Wait")).toHaveLength(4)
      expect(limiters.closed(10_000).tenants).toEqual(["tn_a"])
      expect(limiters.closed(30_000).tenants).toEqual([])
    })
  )

  it.effect("of the platform delays none of the tenants' own, nor vice versa", () =>
    Effect.gen(function* () {
      const limiters = makeRouteLimiters()
      yield* use(limiters, platform, Effect.succeed(busy))
      expect(limiters.closed(0)).toEqual({ platform: true, tenants: [] })
      expect(yield* use(limiters, route, Effect.succeed(taken))).toEqual(taken)
      expect(yield* use(limiters, { ...route, name: "tn_b" }, Effect.succeed(busy))).toEqual(busy)
      expect(limiters.closed(0).tenants).toEqual(["tn_b"])
    })
  )
})

describe("a route on which one sender is backed off", () => {
  it.effect("delays that sender's mail, and begins others' at once", () =>
    Effect.gen(function* () {
      const limiters = makeRouteLimiters()
      const refused = yield* limiters.use(platform, of("bad"), Effect.succeed({ outcome: notYou }))
      expect(refused).toMatchObject({
        begun: { scope: "sender", until: 60_000 },
        notBefore: 60_000
      })
      expect(limiters.closed(1)).toEqual({ platform: false, tenants: [] })
      expect(yield* use(limiters, platform, Effect.die("not this one"), of("bad"))).toEqual({
        _tag: "Wait",
        until: 60_000
      })
      expect(yield* limiters.use(platform, of("good"), Effect.succeed({ outcome: taken }))).toEqual(
        {
          outcome: taken,
          notBefore: 0
        }
      )
      expect(
        yield* use(limiters, platform, Effect.succeed(taken), {
          tenant_id: "bad",
          domain: "other.example"
        })
      ).toEqual(taken)
      yield* TestClock.adjust("1 minute")
      expect(yield* use(limiters, platform, Effect.succeed(taken), of("bad"))).toEqual(taken)
    })
  )

  it.effect("refuses that sender's queued mail, and keeps the others' turns", () =>
    Effect.gen(function* () {
      const limiters = makeRouteLimiters()
      const [first, second] = [yield* makeServer, yield* makeServer]
      const begun: Array<string> = []
      const noted = (name: string) =>
        Effect.as(
          Effect.sync(() => {
            begun.push(name)
          }),
          taken
        )
      const running = yield* Effect.forkChild(
        Effect.all(
          [
            use(limiters, platform, first.deliver, of("bad")),
            use(limiters, platform, second.deliver, of("good"))
          ],
          { concurrency: 2 }
        )
      )
      yield* rounds
      const waiting = yield* Effect.forkChild(
        Effect.all(
          ["bad", "good", "bad", "fair"].map((name) =>
            use(limiters, platform, noted(name), of(name))
          ),
          { concurrency: 4 }
        )
      )
      yield* rounds
      yield* first.answer(notYou)
      expect((yield* Fiber.join(waiting)).map(({ _tag }) => _tag)).toEqual([
        "Wait",
        "Accepted",
        "Wait",
        "Accepted"
      ])
      expect(begun).toEqual(["good", "fair"])
      yield* second.answer(taken)
      yield* Fiber.join(running)
    })
  )

  it.effect(
    "has one of its messages try when the back-off ends, also if several had waited for a permit",
    () =>
      Effect.gen(function* () {
        const limiters = makeRouteLimiters()
        const [crowd, server] = [yield* makeServer, yield* makeServer]
        yield* use(limiters, platform, Effect.succeed(notYou), of("bad"))
        yield* TestClock.adjust("1 minute")
        const others = yield* Effect.forkChild(
          Effect.all(
            [1, 2].map(() => use(limiters, platform, crowd.deliver, of("good"))),
            { concurrency: 2 }
          )
        )
        yield* rounds
        const tries = yield* Effect.forkChild(
          Effect.all(
            [1, 2, 3].map(() => use(limiters, platform, server.deliver, of("bad"))),
            { concurrency: 3 }
          )
        )
        yield* rounds
        yield* crowd.answer(taken)
        yield* Fiber.join(others)
        yield* rounds
        expect(server.begun()).toBe(1)
        yield* server.answer(taken)
        expect((yield* Fiber.join(tries)).map(({ _tag }) => _tag)).toEqual([
          "Accepted",
          "Wait",
          "Wait"
        ])
      })
  )

  it.effect(
    "backs off as a whole once three tenants were asked for less and no mail was accepted",
    () =>
      Effect.gen(function* () {
        const limiters = makeRouteLimiters()
        for (const name of ["a", "b"])
          yield* use(limiters, platform, Effect.succeed(notYou), of(name))
        expect(limiters.closed(0).platform).toBe(false)
        expect(
          yield* limiters.use(platform, of("c"), Effect.succeed({ outcome: notYou }))
        ).toMatchObject({
          begun: { scope: "route", until: 60_000 }
        })
        expect(limiters.closed(0).platform).toBe(true)
        expect(yield* use(limiters, platform, Effect.succeed(taken), of("good"))).toEqual({
          _tag: "Wait",
          until: 60_000
        })
      })
  )

  it.effect(
    "backs off as a whole once our account is refused for two tenants, and makes few attempts",
    () =>
      Effect.gen(function* () {
        const limiters = makeRouteLimiters()
        const server = { begun: 0, isSuspended: true }
        const attempt = Effect.sync(() => (server.begun++, server.isSuspended ? suspended : taken))
        const all = Effect.forEach(["a", "b", "c", "d"], (name) =>
          use(limiters, platform, attempt, of(name))
        )
        yield* all
        expect(server.begun).toBe(2)
        expect(limiters.closed(0).platform).toBe(true)
        yield* TestClock.adjust("5 minutes")
        yield* all
        expect(server.begun).toBeLessThanOrEqual(4)
        server.isSuspended = false
        yield* TestClock.adjust("5 minutes")
        expect((yield* all).every(({ _tag }) => _tag === "Accepted")).toBe(true)
      })
  )

  it.effect("that is its tenant's own backs off as a whole for three domains of the tenant", () =>
    Effect.gen(function* () {
      const limiters = makeRouteLimiters()
      const domains = ["1.example", "2.example", "3.example"].map((domain): Sender => ({
        tenant_id: "tn_a",
        domain
      }))
      const scopes = yield* Effect.forEach(domains, (who) =>
        Effect.map(
          limiters.use(route, who, Effect.succeed({ outcome: notYou })),
          ({ begun }) => begun?.scope
        )
      )
      expect(scopes).toEqual(["sender", "sender", "route"])
      expect(limiters.closed(0).tenants).toEqual(["tn_a"])
    })
  )
})
