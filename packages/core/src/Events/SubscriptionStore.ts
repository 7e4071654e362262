import type { EventType, StorageError } from "@telemark/contract"
import { Context, type Effect } from "effect"
import type { Lease } from "../Storage/index.js"
import type { RecordedEvent } from "./Event.js"

/** Somebody in a host's process who follows a tenant's events. */
export interface SubscriptionRecord {
  /** `sub_…` */
  readonly id: string
  readonly tenant_id: string
  /** Unique within the tenant. */
  readonly name: string
  readonly types: ReadonlyArray<EventType>
  /** When it is forgotten unless it was extended; null: it stays until it is removed. Epoch milliseconds. */
  readonly expires_at: number | null
  readonly created_at: number
}

/**
 * Port: who follows events in process, and the events that are owed to each. A row is made with its event, as for a
 * webhook endpoint, so that no event is passed over whatever the order in which transactions end.
 */
export class SubscriptionStore extends Context.Tag("@telemark/core/SubscriptionStore")<SubscriptionStore, {
  /**
   * Keeps a subscription; if there is one of that tenant and name, only its `types` change. Once it succeeds,
   * every event is either readable already (`EventStore.list`) or will be owed to it. Answers with what is kept now.
   */
  readonly open: (subscription: SubscriptionRecord) => Effect.Effect<SubscriptionRecord, StorageError>
  /** Sets when one that isn't to stay is forgotten, null for never; false, and nothing is changed, if it stays already or is gone. */
  readonly extend: (id: string, expiresAt: number | null) => Effect.Effect<boolean, StorageError>
  /** Removes it with all that is owed to it; false if there was none. */
  readonly remove: (tenantId: string, name: string) => Effect.Effect<boolean, StorageError>
  /** Removes those that expired, with what is owed to them, a bounded number at a time; answers how many. */
  readonly removeExpired: (now: number) => Effect.Effect<number, StorageError>
  /**
   * Owes these events to one that isn't to stay yet, unless they are owed already. False, and nothing is owed, if it stays or is
   * gone: of one that stays, they may have been handled already.
   */
  readonly enqueue: (subscription: Pick<SubscriptionRecord, "id">, eventIds: ReadonlyArray<string>, now: number) => Effect.Effect<boolean, StorageError>
  /** Leases events that nobody holds, in the order of their ids. Events that are no longer kept are dropped. */
  readonly claim: (id: string, lease: Lease, limit: number, now: number) => Effect.Effect<ReadonlyArray<RecordedEvent>, StorageError>
  /** Extends the owner's leases of all that it holds of this subscription; false if the subscription is gone. */
  readonly renew: (id: string, lease: Lease) => Effect.Effect<boolean, StorageError>
  /** They were handled, and are owed no longer. */
  readonly acknowledge: (id: string, owner: string, eventIds: ReadonlyArray<string>) => Effect.Effect<void, StorageError>
  /** Gives back all that the owner holds of this subscription. */
  readonly release: (id: string, owner: string) => Effect.Effect<void, StorageError>
}>() {}
