import type { EventType, StorageError } from "@telemark/contract"
import { Context, type Effect } from "effect"
import type { EventRecord, RecordedEvent } from "./Event.js"

/**
 * Which events of a tenant to list. Times are those that their ids begin with, in epoch
 * milliseconds.
 */
export interface EventRange {
  /** Inclusive. */
  readonly since: number
  /** Exclusive. */
  readonly until: number
  readonly types: ReadonlyArray<EventType>
  /** Only events after this id; "" for all. */
  readonly after: string
  /** How many events to look at, of any type; 1,000 by default and at most. */
  readonly limit?: number | undefined
}

/** The matching events among those looked at. A page may be empty although there are more. */
export interface EventPage {
  readonly events: ReadonlyArray<Pick<EventRecord, "id">>
  /** The id to continue after; undefined at the end. */
  readonly next: string | undefined
}

/** Events in the order in which they were recorded. */
export interface EventTail {
  readonly events: ReadonlyArray<RecordedEvent>
  /** The position to go on after. No event up to it can appear any more. */
  readonly upTo: number
}

/**
 * Port: the events of messages. Each gets a position when it is recorded: a whole number above
 * those before it, whatever its id and its tenant.
 */
export class EventStore extends Context.Service<
  EventStore,
  {
    /**
     * The events of one message, oldest first: the first 1,000 opens and clicks (their number is
     * unlimited) and the first 1,000 others.
     */
    readonly ofEmail: (
      tenantId: string,
      emailId: string
    ) => Effect.Effect<ReadonlyArray<EventRecord>, StorageError>
    readonly find: (
      tenantId: string,
      id: string
    ) => Effect.Effect<EventRecord | undefined, StorageError>
    /**
     * In the order of their ids. A page costs about the same however many events there are, and
     * however rare those wanted are.
     */
    readonly list: (tenantId: string, range: EventRange) => Effect.Effect<EventPage, StorageError>
    /** The position of the newest event; 0 if there is none. */
    readonly head: Effect.Effect<number, StorageError>
    /**
     * The events of these tenants among a bounded number after a position. Ends before one whose
     * predecessors may still be uncommitted. With `until`, a position that an earlier call ended
     * at, it goes no further, and returns 100 events at most, of some 256 KiB. One caller at a time
     * goes without `until`.
     */
    readonly after: (
      tenantIds: ReadonlyArray<string>,
      position: number,
      until?: number
    ) => Effect.Effect<EventTail, StorageError>
    /**
     * Undefined if the tenant has no such event, or if it was recorded by a version without
     * positions.
     */
    readonly positionOf: (
      tenantId: string,
      id: string
    ) => Effect.Effect<number | undefined, StorageError>
    /** The id of the tenant's newest event by id, if it has a position. */
    readonly latest: (tenantId: string) => Effect.Effect<string | undefined, StorageError>
  }
>()("@telemark/core/EventStore") {}
