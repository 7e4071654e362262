import { type Email, NotCancellable, NotFound, type StorageError } from "@telemark/contract"
import { Clock, Effect } from "effect"
import type { NewEvents } from "../../events/log/NewEvents.js"
import { isId, newId } from "../../kernel/ids/newId.js"
import type { EmailStore } from "./EmailStore.js"

interface CancelParts {
  readonly store: typeof EmailStore.Service
  readonly newEvents: typeof NewEvents.Service
  readonly get: (tenantId: string, id: string) => Effect.Effect<Email, NotFound | StorageError>
}

export const makeCancel =
  ({ get, newEvents, store }: CancelParts) =>
  (tenant_id: string, id: string): Effect.Effect<Email, NotFound | NotCancellable | StorageError> =>
    Effect.gen(function* () {
      if (!isId("em", id)) return yield* new NotFound()
      const event_id = yield* newId("evt")
      const now = yield* Clock.currentTimeMillis
      const outcome = yield* store.cancel({ tenant_id, id, now, event_id })
      if (outcome === "unknown") return yield* new NotFound()
      if (outcome !== "cancelled") return yield* new NotCancellable({ reason: outcome })
      yield* newEvents.signal
      return yield* get(tenant_id, id)
    })
