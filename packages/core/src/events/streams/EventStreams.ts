import {
  boundedText,
  decode,
  type EmailEvent,
  EventType,
  readInstant,
  StorageError,
  ValidationFailed
} from "@telemark/contract"
import { Cause, Clock, Context, Effect, Layer, Result, Schema, Stream } from "effect"
import type { Database } from "../../database/Database.js"
import { stored } from "../../database/storageError.js"
import { newId } from "../../kernel/ids.js"
import { pause } from "../../kernel/timeSlices.js"
import { NewEvents } from "../log/NewEvents.js"
import { type EventQueries, eventQueries } from "../log/eventTable.js"
import { followSubscription } from "./follow.js"
import {
  type SubscriptionQueries,
  subscriptionQueries,
  type SubscriptionRecord
} from "./subscriptionTable.js"

export interface FollowEvents {
  readonly types?: ReadonlyArray<EventType> | undefined
  /**
   * Makes the subscription durable: each event is delivered until it was handled, also those of
   * times without followers. Streams with the same name share its events.
   */
  readonly name?: string | undefined
  /**
   * Of a new name, or a stream without one: `now` (the default), `beginning`, or a time (RFC 3339,
   * or a Date).
   */
  readonly from?: string | Date | undefined
}

interface EventStreamsService {
  /**
   * At least once, mostly in order. An event counts as handled when you pull the next one; an
   * unhandled one is delivered again. When its name is removed, the stream ends. One without a name
   * fails with a `StorageError` if it wasn't extended for so long that it expired.
   */
  readonly follow: (
    tenantId: string,
    request?: FollowEvents
  ) => Stream.Stream<EmailEvent, ValidationFailed | StorageError>
  /** With its unhandled events. */
  readonly forget: (tenantId: string, name: string) => Effect.Effect<boolean, StorageError>
}

/**
 * Without a name, a subscription expires so long after its last extension: its process may have
 * been killed.
 */
const keptMillis = 10 * 60_000

/** Of one statement. */
const together = 500

const forgotten = () =>
  new StorageError({
    reason: "unavailable",
    cause: "the subscription was removed, or expired because it wasn't extended in time"
  })

const decodeFollow = decode(
  Schema.Struct({
    types: Schema.optional(Schema.NonEmptyArray(EventType)),
    name: Schema.optional(boundedText(255, 1)),
    from: Schema.optional(Schema.Union([Schema.String, Schema.Date]))
  })
)

const beginOf = (
  from: string | Date | undefined
): Result.Result<number | undefined, ValidationFailed> => {
  if (from === undefined || from === "now") return Result.succeed(undefined)
  if (from === "beginning") return Result.succeed(0)
  const millis = from instanceof Date ? from.getTime() : readInstant(from)
  return millis === undefined || Number.isNaN(millis)
    ? Result.fail(
        ValidationFailed.at(
          "from",
          "must be now, beginning, or an instant such as 2026-01-31T09:00:00Z"
        )
      )
    : Result.succeed(millis)
}

interface EventStreamsParts {
  readonly events: Pick<EventQueries, "list">
  readonly subscriptions: SubscriptionQueries
}

export const makeEventStreams = ({ events, subscriptions }: EventStreamsParts) =>
  Effect.gen(function* () {
    const newEvents = yield* NewEvents

    /** False if the subscription is gone or permanent. */
    const extend = ({ id }: SubscriptionRecord) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) => subscriptions.extend(id, now + keptMillis))

    const keepExtending = (subscription: SubscriptionRecord) =>
      Effect.catch(extend(subscription), (error) =>
        Effect.as(
          Effect.logDebug("a subscription could not be extended yet", { reason: error.message }),
          true
        )
      ).pipe(Effect.delay(keptMillis / 5), Effect.repeat({ while: (isTemporary) => isTemporary }))

    /** Later events are added as they happen. False if the subscription is gone or permanent. */
    const enqueueSince = (
      { created_at, id, tenant_id, types }: SubscriptionRecord,
      since: number
    ) =>
      Effect.gen(function* () {
        // Beyond now: clocks of other processes may be ahead. An event added twice counts once.
        const until = Math.max(yield* Clock.currentTimeMillis, created_at) + keptMillis
        let after = ""
        for (;;) {
          const page = yield* stored(
            events.list(tenant_id, { since, until, types, after, limit: together })
          )
          const ids = page.events.map((event) => event.id)
          if (!(yield* subscriptions.enqueue(id, ids))) return false
          if (page.next === undefined) return true
          after = page.next
          yield* pause()
        }
      })

    // Searching a page may take long if few events are of the wanted types.
    const catchUp = (subscription: SubscriptionRecord, since: number) =>
      Effect.flatMap(extend(subscription), (isTemporary) =>
        isTemporary
          ? Effect.raceFirst(enqueueSince(subscription, since), keepExtending(subscription))
          : Effect.succeed(false)
      )

    const open = (tenant_id: string, request: FollowEvents) =>
      Effect.gen(function* () {
        const {
          from,
          name,
          types = EventType.literals
        } = yield* Effect.fromResult(decodeFollow(request))
        const since = yield* Effect.fromResult(beginOf(from))
        const id = yield* newId("sub")
        const created_at = yield* Clock.currentTimeMillis
        // One that has to catch up becomes permanent only afterwards: an interrupted one starts
        // anew.
        const expires_at =
          name === undefined || since !== undefined ? created_at + keptMillis : null
        const ensure = subscriptions.open({
          id,
          tenant_id,
          name: name ?? id,
          types,
          expires_at,
          created_at
        })
        const kept = yield* ensure
        if (kept.expires_at === null) return kept
        const isPending = since === undefined || (yield* catchUp(kept, since))
        if (isPending && name === undefined) return kept
        if (isPending && (yield* subscriptions.extend(kept.id, null)))
          return { ...kept, expires_at: null }
        if (name === undefined) return yield* forgotten()
        // Another process that opened the same name was faster, or catching up took so long that it
        // expired.
        const present = yield* ensure
        return present.expires_at === null ? present : yield* forgotten()
      })

    const keep = (subscription: SubscriptionRecord) =>
      Effect.andThen(
        Effect.forkScoped(keepExtending(subscription)),
        Effect.addFinalizer(() =>
          Effect.ignore(subscriptions.remove(subscription.tenant_id, subscription.name), {
            log: true
          })
        )
      )

    return EventStreams.of({
      follow: (tenantId, request = {}) =>
        Stream.unwrap(
          Effect.gen(function* () {
            const news = yield* newEvents.listen
            const subscription = yield* open(tenantId, request)
            if (subscription.expires_at !== null) yield* keep(subscription)
            const onGone = request.name === undefined ? forgotten() : Cause.Done()
            return followSubscription({
              leases: subscriptions,
              subscriptionId: subscription.id,
              news,
              onGone
            })
          })
        ),
      forget: subscriptions.remove
    })
  })

/** For the host's own process. */
export class EventStreams extends Context.Service<EventStreams, EventStreamsService>()(
  "@telemark/core/EventStreams"
) {
  static readonly layer: Layer.Layer<EventStreams, never, Database | NewEvents> = Layer.effect(
    this,
    Effect.flatMap(
      Effect.all({ events: eventQueries, subscriptions: subscriptionQueries }),
      makeEventStreams
    )
  )
}
