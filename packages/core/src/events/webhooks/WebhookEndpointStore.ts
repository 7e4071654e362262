import type { StorageError, UpdateWebhookEndpoint } from "@telemark/contract"
import { Context, type Effect } from "effect"
import type { WebhookEndpointRecord } from "./WebhookEndpoint.js"

/** Port: tenants' webhook endpoints. */
export class WebhookEndpointStore extends Context.Service<
  WebhookEndpointStore,
  {
    /** A number that is never used for another endpoint, of any tenant. */
    readonly nextId: Effect.Effect<number, StorageError>
    /** False, without a write, if the tenant already has `max`, also with concurrent inserts. */
    readonly insert: (
      endpoint: WebhookEndpointRecord,
      max: number
    ) => Effect.Effect<boolean, StorageError>
    /** Newest first, ties by id, descending. */
    readonly list: (
      tenantId: string
    ) => Effect.Effect<ReadonlyArray<WebhookEndpointRecord>, StorageError>
    readonly find: (
      tenantId: string,
      id: number
    ) => Effect.Effect<WebhookEndpointRecord | undefined, StorageError>
    /**
     * Changes the given members and returns the whole record; undefined if there is none. A new
     * `url`, or `active: true`, clears `failing_since` and `disabled_reason`; with `active: false`,
     * waiting events are never delivered.
     */
    readonly update: (
      tenantId: string,
      id: number,
      change: UpdateWebhookEndpoint,
      now: number
    ) => Effect.Effect<WebhookEndpointRecord | undefined, StorageError>
    /** The current secret becomes the former one; false if there is no such endpoint. */
    readonly rotateSecret: (
      tenantId: string,
      id: number,
      secret: string,
      formerUntil: number,
      now: number
    ) => Effect.Effect<boolean, StorageError>
    /**
     * False if there was none. Its waiting events are never delivered; this call or later claims
     * drop them.
     */
    readonly remove: (tenantId: string, id: number) => Effect.Effect<boolean, StorageError>
  }
>()("@telemark/core/WebhookEndpointStore") {}
