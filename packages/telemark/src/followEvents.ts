import {
  type EmailEvent,
  EventStreams,
  type FollowEvents,
  instantOfId,
  type NotFound,
  type Services,
  type StorageError,
  Tenants,
  type ValidationFailed
} from "@telemark/core"
import { Cause, Effect, Option, Schedule, Stream } from "effect"

type FollowFailure = NotFound | ValidationFailed | StorageError

const pauses = Schedule.min([Schedule.exponential("200 millis"), Schedule.spaced("30 seconds")])

const logFailure = (cause: Cause.Cause<FollowFailure>): Effect.Effect<void> =>
  Option.match(Cause.findErrorOption(cause), {
    onNone: () => Effect.logError("following events crashed and was started again", cause),
    onSome: ({ message }) =>
      Effect.logWarning("events can't be followed right now; it will be tried again", {
        reason: message
      })
  })

/** Follows a tenant's events from `now`. Failures are logged and retried unless `isFinal`. */
export const followEvents = (
  tenantName: string,
  request: FollowEvents,
  now: Date,
  isFinal: (failure: FollowFailure) => boolean
): Stream.Stream<EmailEvent, FollowFailure, Services> => {
  let from = request.from === undefined || request.from === "now" ? now : request.from
  const note = ({ id }: EmailEvent) =>
    Effect.sync(() => {
      // Storage keeps no position for a stream without a name. The id contains when the event was
      // recorded, possibly long after it happened.
      if (request.name === undefined) from = new Date(instantOfId(id))
    })
  const attempt = Effect.gen(function* () {
    const streams = yield* EventStreams
    const { id } = yield* (yield* Tenants).get(tenantName)
    return streams.follow(id, { ...request, from })
  })
  const endsIt = (cause: Cause.Cause<FollowFailure>) =>
    Cause.hasInterrupts(cause) || Option.exists(Cause.findErrorOption(cause), isFinal)
  return Stream.unwrap(attempt).pipe(
    Stream.tap(note),
    Stream.catchCause((cause) => Stream.fail(cause)),
    Stream.tapError((cause) => (endsIt(cause) ? Effect.void : logFailure(cause))),
    Stream.retry(
      pauses.pipe(
        Schedule.setInputType<Cause.Cause<FollowFailure>>(),
        Schedule.while(({ input }) => !endsIt(input))
      )
    ),
    Stream.catch((cause) => Stream.failCause(cause))
  )
}
