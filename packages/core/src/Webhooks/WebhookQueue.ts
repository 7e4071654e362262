import type { Page, StorageError } from "@telemark/contract"
import { Context, type Effect } from "effect"
import type { RecordedEvent } from "../Events/index.js"
import type { Lease } from "../Storage/index.js"
import type { WebhookAttemptRecord, WebhookSettlement } from "./attempt.js"
import type { WebhookEndpointRecord } from "./WebhookEndpoint.js"

/** Names what is owed: one event to one endpoint. */
export interface WebhookKey {
  readonly endpoint_id: number
  readonly event_id: string
}

/** An event that a worker has leased for an endpoint. */
export interface ClaimedWebhook extends RecordedEvent {
  readonly endpoint: WebhookEndpointRecord
  /** Attempts at this endpoint, this one included. */
  readonly attempts: number
}

/** How much is claimed. */
export interface WebhookRoom {
  readonly limit: number
  /** For one endpoint. */
  readonly perEndpoint: number
  /** Endpoints for which it is another number; with 0 they are left out, however much waits for them. */
  readonly ofEndpoints: ReadonlyMap<number, number>
}

/** Port: the events that are owed to webhook endpoints. A row is made with its event, and exists until it was taken or given up. */
export class WebhookQueue extends Context.Tag("@telemark/core/WebhookQueue")<WebhookQueue, {
  /**
   * Leases what is due at `now`, or whose lease has run out, the endpoints taking turns; for one endpoint, what is due longest
   * comes first. What belongs to endpoints that are gone or inactive, or to events that are no longer kept, is dropped.
   */
  readonly claim: (lease: Lease, room: WebhookRoom, now: number) => Effect.Effect<ReadonlyArray<ClaimedWebhook>, StorageError>
  /** Extends the owner's leases of these to `lease.until`. */
  readonly renew: (lease: Lease, keys: ReadonlyArray<WebhookKey>) => Effect.Effect<void, StorageError>
  /** Gives back what was not begun: due at `now`, the attempt not counted. */
  readonly release: (owner: string, keys: ReadonlyArray<WebhookKey>, now: number) => Effect.Effect<void, StorageError>
  /**
   * Writes the attempts, and takes off the queue what is settled, in one transaction; notes since when endpoints fail, and makes
   * those inactive that are to be. Of what is no longer leased by the owner only the attempt is kept. Answers with the endpoints that it made
   * inactive. It may be undone by a power cut: then an event is delivered once more.
   */
  readonly record: (
    owner: string,
    settlements: ReadonlyArray<WebhookSettlement>
  ) => Effect.Effect<ReadonlyArray<Pick<WebhookEndpointRecord, "id" | "disabled_reason">>, StorageError>
  /** When the next event is due, or its lease runs out, in epoch milliseconds; undefined if none is owed. */
  readonly nextDue: Effect.Effect<number | undefined, StorageError>
  /**
   * Owes these events to the endpoint, due now, and answers how many; none if it is inactive or gone. What waits already is due now, and
   * its attempts begin anew; what is in hand is owed anew if that attempt fails.
   */
  readonly enqueue: (
    endpoint: Pick<WebhookEndpointRecord, "id" | "tenant_id">,
    eventIds: ReadonlyArray<string>,
    now: number
  ) => Effect.Effect<number, StorageError>
  /** Notes an attempt that was not made from the queue. */
  readonly insertAttempt: (attempt: WebhookAttemptRecord) => Effect.Effect<void, StorageError>
  /** The attempts at one endpoint, newest first, ties by id, descending. */
  readonly attempts: (tenantId: string, endpointId: number, page: Page) => Effect.Effect<ReadonlyArray<WebhookAttemptRecord>, StorageError>
}>() {}
