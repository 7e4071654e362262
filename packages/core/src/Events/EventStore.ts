import { Context, type Effect } from "effect"
import type { StorageError } from "../Storage/index.js"
import type { EventRecord } from "./Event.js"

/** Port: the events of messages, as the transitions wrote them. */
export class EventStore extends Context.Tag("@telemark/core/EventStore")<EventStore, {
  /** The events of one message, oldest first. */
  readonly ofEmail: (tenantId: string, emailId: string) => Effect.Effect<ReadonlyArray<EventRecord>, StorageError>
}>() {}
