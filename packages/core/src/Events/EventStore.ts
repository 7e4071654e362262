import type { EventType, StorageError } from "@telemark/contract"
import { Context, type Effect } from "effect"
import type { EventRecord } from "./Event.js"

/** Which events of a tenant to list, by when they were recorded: the time that their ids begin with. Instants are epoch milliseconds. */
export interface EventRange {
  /** Recorded at or after. */
  readonly since: number
  /** And before. */
  readonly until: number
  readonly types: ReadonlyArray<EventType>
  /** Only those behind this id; "" for all. */
  readonly after: string
  /** How many events are looked at, of whatever kinds; at most and by default 1,000. */
  readonly limit?: number | undefined
}

/** Those of the events looked at that were wanted. A page may hold none though there are more. */
export interface EventPage {
  readonly events: ReadonlyArray<Pick<EventRecord, "id">>
  /** The id behind which to go on; undefined once there is nothing behind it. */
  readonly next: string | undefined
}

/** Port: the events of messages, as the transitions wrote them. */
export class EventStore extends Context.Tag("@telemark/core/EventStore")<EventStore, {
  /**
   * The events of one message, oldest first. Of opens and clicks, which may come without end, the first 1,000 together; of all
   * others no more than the first 1,000 either.
   */
  readonly ofEmail: (tenantId: string, emailId: string) => Effect.Effect<ReadonlyArray<EventRecord>, StorageError>
  readonly find: (tenantId: string, id: string) => Effect.Effect<EventRecord | undefined, StorageError>
  /** In the order of their ids. A page costs about the same however many events there are, and however rare those that are wanted. */
  readonly list: (tenantId: string, range: EventRange) => Effect.Effect<EventPage, StorageError>
}>() {}
