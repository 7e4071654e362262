import { decode, type EmailEvent, EventStreams, EventType, type FollowEvents } from "@telemark/core"
import { Cause, Effect, Result, Schema } from "effect"
import { TelemarkClosed } from "./calls.js"
import { makeEventLoop } from "./eventLoop.js"
import { followEvents } from "./followEvents.js"
import type { Followers } from "./followers.js"
import type { RunAs } from "./operations.js"

/** A registered event handler. */
export interface EventListener extends AsyncDisposable {
  /** Stops calling the handler. Resolves when its current event is handled, or after 30 s. */
  readonly close: () => Promise<void>
}

/** Registers an event handler. */
export interface ListenToEvents {
  /**
   * Calls the handler with each new event of these types, one at a time: the next one once the
   * handler's promise has settled. What the handler throws is logged. Throws `ValidationFailed` for
   * unknown types.
   */
  <Type extends EventType>(
    type: Type | ReadonlyArray<Type>,
    handler: (event: EmailEvent<Type>) => unknown
  ): EventListener
  /** Calls the handler with each new event of any type. */
  (type: "*", handler: (event: EmailEvent) => unknown): EventListener
}

/** The events of one tenant's messages. */
export interface EventsApi {
  readonly on: ListenToEvents
  /**
   * Events for a `for await` loop of any speed: each is passed on when the loop asks for it, and
   * the previous one then counts as handled. Under a `name`, unhandled events are kept and passed
   * on again, to any process. The loop rejects with `ValidationFailed` for an invalid request,
   * waits while storage can't be reached, and finishes with `close()`, or within 20 s once its name
   * is forgotten.
   */
  readonly subscribe: (request?: FollowEvents) => AsyncIterable<EmailEvent>
  /**
   * Forgets a name and its unhandled events, those in flight included. False if there is no such
   * name.
   */
  readonly unsubscribe: (name: string) => Promise<boolean>
}

const decodeTypes = decode(Schema.NonEmptyArray(EventType), ["type"])

/** Maximum time for closing a listener, most of it spent in the host's handler. */
const drain = "30 seconds"

const makeOn =
  (tenantName: string, followers: Followers): ListenToEvents =>
  <Type extends EventType>(
    type: Type | ReadonlyArray<Type> | "*",
    handler: (event: EmailEvent<Type>) => unknown
  ) => {
    if (followers.isClosed()) throw new TelemarkClosed()
    const wanted = type === "*" ? EventType.literals : typeof type === "string" ? [type] : type
    const types = Result.getOrThrowWith(decodeTypes(wanted), (invalid) => invalid)
    const isWanted = (event: EmailEvent): event is EmailEvent<Type> => types.includes(event.type)
    const handle = async (event: EmailEvent): Promise<void> => {
      try {
        if (isWanted(event)) await handler(event)
      } catch (error) {
        followers.fork(
          Effect.logError(
            "an event handler failed; it gets the next event",
            { event_id: event.id, type: event.type },
            Cause.die(error)
          )
        )
      }
    }
    // A listener has no way to receive a failure, so all are retried.
    const following = followers.start(
      followEvents(tenantName, { types }, followers.now(), () => false),
      handle,
      true
    )
    const close = () => following.finish(drain)
    return { close, [Symbol.asyncDispose]: close }
  }

const makeSubscribe =
  (tenantName: string, followers: Followers): EventsApi["subscribe"] =>
  (request = {}) => {
    if (followers.isClosed()) throw new TelemarkClosed()
    const now = followers.now()
    return {
      [Symbol.asyncIterator]: () =>
        makeEventLoop((handle) => {
          if (followers.isClosed()) return
          const events = followEvents(
            tenantName,
            request,
            now,
            ({ _tag }) => _tag !== "StorageError"
          )
          // Without a name, it doesn't matter whether the last event was handled.
          return followers.start(events, handle, request.name !== undefined)
        })
    }
  }

export const makeEventsApi = (as: RunAs, tenantName: string, followers: Followers): EventsApi => ({
  on: makeOn(tenantName, followers),
  subscribe: makeSubscribe(tenantName, followers),
  unsubscribe: (name) =>
    as(({ id }) => Effect.flatMap(EventStreams, (streams) => streams.forget(id, name)))
})
