import { InvalidPeriod, isPeriod, type Period } from "@telemark/contract"
import { Clock, Context, Effect, Layer } from "effect"
import type { Tenant } from "../../accounts/tenants/Tenant.js"
import type { Database } from "../../database/Database.js"
import type { OperationsFor } from "../../operations/OperationsFor.js"
import { analyticsQueries } from "./countersTable.js"
import {
  deliveryFigures,
  divide,
  maxWaitingCounted,
  periodStart,
  seriesOf,
  summarize
} from "./figures.js"

interface AnalyticsOptions {
  /** Of tenants that set no `monthly_limit`; none by default. */
  readonly monthlyLimit?: number | undefined
}

type AnalyticsService = OperationsFor<Tenant, "analytics">

const monthsShown = 12

const known = (period: string): Effect.Effect<Period, InvalidPeriod> =>
  isPeriod(period) ? Effect.succeed(period) : new InvalidPeriod()

const make = (options: AnalyticsOptions) =>
  Effect.map(analyticsQueries, (queries) => {
    const summary: AnalyticsService["summary"] = (tenant, asked = "30d") =>
      Effect.gen(function* () {
        const period = yield* known(asked)
        const now = yield* Clock.currentTimeMillis
        const counts = yield* queries.countByStatus(tenant.id, periodStart(period, now))
        const sinceBefore = yield* queries.countByStatus(tenant.id, periodStart(period, now, 2))
        const months = yield* queries.monthlyUsage(tenant.id, monthsShown)
        const limit = tenant.monthly_limit ?? options.monthlyLimit ?? null
        return summarize(
          period,
          counts,
          sinceBefore,
          months.map((month) => ({ ...month, limit }))
        )
      })

    const series: AnalyticsService["series"] = (tenant, asked = "30d") =>
      Effect.gen(function* () {
        const period = yield* known(asked)
        const division = divide(period, yield* Clock.currentTimeMillis)
        return seriesOf(
          period,
          division,
          yield* queries.series(tenant.id, division.interval, division.starts[0] ?? 0)
        )
      })

    const delivery: AnalyticsService["delivery"] = (tenant, asked = "24h") =>
      Effect.gen(function* () {
        const period = yield* known(asked)
        const now = yield* Clock.currentTimeMillis
        const waiting = yield* queries.waiting(tenant.id, now, maxWaitingCounted)
        const times = yield* queries.deliveryTimes(tenant.id, periodStart(period, now))
        return deliveryFigures(period, waiting, times, yield* queries.ownServer(tenant.id))
      })

    return Analytics.of({ summary, series, delivery })
  })

export class Analytics extends Context.Service<Analytics, AnalyticsService>()(
  "@telemark/core/Analytics"
) {
  static readonly layer = (
    options: AnalyticsOptions = {}
  ): Layer.Layer<Analytics, never, Database> => Layer.effect(Analytics, make(options))
}
