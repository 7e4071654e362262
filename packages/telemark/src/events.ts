import { decode, type EmailEvent, EventStreams, EventType, type FollowEvents } from "@telemark/core"
import { Cause, Effect, Result, Schema } from "effect"
import { TelemarkClosed } from "./calls.js"
import { makeEventLoop } from "./eventLoop.js"
import { followEvents } from "./followEvents.js"
import type { Followers } from "./following.js"
import type { RunAs } from "./operations.js"

/** A registered event handler. */
export interface EventListener extends AsyncDisposable {
  /** Resolves when the handler's current event is handled, or after 30 s. */
  readonly close: () => Promise<void>
}

export interface ListenToEvents {
  /**
   * Calls the handler with each new event of these types, the next one once its promise has
   * settled. What it throws is logged. Throws `ValidationFailed` for unknown types.
   */
  <Type extends EventType>(
    type: Type | ReadonlyArray<Type>,
    handler: (event: EmailEvent<Type>) => unknown
  ): EventListener
  (type: "*", handler: (event: EmailEvent) => unknown): EventListener
}

export interface EventsApi {
  readonly on: ListenToEvents
  /**
   * Events for a `for await` loop of any speed: each counts as handled when the loop asks for the
   * next. Under a `name`, unhandled events are kept and passed on again, to any process. Rejects
   * with `ValidationFailed`, waits while storage can't be reached, and finishes with `close()`, or
   * within 20 s once its name is forgotten.
   */
  readonly subscribe: (request?: FollowEvents) => AsyncIterable<EmailEvent>
  /** Forgets a name and its unhandled events. False if there is no such name. */
  readonly unsubscribe: (name: string) => Promise<boolean>
}

const decodeTypes = decode(Schema.NonEmptyArray(EventType), ["type"])

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
    // A listener can't receive a failure, so all are retried.
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
