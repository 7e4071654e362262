import { decode, type EmailEvent, EventStreams, EventType, type FollowEvents } from "@telemark/core"
import { Cause, Effect, Either, Schema } from "effect"
import { TelemarkClosed } from "./calls.js"
import { makeEventLoop } from "./eventLoop.js"
import { followEvents } from "./follow.js"
import type { Followers } from "./followers.js"
import type { RunAs } from "./operations.js"

/** A handler that is called with events. */
export interface EventListener extends AsyncDisposable {
  /** Calls the handler no more, and resolves when it is done with the event it has in hand, or after 30 s. */
  readonly close: () => Promise<void>
}

/** Calls a handler with events of some types. */
export interface ListenToEvents {
  /**
   * Calls the handler with each event of that type, or those types, from now on: one after the other, the next when the promise
   * that it returned is settled. What it throws is logged, and the next event follows. Throws `ValidationFailed` for unknown types.
   */
  <Type extends EventType>(type: Type | ReadonlyArray<Type>, handler: (event: EmailEvent<Type>) => unknown): EventListener
  /** Calls the handler with every event. */
  (type: "*", handler: (event: EmailEvent) => unknown): EventListener
}

/** What happens to one tenant's messages, as it happens. */
export interface EventsApi {
  readonly on: ListenToEvents
  /**
   * Events for a `for await` loop, which may take its time: the next is handed out when the loop asks for it, and only then the last
   * one counts as handled. Under a `name` all that was not handled waits, and is handed out again, also to another process. The loop
   * rejects with `ValidationFailed` if the request can't be used, waits where storage can't be reached, and finishes with `close()`, or
   * within 20 s once its name is forgotten.
   */
  readonly subscribe: (request?: FollowEvents) => AsyncIterable<EmailEvent>
  /** Forgets a name with all that waits under it, also what loops have in hand; false if there is no such name. */
  readonly unsubscribe: (name: string) => Promise<boolean>
}

const decodeTypes = decode(Schema.NonEmptyArray(EventType), ["type"])

/** How long closing may take, of which the host's code takes the most. */
const drain = "30 seconds"

const makeOn = (tenantName: string, followers: Followers): ListenToEvents =>
<Type extends EventType>(type: Type | ReadonlyArray<Type> | "*", handler: (event: EmailEvent<Type>) => unknown) => {
  if (followers.isClosed()) throw new TelemarkClosed()
  const wanted = type === "*" ? EventType.literals : typeof type === "string" ? [type] : type
  const types = Either.getOrThrowWith(decodeTypes(wanted), (invalid) => invalid)
  const isWanted = (event: EmailEvent): event is EmailEvent<Type> => types.includes(event.type)
  const handle = async (event: EmailEvent): Promise<void> => {
    try {
      if (isWanted(event)) await handler(event)
    } catch (error) {
      followers.fork(Effect.logError("a handler of events failed; the next event follows", { event_id: event.id, type: event.type }, Cause.die(error)))
    }
  }
  // Whoever listens can't be told of a failure: all of them are tried again.
  const following = followers.start(followEvents(tenantName, { types }, followers.now(), () => false), handle, true)
  const close = () => following.finish(drain)
  return { close, [Symbol.asyncDispose]: close }
}

const makeSubscribe = (tenantName: string, followers: Followers): EventsApi["subscribe"] => (request = {}) => {
  if (followers.isClosed()) throw new TelemarkClosed()
  const now = followers.now()
  return {
    [Symbol.asyncIterator]: () =>
      makeEventLoop((handle) => {
        if (followers.isClosed()) return
        const events = followEvents(tenantName, request, now, ({ _tag }) => _tag !== "StorageError")
        // Without a name it matters to nobody whether the last one was handled.
        return followers.start(events, handle, request.name !== undefined)
      })
  }
}

/** The events of the tenant of that name. */
export const makeEventsApi = (as: RunAs, tenantName: string, followers: Followers): EventsApi => ({
  on: makeOn(tenantName, followers),
  subscribe: makeSubscribe(tenantName, followers),
  unsubscribe: (name) => as(({ id }) => Effect.flatMap(EventStreams, (streams) => streams.forget(id, name)))
})
