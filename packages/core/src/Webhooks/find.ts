import { NotFound, type StorageError } from "@telemark/contract"
import { Effect } from "effect"
import type { WebhookEndpointRecord } from "./WebhookEndpoint.js"
import type { WebhookEndpointStore } from "./WebhookEndpointStore.js"

/** An endpoint's id as callers write it; what isn't a whole number from 1 up, in its usual form, names none. */
export const readEndpointId = (id: string | number): Effect.Effect<number, NotFound> => {
  const number = Number(id)
  return Number.isSafeInteger(number) && number > 0 && String(number) === String(id) ? Effect.succeed(number) : new NotFound()
}

/** How endpoints of a tenant are found. */
export const makeFindEndpoint = (store: typeof WebhookEndpointStore.Service) =>
(tenantId: string, id: string | number): Effect.Effect<WebhookEndpointRecord, NotFound | StorageError> =>
  Effect.gen(function*() {
    const found = yield* store.find(tenantId, yield* readEndpointId(id))
    return found ?? (yield* new NotFound())
  })
