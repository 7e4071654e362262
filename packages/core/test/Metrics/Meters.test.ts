import { describe, expect, it } from "@effect/vitest"
import { Effect, Layer, Metric } from "effect"
import { CurrentMeters, layerMeters, type Meters } from "../../src/kernel/metrics/Meters.js"

const hour = 3_600_000

const withMeters = (
  tenants: number,
  use: (meters: Meters) => void
): Effect.Effect<ReadonlyArray<string>> =>
  Effect.gen(function* () {
    const meters = yield* CurrentMeters
    if (meters !== undefined) use(meters)
    return (yield* Metric.snapshot).map(
      ({ attributes, id, state }) => `${id} ${JSON.stringify(attributes)} ${JSON.stringify(state)}`
    )
  }).pipe(
    Effect.provide(
      layerMeters({ tenants }).pipe(
        Layer.provideMerge(Layer.sync(Metric.MetricRegistry, () => new Map()))
      )
    )
  )

const accept = (meters: Meters, tenant: string, now: number) => {
  meters.add("telemark_accepted_total", {}, 1, { tenant, now })
}

const series = (count: number, tenant?: string) =>
  `telemark_accepted_total ${JSON.stringify(tenant === undefined ? {} : { tenant })} {"count":${String(count)},"incremental":true}`

describe("meters", () => {
  it.effect("know no tenants by default", () =>
    Effect.gen(function* () {
      const found = yield* withMeters(0, (meters) => {
        accept(meters, "a", 0)
        accept(meters, "b", 0)
      })
      expect(found).toEqual([series(2)])
    })
  )

  it.effect(
    "drop the series of a tenant that was idle for an hour, whose place another takes",
    () =>
      Effect.gen(function* () {
        const found = yield* withMeters(2, (meters) => {
          accept(meters, "a", 0)
          accept(meters, "b", 0)
          accept(meters, "c", 1)
          accept(meters, "b", hour / 2)
          accept(meters, "c", hour)
        })
        expect(found).toEqual([series(2, "b"), series(1, "other"), series(1, "c")])
      })
  )

  it.effect("drop it also if nobody takes the place", () =>
    Effect.gen(function* () {
      const found = yield* withMeters(2, (meters) => {
        accept(meters, "a", 0)
        meters.dropIdle(hour - 1)
        accept(meters, "b", hour - 1)
        meters.dropIdle(hour)
      })
      expect(found).toEqual([series(1, "b")])
    })
  )

  it.effect("keep series apart by their labels, and count times in buckets", () =>
    Effect.gen(function* () {
      const found = yield* withMeters(0, (meters) => {
        meters.add("telemark_throttled_total", { cause: "rate_limit" })
        meters.add("telemark_throttled_total", { cause: "monthly_limit" }, 3)
        meters.observe("telemark_attempt_seconds", { stage: "rcpt" }, 0.3)
      })
      expect(found).toEqual([
        'telemark_throttled_total {"cause":"rate_limit"} {"count":1,"incremental":true}',
        'telemark_throttled_total {"cause":"monthly_limit"} {"count":3,"incremental":true}',
        expect.stringMatching(
          /^telemark_attempt_seconds \{"stage":"rcpt"\} .*\[0\.25,0\],\[0\.5,1\]/
        )
      ])
    })
  )
})
