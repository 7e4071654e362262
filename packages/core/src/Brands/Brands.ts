import { type Brand, decode, type StorageError, UpdateBrand, type ValidationFailed } from "@telemark/contract"
import { Clock, Context, Effect, Layer } from "effect"
import { brandOf, type BrandSettings } from "./Brand.js"
import { BrandStore } from "./BrandStore.js"

export interface BrandsService {
  /** How the tenant's starters look; neutral where it has set nothing. */
  readonly get: (tenantId: string) => Effect.Effect<Brand, StorageError>
  /** Changes what is given; null takes a setting back to its default. */
  readonly update: (tenantId: string, input: UpdateBrand) => Effect.Effect<Brand, ValidationFailed | StorageError>
}

const decodeUpdate = decode(UpdateBrand)

/** The settings with those of an update over them; settings that are taken back are gone. */
const change = (update: UpdateBrand) => (current: BrandSettings): BrandSettings => {
  const given = Object.entries(update).filter(([, value]) => value !== undefined)
  return Object.fromEntries(Object.entries({ ...current, ...Object.fromEntries(given) }).filter(([, value]) => value !== null))
}

const make: Effect.Effect<BrandsService, never, BrandStore> = Effect.map(BrandStore, (store) => ({
  get: (tenantId) => Effect.map(store.find(tenantId), brandOf),
  update: (tenantId, input) =>
    Effect.gen(function*() {
      const update = yield* decodeUpdate(input)
      const now = yield* Clock.currentTimeMillis
      return brandOf(yield* store.save(tenantId, change(update), now))
    })
}))

/** Brands: how the starters of each tenant look. */
export class Brands extends Context.Tag("@telemark/core/Brands")<Brands, BrandsService>() {
  static readonly layer = Layer.effect(this, make)
}
