import { describe, expect, it } from "@effect/vitest"
import { TestClock } from "@telemark-tools/clock"
import type { WebhookAttempt } from "@telemark/contract"
import { NewEvents, WebhookAnswer, webhookRetryDelays } from "@telemark/core"
import { Effect, Layer } from "effect"
import { accepted, eventually, layerWith, taken } from "../harness.js"
import {
  answered,
  attempted,
  attemptsAt,
  endpointAt,
  endpointOf,
  keepWarnings,
  noting,
  sendMails,
  startWebhooks
} from "./harness.js"

const hop = () => Effect.succeed(accepted)
const url = "https://shop.example/hooks"
const hour = 60 * 60 * 1000

/** Looking more often would only make days of virtual time slow. */
const patient = { lease: "1 day", pollInterval: "1 hour" } as const

/**
 * So many days, with an email sent every twelve hours, the first after six: what counts days begins
 * and ends between them.
 */
const days = (count: number) =>
  Effect.repeat(
    Effect.andThen(
      TestClock.adjust("6 hours"),
      Effect.andThen(sendMails(1), TestClock.adjust("6 hours"))
    ),
    { times: 2 * count - 1 }
  )

describe("an event that its endpoint never takes", () => {
  it.effect("is tried eight times, at the stated instants, and then given up", () => {
    const { caller, calls } = noting(() => Effect.succeed(answered(500)))
    return Effect.gen(function* () {
      const id = yield* endpointAt(url)
      yield* sendMails(1)
      yield* startWebhooks({ lease: "1 day", pollInterval: "1 day" })
      const last: Array<WebhookAttempt> = []
      for (let attempt = 1; attempt <= 8; attempt++) {
        yield* eventually(attempted(id, attempt))
        last.push(...(yield* attemptsAt(id)).slice(-1))
        const next = last.at(-1)?.next_attempt_at
        if (typeof next === "string") yield* TestClock.setTime(Date.parse(next))
        yield* Effect.flatMap(NewEvents, ({ signal }) => signal)
      }
      yield* TestClock.adjust("3 days")
      const told = (attempts: ReadonlyArray<WebhookAttempt>) =>
        attempts.map(({ attempt, status, status_code }) => [attempt, status, status_code])
      expect(told(last)).toEqual([
        ...[1, 2, 3, 4, 5, 6, 7].map((attempt) => [attempt, "pending", 500]),
        [8, "failed", 500]
      ])
      // Nothing is tried again by now.
      expect(told(yield* attemptsAt(id))).toEqual(
        [1, 2, 3, 4, 5, 6, 7, 8].map((attempt) => [attempt, "failed", 500])
      )
      const waits = last
        .slice(0, 7)
        .map(
          ({ created_at, next_attempt_at }) =>
            Date.parse(next_attempt_at ?? "") - Date.parse(created_at)
        )
      waits.forEach((wait, index) => {
        expect(Math.abs(wait / webhookRetryDelays[index]! - 1)).toBeLessThanOrEqual(0.1001)
      })
      last.slice(1).forEach(({ created_at }, index) => {
        expect(
          Date.parse(created_at) - Date.parse(last[index]?.next_attempt_at ?? "")
        ).toBeLessThan(100)
      })
      expect(calls).toHaveLength(8)
      expect(new Set(calls.map(({ body, event_id }) => `${event_id} ${body}`)).size).toBe(1)
      expect(yield* endpointOf(id)).toMatchObject({
        active: true,
        failing_since: last[0]?.created_at
      })
    }).pipe(Effect.provide(layerWith(hop, { caller })))
  })
})

describe("an endpoint that answers 500 for a day, and then 200", () => {
  it.effect("gets each event, with its id and the same bytes, and takes it once", () => {
    let isWell = false
    const takenIds: Array<string> = []
    const { caller, calls } = noting(({ event_id }) =>
      Effect.sync(() => {
        if (isWell) takenIds.push(event_id)
        return isWell ? taken : answered(500)
      })
    )
    return Effect.gen(function* () {
      const id = yield* endpointAt(url)
      yield* sendMails(6)
      yield* startWebhooks(patient)
      yield* TestClock.adjust("1 day")
      const ids = new Set(calls.map(({ event_id }) => event_id))
      expect(ids.size).toBe(6)
      isWell = true
      yield* TestClock.adjust("1 day")
      expect([...takenIds].sort()).toEqual([...ids].sort())
      expect(new Set(calls.map(({ body, event_id }) => `${event_id} ${body}`)).size).toBe(6)
      expect(yield* endpointOf(id)).toMatchObject({ active: true, failing_since: null })
    }).pipe(Effect.provide(layerWith(hop, { caller })))
  })
})

