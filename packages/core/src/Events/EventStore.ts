import type { EventType, StorageError } from "@telemark/contract"
import { Context, type Effect } from "effect"
import type { EventRecord } from "./Event.js"

/** Which events of a tenant to list. Times are those that their ids begin with, in epoch milliseconds. */
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

/** Port: the events of messages. */
export class EventStore extends Context.Tag("@telemark/core/EventStore")<EventStore, {
  /** The events of one message, oldest first: the first 1,000 opens and clicks (their number is unlimited) and the first 1,000 others. */
  readonly ofEmail: (tenantId: string, emailId: string) => Effect.Effect<ReadonlyArray<EventRecord>, StorageError>
  readonly find: (tenantId: string, id: string) => Effect.Effect<EventRecord | undefined, StorageError>
  /** In the order of their ids. A page costs about the same however many events there are, and however rare those wanted are. */
  readonly list: (tenantId: string, range: EventRange) => Effect.Effect<EventPage, StorageError>
}>() {}
