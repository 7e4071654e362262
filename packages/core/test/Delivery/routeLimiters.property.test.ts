import { TestClock } from "@telemark-tools/clock"
import { DeliveryOutcome, platformRoute } from "@telemark/core"
import { Clock, Effect, Exit, Fiber } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { Sender } from "../../src/delivery/routes/Route.js"
import { makeRouteLimiters, type RouteLimiters } from "../../src/delivery/routes/routeLimiters.js"

type Route = Parameters<RouteLimiters["use"]>[0]

const limits = { concurrency: 2, interval: 0 }
const own: Route = { name: "tn_a", id: "smtp_1", limits }
const platform: Route = { name: platformRoute, id: platformRoute, limits }
const taken = DeliveryOutcome.Accepted({ provider: "smtp", response: "250 ok" })
const busy = DeliveryOutcome.Refused({
  provider: "smtp",
  stage: "greeting",
  reply: { code: 421, enhanced: null, text: "too much" }
})
const notYou = DeliveryOutcome.Refused({
  provider: "smtp",
  stage: "rcpt",
  reply: { code: 421, enhanced: null, text: "Domain is not allowed to send" },
  closed: false
})
const of = (tenant_id: string): Sender => ({ tenant_id, domain: `${tenant_id}.example` })
const turns = (count: number) => Effect.repeat(Effect.yieldNow, { times: count })

/**
 * Messages: when they come, how long they take and when they are interrupted, in turns of the
 * scheduler; and what comes of them.
 */
const messages = fc.array(
  fc.record({
    comesAfter: fc.nat(10),
    takes: fc.nat(5),
    outcome: fc.constantFrom(taken, taken, taken, busy, notYou),
    isInterruptedAfter: fc.option(fc.nat(30), { nil: undefined })
  }),
  { maxLength: 25 }
)

describe("a route limiter", () => {
  it("leaves no message waiting while time stands still, and never exceeds its limit, whatever the outcomes of messages", () =>
    fc.assert(
      fc.asyncProperty(
        messages,
        fc.integer({ min: 1, max: 3 }),
        fc.boolean(),
        (planned, concurrency, isOwn) =>
          Effect.gen(function* () {
            const limiters = makeRouteLimiters()
            const used: Route = {
              ...(isOwn ? own : platform),
              limits: { concurrency, interval: 0 }
            }
            let underWay = 0
            const deliver = (takes: number, outcome: DeliveryOutcome) =>
              Effect.suspend(() => {
                underWay++
                expect(underWay).toBeLessThanOrEqual(concurrency)
                return Effect.ensuring(
                  Effect.as(turns(takes), { outcome }),
                  Effect.sync(() => {
                    underWay--
                  })
                )
              })
            const fibers = yield* Effect.forEach(planned, ({ comesAfter, outcome, takes }, index) =>
              Effect.forkChild(
                Effect.andThen(
                  turns(comesAfter),
                  limiters.use(used, of(`tn_${String(index % 3)}`), deliver(takes, outcome))
                )
              )
            )
            yield* Effect.forEach(planned, ({ isInterruptedAfter }, index) =>
              isInterruptedAfter === undefined
                ? Effect.void
                : Effect.forkChild(
                    Effect.andThen(
                      turns(isInterruptedAfter),
                      Effect.forkDetach(Fiber.interrupt(fibers[index]!))
                    )
                  )
            )
            const haveEnded = () => fibers.every((fiber) => fiber.pollUnsafe() !== undefined)
            yield* Effect.repeat(turns(1), { until: haveEnded, times: 400 })
            expect(haveEnded()).toBe(true)
            for (const [index, fiber] of fibers.entries()) {
              const exit = yield* Fiber.await(fiber)
              expect(Exit.isSuccess(exit) || planned[index]?.isInterruptedAfter !== undefined).toBe(
                true
              )
            }
            expect(underWay).toBe(0)
            // Whoever had a permit has given it back.
            yield* TestClock.adjust("1 days")
            expect(
              (yield* limiters.use(used, of("tn_new"), Effect.succeed({ outcome: taken }))).outcome
            ).toEqual(taken)
            expect(limiters.closed(yield* Clock.currentTimeMillis)).toEqual({
              platform: false,
              tenants: []
            })
          }).pipe(Effect.provide(TestClock.layer()), Effect.runPromise)
      ),
      { numRuns: 13 }
    ))
})