describe("an endpoint with nothing but failures for five days", () => {
  it.effect(
    "is made inactive and gets nothing more, and an operator reads of it without its URL",
    () => {
      const { caller, calls } = noting(() => Effect.succeed(answered(503)))
      const warnings = keepWarnings()
      return Effect.gen(function* () {
        const id = yield* endpointAt(url)
        yield* startWebhooks(patient)
        yield* days(5)
        expect((yield* endpointOf(id)).active).toBe(true)
        yield* days(1)
        expect(yield* endpointOf(id)).toMatchObject({ active: false, disabled_reason: "failing" })
        const last = Date.parse((yield* attemptsAt(id)).at(-1)?.created_at ?? "")
        expect(last).toBeGreaterThanOrEqual(5 * 24 * hour)
        const before = calls.length
        yield* days(1)
        expect(calls).toHaveLength(before)
        const told = warnings.lines.filter((line) => line.includes("inactive"))
        expect(told).toHaveLength(1)
        expect(told[0]).toContain(`"endpoint_id":${String(id)}`)
        expect(warnings.lines.join()).not.toContain("shop.example")
      }).pipe(Effect.provide(Layer.merge(layerWith(hop, { caller }), warnings.layer)))
    }
  )

  it.effect("stays active if one attempt in between was taken", () => {
    let isWell = false
    const { caller } = noting(() =>
      Effect.sync(() => {
        const answer = isWell ? taken : answered(503)
        isWell = false
        return answer
      })
    )
    return Effect.gen(function* () {
      const id = yield* endpointAt(url)
      yield* startWebhooks(patient)
      yield* days(3)
      isWell = true
      yield* days(4)
      const endpoint = yield* endpointOf(id)
      expect(endpoint).toMatchObject({ active: true, disabled_reason: null })
      expect(Date.parse(endpoint.failing_since ?? "")).toBeGreaterThanOrEqual(3 * 24 * hour)
    }).pipe(Effect.provide(layerWith(hop, { caller })))
  })
})

describe("an endpoint that answers 410", () => {
  it.effect("is made inactive at once, and what waits for it ends", () => {
    const { caller, calls } = noting(() => Effect.succeed(answered(410)))
    return Effect.gen(function* () {
      const id = yield* endpointAt(url)
      yield* sendMails(5)
      yield* startWebhooks(patient)
      yield* eventually(Effect.map(endpointOf(id), ({ active }) => !active))
      expect((yield* endpointOf(id)).disabled_reason).toBe("gone")
      yield* sendMails(1)
      yield* TestClock.adjust("1 day")
      expect(calls).toHaveLength(1)
      expect(yield* attemptsAt(id)).toMatchObject([
        { status: "failed", status_code: 410, next_attempt_at: null }
      ])
    }).pipe(Effect.provide(layerWith(hop, { caller })))
  })
})

/** Minute by minute: what begins to wait within a step of the clock may miss the rest of it. */
const minutes = (count: number) => Effect.repeat(TestClock.adjust("1 minute"), { times: count - 1 })

describe("an event that can't be posted because of faults of our own", () => {
  it.effect(
    "is tried again every minute, without an attempt of the eight and without a word against its endpoint, until it is taken",
    () => {
      let isBroken = true
      const { caller, calls } = noting(() =>
        Effect.sync(() =>
          isBroken ? WebhookAnswer.Broken({ reason: "internal", duration_ms: 0 }) : taken
        )
      )
      return Effect.gen(function* () {
        const id = yield* endpointAt(url)
        yield* sendMails(1)
        yield* startWebhooks({ lease: "1 day", pollInterval: "10 seconds" })
        yield* minutes(30)
        expect(calls.length).toBeGreaterThan(15)
        expect(calls.length).toBeLessThan(35)
        expect(yield* endpointOf(id)).toMatchObject({ active: true, failing_since: null })
        expect((yield* attemptsAt(id)).map(({ status }) => status)).toEqual(
          calls.map(() => "pending")
        )
        isBroken = false
        yield* minutes(3)
        const attempts = yield* attemptsAt(id)
        expect(attempts.map(({ attempt }) => attempt)).toEqual(attempts.map(() => 1))
        expect(attempts.at(-1)).toMatchObject({ status: "delivered" })
      }).pipe(Effect.provide(layerWith(hop, { caller })))
    }
  )
})
