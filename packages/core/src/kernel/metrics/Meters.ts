// Hot path (docs/hot-paths.md): a series is found by a string, and updated without a fiber.
import { Context, Effect, Layer, Metric } from "effect"
import * as Direct from "../direct.js"
import {
  type CounterName,
  counterOf,
  type HistogramName,
  histogramOf,
  type LabelsOf
} from "./metrics.js"

/** Options of `layerMetrics`. */
export interface MetricsOptions {
  /**
   * How many tenants have series of their own, with the label `tenant`: the first that were active,
   * until they have been idle for an hour. Others share the series `other`. Default 0: no series
   * has that label.
   */
  readonly tenants?: number | undefined
}

/** In milliseconds. */
const idleAfter = 60 * 60_000

const others = "other"

/** Who did something, and when, in epoch milliseconds. */
interface Activity {
  readonly tenant: string
  readonly now: number
}

interface TenantSeries {
  lastUsed: number
  readonly keys: Set<string>
}

type Series = Metric.Metric<number, unknown>

/**
 * Updates the metrics of each mail. There is none unless somebody reads them, so that nothing is
 * measured in vain: see `CurrentMeters`.
 */
export class Meters {
  readonly #context: Context.Context<never>
  readonly #maxTenants: number
  readonly #series = new Map<string, Series>()
  readonly #tenants = new Map<string, TenantSeries>()

  /** `context`: where the metrics are registered. */
  constructor(context: Context.Context<never>, { tenants = 0 }: MetricsOptions = {}) {
    this.#context = context
    this.#maxTenants = tenants
  }

  add<Name extends CounterName>(name: Name, labels: LabelsOf<Name>, by = 1, of?: Activity): void {
    this.#update(name, labels, by, of, counterOf)
  }

  observe<Name extends HistogramName>(name: Name, labels: LabelsOf<Name>, value: number): void {
    this.#update(name, labels, value, undefined, histogramOf)
  }

  /**
   * Removes the series of tenants that have been idle for an hour at `now`, in epoch milliseconds.
   */
  dropIdle(now: number): void {
    for (const [tenant, { keys, lastUsed }] of this.#tenants) {
      if (lastUsed > now - idleAfter) continue
      this.#tenants.delete(tenant)
      for (const key of keys) {
        const series = this.#series.get(key)
        if (series !== undefined) Metric.removeUnsafe(series, this.#context)
        this.#series.delete(key)
      }
    }
  }

  #update<Name extends string, Labels extends Readonly<Record<string, string>>>(
    name: Name,
    labels: Labels,
    value: number,
    of: Activity | undefined,
    make: (name: Name, labels: Labels) => Series
  ): void {
    const tenant = of === undefined || this.#maxTenants === 0 ? undefined : this.#enter(of)
    const all = tenant === undefined ? labels : { ...labels, tenant }
    const key = [name, ...Object.values(all)].join("\n")
    let series = this.#series.get(key)
    if (series === undefined) {
      series = make(name, all)
      this.#series.set(key, series)
      if (tenant !== undefined) this.#tenants.get(tenant)?.keys.add(key)
    }
    series.updateUnsafe(value, this.#context)
  }

  /** The value of the label `tenant`. */
  #enter({ now, tenant }: Activity): string {
    const known = this.#tenants.get(tenant)
    if (known !== undefined) {
      known.lastUsed = now
      return tenant
    }
    if (this.#tenants.size >= this.#maxTenants) this.dropIdle(now)
    if (this.#tenants.size >= this.#maxTenants) return others
    this.#tenants.set(tenant, { lastUsed: now, keys: new Set() })
    return tenant
  }
}

/** What measures each mail; undefined, the default, if nobody reads metrics. */
export const CurrentMeters = Context.Reference<Meters | undefined>("@telemark/core/CurrentMeters", {
  defaultValue: () => undefined
})

/** Measures each success, if somebody reads metrics; else the function stays as it is. */
export const measured = <Given extends ReadonlyArray<unknown>, A, E>(
  run: (...given: Given) => Effect.Effect<A, E>,
  measure: (meters: Meters, result: A, ...given: Given) => void
): Effect.Effect<(...given: Given) => Effect.Effect<A, E>> =>
  Effect.map(CurrentMeters, (meters) =>
    meters === undefined
      ? run
      : (...given) =>
          Direct.map(run(...given), (result) => {
            measure(meters, result, ...given)
            return result
          })
  )

/** Measures all mail of the services that are built with it. */
export const layerMeters = (options?: MetricsOptions): Layer.Layer<never> =>
  Layer.effect(
    CurrentMeters,
    Effect.contextWith((context: Context.Context<never>) =>
      Effect.succeed(new Meters(context, options))
    )
  )
