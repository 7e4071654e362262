import { EventFeed, TooSlow, type WatchedEvents } from "@telemark/core"
import { Effect, Stream } from "effect"

/**
 * A tenant's events from now on. The feed's streams end after minutes, and where they are read too
 * slowly: another one begins after the last event.
 */
export const followEvents = (tenantId: string) =>
  Effect.gen(function* () {
    const feed = yield* EventFeed
    const first = yield* feed.watch(tenantId)
    let last = first.startsAfter

    // The last event may have been removed by now.
    const next = Effect.suspend(() =>
      Effect.catchTag(feed.watch(tenantId, { last_event_id: last }), "ValidationFailed", () =>
        feed.watch(tenantId)
      )
    )
    const read = (watched: WatchedEvents) =>
      Stream.fromAsyncIterable(watched, (error) => error).pipe(
        Stream.tap((events) =>
          Effect.sync(() => {
            last = events.at(-1)?.id ?? last
          })
        ),
        Stream.flattenIterable,
        Stream.catchIf(
          (error) => error instanceof TooSlow,
          () => Stream.empty
        )
      )
    return Stream.concat(read(first), Stream.forever(Stream.unwrap(Effect.map(next, read))))
  })
