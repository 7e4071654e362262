import type { StorageError, UpdateWebhookEndpoint } from "@telemark/contract"
import { Context, type Effect } from "effect"
import type { WebhookEndpointRecord } from "./WebhookEndpoint.js"

/** Port: the tenants' webhook endpoints. */
export class WebhookEndpointStore extends Context.Tag("@telemark/core/WebhookEndpointStore")<WebhookEndpointStore, {
  /** A number that no endpoint of any tenant had or will have. */
  readonly nextId: Effect.Effect<number, StorageError>
  /** False, and nothing is written, if the tenant has `most` already; so it is when several are inserted at once. */
  readonly insert: (endpoint: WebhookEndpointRecord, max: number) => Effect.Effect<boolean, StorageError>
  /** Newest first, ties by id, descending. */
  readonly list: (tenantId: string) => Effect.Effect<ReadonlyArray<WebhookEndpointRecord>, StorageError>
  readonly find: (tenantId: string, id: number) => Effect.Effect<WebhookEndpointRecord | undefined, StorageError>
  /**
   * Changes the members that are given and no others, and answers with the whole; undefined if there is none. Another `url`, and
   * `active: true`, forget `failing_since` and `disabled_reason`; with `active: false`, what waits for it is never delivered.
   */
  readonly update: (
    tenantId: string,
    id: number,
    change: UpdateWebhookEndpoint,
    now: number
  ) => Effect.Effect<WebhookEndpointRecord | undefined, StorageError>
  /** Makes the present secret the former one; false if there is no such endpoint. */
  readonly rotateSecret: (
    tenantId: string,
    id: number,
    secret: string,
    formerUntil: number,
    now: number
  ) => Effect.Effect<boolean, StorageError>
  /** Removes it; false if there was none. What waits for it is never delivered, and dropped here or by claims. */
  readonly remove: (tenantId: string, id: number) => Effect.Effect<boolean, StorageError>
}>() {}
