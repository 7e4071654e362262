import type { StorageError } from "@telemark/contract"
import { Clock, Context, Effect, Layer } from "effect"
import { Database } from "../../database/Database.js"
import { stored } from "../../database/storageError.js"

/**
 * How long an answer is used, in milliseconds: a pause by another process may go unnoticed for so
 * long.
 */
const cachedMillis = 5000

/** Tenants whose sending is paused: claims leave them out. */
export class PausedTenants extends Context.Service<
  PausedTenants,
  {
    readonly ids: Effect.Effect<ReadonlyArray<string>, StorageError>
    readonly forget: () => void
  }
>()("@telemark/core/PausedTenants") {
  static readonly layer = Layer.effect(
    this,
    Effect.map(Database, ({ sql, tables }) => {
      let known: { readonly ids: ReadonlyArray<string>; readonly until: number } = {
        ids: [],
        until: 0
      }
      const look = Effect.gen(function* () {
        const before = known
        const until = (yield* Clock.currentTimeMillis) + cachedMillis
        const rows = yield* stored(
          sql<{
            readonly id: string
          }>`SELECT id FROM ${tables.tenants} WHERE paused_at IS NOT NULL AND id > ''`
        )
        const ids = rows.map(({ id }) => id)
        // If the answer was forgotten meanwhile, it stays so: this look may have missed the tenant
        // that is being paused.
        if (known === before) known = { ids, until }
        return ids
      })
      return {
        ids: Effect.flatMap(Clock.currentTimeMillis, (now) =>
          now < known.until ? Effect.succeed(known.ids) : look
        ),
        forget: () => {
          known = { ids: [], until: 0 }
        }
      }
    })
  )
}
