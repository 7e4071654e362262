import { type Brand, CompilerBusy, type StarterSummary } from "@telemark/contract"
import { awaitDone, forkWithin, neutralBrand, StarterCatalog, TemplateEngine } from "@telemark/core"
import { Deferred, Effect, Layer, type Scope } from "effect"
import { LRUCache } from "lru-cache"
import { findStarter, startersIn, summaryOf } from "./starters.js"

/** Some 300 kB each. */
const maxBrands = 50

/** A list must not occupy all compilers. */
const concurrency = 2

type Listing = ReadonlyArray<StarterSummary>

const make: Effect.Effect<StarterCatalog["Service"], never, TemplateEngine | Scope.Scope> =
  Effect.gen(function* () {
    const engine = yield* TemplateEngine
    const scope = yield* Effect.scope
    const listings = new LRUCache<string, Deferred.Deferred<Listing, CompilerBusy>>({
      max: maxBrands
    })

    const compose = (tenantId: string, brand: Brand): Effect.Effect<Listing, CompilerBusy> =>
      Effect.forEach(
        startersIn(brand),
        ({ sample, starter }) =>
          Effect.flatMap(
            engine.preview(
              tenantId,
              { subject_template: starter.subject_template, mjml_source: starter.mjml_source },
              sample
            ),
            // Starters are valid: the job was stopped under load. Don't cache an empty thumbnail.
            ({ compiled, parts }) =>
              compiled.problems.length > 0
                ? new CompilerBusy()
                : Effect.succeed(summaryOf(starter, parts.html))
          ),
        { concurrency }
      )

    // In the layer's scope: the first caller may give up while others wait.
    const begin = (key: string, tenantId: string, brand: Brand) => {
      const listing = Deferred.makeUnsafe<Listing, CompilerBusy>()
      listings.set(key, listing)
      const forget = () => Effect.sync(() => listings.delete(key))
      const composed = Effect.onError(Effect.interruptible(compose(tenantId, brand)), forget)
      return Effect.onError(forkWithin(Deferred.into(composed, listing), scope), forget).pipe(
        Effect.as(listing)
      )
    }

    return {
      list: (tenantId, brand) => {
        // Tenants with the neutral brand share one list. It must not wait in the queue of the
        // tenant who asked first.
        const isNeutral = JSON.stringify(brand) === JSON.stringify(neutralBrand)
        const owner = isNeutral ? "" : tenantId
        const key = JSON.stringify([owner, brand])
        const listed = Effect.suspend(() => {
          const listing = listings.get(key)
          return listing === undefined ? begin(key, owner, brand) : Effect.succeed(listing)
        })
        return Effect.flatMap(Effect.uninterruptible(listed), awaitDone)
      },
      find: findStarter
    }
  })

/**
 * The starters of Telemark. Thumbnails are made once per tenant's brand and cached for the last 50.
 */
export const layerStarterCatalog: Layer.Layer<StarterCatalog, never, TemplateEngine> = Layer.effect(
  StarterCatalog,
  make
)
