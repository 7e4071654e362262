import { NotFound, type StorageError } from "@telemark/contract"
import { Effect } from "effect"
import type { WebhookEndpointRecord } from "./WebhookEndpoint.js"
import type { WebhookEndpointStore } from "./WebhookEndpointStore.js"

/** Parses an endpoint's id as callers write it: a positive integer in its usual form. */
export const readEndpointId = (id: string | number): Effect.Effect<number, NotFound> => {
  const number = Number(id)
  return Number.isSafeInteger(number) && number > 0 && String(number) === String(id)
    ? Effect.succeed(number)
    : new NotFound()
}

export const makeFindEndpoint =
  (store: typeof WebhookEndpointStore.Service) =>
  (
    tenantId: string,
    id: string | number
  ): Effect.Effect<WebhookEndpointRecord, NotFound | StorageError> =>
    Effect.gen(function* () {
      const found = yield* store.find(tenantId, yield* readEndpointId(id))
      return found ?? (yield* new NotFound())
    })
