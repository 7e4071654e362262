import type { EventType, StorageError } from "@telemark/contract"
import { Context, type Effect } from "effect"
import type { Lease } from "../../database/Lease.js"
import type { RecordedEvent } from "../log/Event.js"

/** A subscriber in a host's process that follows a tenant's events. */
export interface SubscriptionRecord {
  readonly id: string
  readonly tenant_id: string
  readonly name: string
  readonly types: ReadonlyArray<EventType>
  /**
   * When it expires unless extended, in epoch milliseconds; null: permanent until it is removed.
   */
  readonly expires_at: number | null
  readonly created_at: number
}

/**
 * Port: in-process subscriptions and their outbox. A row is written with its event, so that none is
 * missed whatever the order of commits.
 */
export class SubscriptionStore extends Context.Service<
  SubscriptionStore,
  {
    /**
     * Stores a subscription; if that tenant has one of that name, only its `types` change.
     * Afterwards every event is either readable (`EventStore.list`) or will be added to the outbox.
     * Returns the stored record.
     */
    readonly open: (
      subscription: SubscriptionRecord
    ) => Effect.Effect<SubscriptionRecord, StorageError>
    /**
     * Sets the expiry of a temporary subscription, null to make it permanent; false, without a
     * change, if it is permanent or gone.
     */
    readonly extend: (id: string, expiresAt: number | null) => Effect.Effect<boolean, StorageError>
    readonly remove: (tenantId: string, name: string) => Effect.Effect<boolean, StorageError>
    /**
     * Removes expired subscriptions with their outbox rows, a bounded number at a time; returns how
     * many.
     */
    readonly removeExpired: (now: number) => Effect.Effect<number, StorageError>
    /**
     * Adds missing events to a temporary subscription's outbox. False, without a change, if it is
     * gone or permanent (it may have handled some).
     */
    readonly enqueue: (
      subscription: Pick<SubscriptionRecord, "id">,
      eventIds: ReadonlyArray<string>,
      now: number
    ) => Effect.Effect<boolean, StorageError>
    /**
     * Leases events without a lease, in the order of their ids. Drops events that are no longer
     * stored.
     */
    readonly claim: (
      id: string,
      lease: Lease,
      limit: number,
      now: number
    ) => Effect.Effect<ReadonlyArray<RecordedEvent>, StorageError>
    /**
     * Extends all of the owner's leases of this subscription; false if the subscription is gone.
     */
    readonly renew: (id: string, lease: Lease) => Effect.Effect<boolean, StorageError>
    readonly acknowledge: (
      id: string,
      owner: string,
      eventIds: ReadonlyArray<string>
    ) => Effect.Effect<void, StorageError>
    /** Ends all of the owner's leases of this subscription. */
    readonly release: (id: string, owner: string) => Effect.Effect<void, StorageError>
  }
>()("@telemark/core/SubscriptionStore") {}
