import {
  type Brand,
  decode,
  type StorageError,
  UpdateBrand,
  type ValidationFailed
} from "@telemark/contract"
import { Clock, Context, Effect, Layer } from "effect"
import { brandOf, type BrandSettings } from "./Brand.js"
import { BrandStore } from "./BrandStore.js"

export interface BrandsService {
  /** The brand of the tenant's starter templates; neutral for settings that it hasn't set. */
  readonly get: (tenantId: string) => Effect.Effect<Brand, StorageError>
  /** Changes the given settings; null resets one to its default. */
  readonly update: (
    tenantId: string,
    input: UpdateBrand
  ) => Effect.Effect<Brand, ValidationFailed | StorageError>
}

const decodeUpdate = decode(UpdateBrand)

const change =
  (update: UpdateBrand) =>
  (current: BrandSettings): BrandSettings => {
    const given = Object.entries(update).filter(([, value]) => value !== undefined)
    return Object.fromEntries(
      Object.entries({ ...current, ...Object.fromEntries(given) }).filter(
        ([, value]) => value !== null
      )
    )
  }

const make: Effect.Effect<BrandsService, never, BrandStore> = Effect.map(BrandStore, (store) => ({
  get: (tenantId) => Effect.map(store.find(tenantId), brandOf),
  update: (tenantId, input) =>
    Effect.gen(function* () {
      const update = yield* Effect.fromResult(decodeUpdate(input))
      const now = yield* Clock.currentTimeMillis
      return brandOf(yield* store.save(tenantId, change(update), now))
    })
}))

/** Brands: the look of each tenant's starter templates. */
export class Brands extends Context.Service<Brands, BrandsService>()("@telemark/core/Brands") {
  static readonly layer = Layer.effect(this, make)
}
