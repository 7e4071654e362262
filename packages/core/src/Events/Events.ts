import { Context, Effect, Layer } from "effect"
import { isId } from "../Ids/index.js"
import type { StorageError } from "../Storage/index.js"
import { timestamp } from "../Time/index.js"
import type { EventRecord, EventType } from "./Event.js"
import { EventStore } from "./EventStore.js"

/** Something that happened to a message. */
export interface EmailEvent {
  readonly id: string
  readonly type: EventType
  readonly created_at: string
  /** What is particular to it: attempt, verdict, reply, next attempt. */
  readonly data: Readonly<Record<string, unknown>>
}

export interface EventsService {
  /** What happened to one message, oldest first; empty if there is no such message. */
  readonly ofEmail: (tenantId: string, emailId: string) => Effect.Effect<ReadonlyArray<EmailEvent>, StorageError>
}

const view = ({ created_at, data, id, type }: EventRecord): EmailEvent => ({ id, type, created_at: timestamp(created_at), data })

const make: Effect.Effect<EventsService, never, EventStore> = Effect.map(EventStore, (store) => ({
  ofEmail: (tenantId, emailId) =>
    isId("em", emailId)
      ? Effect.map(store.ofEmail(tenantId, emailId), (events) => events.map(view))
      : Effect.succeed([])
}))

/** Events: what happened to each message, written with the change that it tells of. */
export class Events extends Context.Tag("@telemark/core/Events")<Events, EventsService>() {
  static readonly layer = Layer.effect(this, make)
}
