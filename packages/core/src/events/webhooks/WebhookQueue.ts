import type { Page, StorageError, WebhookAttemptOutcome } from "@telemark/contract"
import { Context, type Effect } from "effect"
import type { Lease } from "../../database/Lease.js"
import type { RecordedEvent } from "../log/Event.js"
import type { WebhookAttemptRecord, WebhookSettlement } from "./WebhookAttempt.js"
import type { WebhookEndpointRecord } from "./WebhookEndpoint.js"

/** Identifies one event for one endpoint. */
export interface WebhookKey {
  readonly endpoint_id: number
  readonly event_id: string
}

/** An event that a worker has leased for an endpoint. */
export interface ClaimedWebhook extends RecordedEvent {
  readonly endpoint: WebhookEndpointRecord
  /** Attempts at this endpoint, including this one. */
  readonly attempts: number
}

/** An attempt with the event that was posted; null if that is no longer stored, or was a sample. */
export interface PostedWebhook {
  readonly attempt: WebhookAttemptRecord
  readonly posted: RecordedEvent | null
}

/** How much to claim. */
export interface WebhookClaimLimits {
  readonly limit: number
  readonly perEndpoint: number
  /**
   * Exceptions from `perEndpoint`; endpoints with 0 are left out at no cost, however much waits for
   * them.
   */
  readonly ofEndpoints: ReadonlyMap<number, number>
}

/**
 * Port: the outbox of webhook endpoints. A row is written with its event and exists until the event
 * is delivered or given up.
 */
export class WebhookQueue extends Context.Service<
  WebhookQueue,
  {
    /**
     * Leases events that are due at `now` or whose lease expired, endpoints taking turns; per
     * endpoint, longest due first. Drops rows of endpoints that are gone or inactive, and of events
     * that are no longer stored.
     */
    readonly claim: (
      lease: Lease,
      limits: WebhookClaimLimits,
      now: number
    ) => Effect.Effect<ReadonlyArray<ClaimedWebhook>, StorageError>
    readonly renew: (
      lease: Lease,
      keys: ReadonlyArray<WebhookKey>
    ) => Effect.Effect<void, StorageError>
    /** Returns events on which nothing was begun: due at `now`, the attempt not counted. */
    readonly release: (
      owner: string,
      keys: ReadonlyArray<WebhookKey>,
      now: number
    ) => Effect.Effect<void, StorageError>
    /**
     * Writes the attempts and removes settled rows in one transaction; updates since when endpoints
     * fail and deactivates those that are due. If the owner lost a lease, only the attempt is
     * stored. Returns the deactivated endpoints. A power cut may undo it: then an event is
     * delivered once more.
     */
    readonly record: (
      owner: string,
      settlements: ReadonlyArray<WebhookSettlement>
    ) => Effect.Effect<
      ReadonlyArray<Pick<WebhookEndpointRecord, "id" | "disabled_reason">>,
      StorageError
    >
    /**
     * When the next event is due or its lease expires, in epoch milliseconds; undefined if the
     * outbox is empty.
     */
    readonly nextDue: Effect.Effect<number | undefined, StorageError>
    /**
     * Adds events to the endpoint's outbox, due now, and returns their number; 0 if it is inactive
     * or gone. A waiting event becomes due now with its attempts reset; one in flight is queued
     * anew if that attempt fails.
     */
    readonly enqueue: (
      endpoint: Pick<WebhookEndpointRecord, "id" | "tenant_id">,
      eventIds: ReadonlyArray<string>,
      now: number
    ) => Effect.Effect<number, StorageError>
    readonly insertAttempt: (attempt: WebhookAttemptRecord) => Effect.Effect<void, StorageError>
    /**
     * Newest first, ties by id, descending. With an outcome, only such attempts among the newest
     * 10,000 at the endpoint.
     */
    readonly attempts: (
      tenantId: string,
      endpointId: number,
      page: Page,
      outcome?: WebhookAttemptOutcome
    ) => Effect.Effect<ReadonlyArray<WebhookAttemptRecord>, StorageError>
    /** One attempt at the endpoint, and its event if that is still stored. */
    readonly attempt: (
      tenantId: string,
      endpointId: number,
      id: string
    ) => Effect.Effect<PostedWebhook | undefined, StorageError>
  }
>()("@telemark/core/WebhookQueue") {}
