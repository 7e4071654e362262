import { type AnalyticsSummary, InvalidPeriod, type StorageError } from "@telemark/contract"
import { Clock, Context, Effect, Layer } from "effect"
import type { Tenant } from "../Tenants/index.js"
import { AnalyticsStore } from "./AnalyticsStore.js"
import { isPeriod, startOf, summarize } from "./summarize.js"

export interface AnalyticsOptions {
  /** Monthly recipient limit of tenants that set no `monthly_limit`; none by default. */
  readonly monthlyLimit?: number | undefined
}

export interface AnalyticsService {
  /** Message counts by outcome for a `period` of `24h`, `7d`, `30d` (default) or `90d`. */
  readonly summary: (tenant: Tenant, period?: string) => Effect.Effect<AnalyticsSummary, InvalidPeriod | StorageError>
}

const monthsShown = 12

const make = (options: AnalyticsOptions) =>
  Effect.map(AnalyticsStore, (store) => {
    const summary: AnalyticsService["summary"] = (tenant, period = "30d") =>
      Effect.gen(function*() {
        if (!isPeriod(period)) return yield* new InvalidPeriod()
        const now = yield* Clock.currentTimeMillis
        const counts = yield* store.countByStatus(tenant.id, startOf(period, now))
        const months = yield* store.monthlyUsage(tenant.id, monthsShown)
        const limit = tenant.monthly_limit ?? options.monthlyLimit ?? null
        return summarize(period, counts, months.map((month) => ({ ...month, limit })))
      })
    return Analytics.of({ summary })
  })

/** Analytics: delivery statistics of a tenant over a period. */
export class Analytics extends Context.Tag("@telemark/core/Analytics")<Analytics, AnalyticsService>() {
  static readonly layer = (options: AnalyticsOptions = {}): Layer.Layer<Analytics, never, AnalyticsStore> =>
    Layer.effect(Analytics, make(options))
}
