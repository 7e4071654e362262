import { type AnalyticsSummary, InvalidPeriod, type StorageError } from "@telemark/contract"
import { Clock, Context, Effect, Layer } from "effect"
import type { Tenant } from "../Tenants/index.js"
import { AnalyticsStore } from "./AnalyticsStore.js"
import { isPeriod, startOf, summarize } from "./summary.js"

export interface AnalyticsOptions {
  /** Recipients a month of tenants that have no limit of their own; none by default. */
  readonly monthlyLimit?: number | undefined
}

export interface AnalyticsService {
  /** What became of the messages created in the window: `24h`, `7d`, `30d` (default) or `90d`. */
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

/** Analytics: what became of a tenant's mail over a window of time. */
export class Analytics extends Context.Tag("@telemark/core/Analytics")<Analytics, AnalyticsService>() {
  static readonly layer = (options: AnalyticsOptions = {}): Layer.Layer<Analytics, never, AnalyticsStore> =>
    Layer.effect(Analytics, make(options))
}
