import {
  type AnalyticsSeries,
  type AnalyticsSummary,
  type DeliveryFigures,
  InvalidPeriod,
  type Period,
  type StorageError
} from "@telemark/contract"
import { Clock, Context, Effect, Layer } from "effect"
import type { Tenant } from "../../accounts/tenants/Tenant.js"
import type { Database } from "../../database/Database.js"
import { stored } from "../../database/storageError.js"
import { smtpConfigQueries } from "../../sending/smtpConfigs/smtpConfigTable.js"
import { AnalyticsStore } from "./AnalyticsStore.js"
import { deliveryFigures, maxWaitingCounted } from "./deliveryFigures.js"
import { divide, seriesOf } from "./seriesOf.js"
import { isPeriod, startOf, summarize } from "./summarize.js"

export interface AnalyticsOptions {
  /** Monthly recipient limit of tenants that set no `monthly_limit`; none by default. */
  readonly monthlyLimit?: number | undefined
}

export interface AnalyticsService {
  /** Message counts by outcome for a `period` of `24h`, `7d`, `30d` (default) or `90d`. */
  readonly summary: (
    tenant: Tenant,
    period?: string
  ) => Effect.Effect<AnalyticsSummary, InvalidPeriod | StorageError>
  /**
   * The same counts for each hour (`24h`, `7d`) or day (`30d`, the default, `90d`), the present one
   * last.
   */
  readonly series: (
    tenant: Tenant,
    period?: string
  ) => Effect.Effect<AnalyticsSeries, InvalidPeriod | StorageError>
  /**
   * What waits now, and how long the messages of a `period` (default `24h`) took from acceptance to
   * handover.
   */
  readonly delivery: (
    tenant: Tenant,
    period?: string
  ) => Effect.Effect<DeliveryFigures, InvalidPeriod | StorageError>
}

const monthsShown = 12

const known = (period: string): Effect.Effect<Period, InvalidPeriod> =>
  isPeriod(period) ? Effect.succeed(period) : new InvalidPeriod()

const make = (options: AnalyticsOptions) =>
  Effect.map(Effect.all([AnalyticsStore, smtpConfigQueries]), ([store, servers]) => {
    const summary: AnalyticsService["summary"] = (tenant, asked = "30d") =>
      Effect.gen(function* () {
        const period = yield* known(asked)
        const now = yield* Clock.currentTimeMillis
        const counts = yield* store.countByStatus(tenant.id, startOf(period, now))
        const sinceBefore = yield* store.countByStatus(tenant.id, startOf(period, now, 2))
        const months = yield* store.monthlyUsage(tenant.id, monthsShown)
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
          yield* store.series(tenant.id, division.interval, division.starts[0] ?? 0)
        )
      })

    const delivery: AnalyticsService["delivery"] = (tenant, asked = "24h") =>
      Effect.gen(function* () {
        const period = yield* known(asked)
        const now = yield* Clock.currentTimeMillis
        const waiting = yield* store.waiting(tenant.id, now, maxWaitingCounted)
        const handovers = yield* store.handovers(tenant.id, startOf(period, now))
        return deliveryFigures(period, {
          waiting,
          handovers,
          ownServer: yield* stored(servers.find(tenant.id))
        })
      })

    return Analytics.of({ summary, series, delivery })
  })

/** Analytics: delivery statistics of a tenant over a period. */
export class Analytics extends Context.Service<Analytics, AnalyticsService>()(
  "@telemark/core/Analytics"
) {
  static readonly layer = (
    options: AnalyticsOptions = {}
  ): Layer.Layer<Analytics, never, AnalyticsStore | Database> =>
    Layer.effect(Analytics, make(options))
}
