import { boundedText, decode, type EmailEvent, EventType, readInstant, StorageError, ValidationFailed } from "@telemark/contract"
import { Clock, Context, Effect, Either, Layer, Option, Schema, Stream } from "effect"
import { newId } from "../Ids/index.js"
import { NewEvents } from "../NewEvents/index.js"
import { EventStore } from "./EventStore.js"
import { followSubscription } from "./follow.js"
import { type SubscriptionRecord, SubscriptionStore } from "./SubscriptionStore.js"

/** Which events to follow, and from where. */
export interface FollowEvents {
  /** Which kinds; all by default. */
  readonly types?: ReadonlyArray<EventType> | undefined
  /**
   * Makes it durable: under this name, every event is handed out until it was handled, also those that happened while nobody
   * was there. Streams of the same name share the events. Without a name, events are followed for as long as the stream runs.
   */
  readonly name?: string | undefined
  /** Where a name that is used for the first time begins, or a stream without one: `now` (the default), `beginning`, or an instant (RFC 3339, or a Date). */
  readonly from?: string | Date | undefined
}

export interface EventStreamsService {
  /**
   * The tenant's events, at least once, mostly in the order in which they happened. An event counts as handled when the next
   * one is asked for; what was handed out and not handled when the stream ends is handed out again. Once its name is forgotten,
   * the stream ends. A stream without a name fails with a `StorageError` if it was not heard of for so long that it was forgotten.
   */
  readonly follow: (tenantId: string, request?: FollowEvents) => Stream.Stream<EmailEvent, ValidationFailed | StorageError>
  /** Forgets a name with all that it has not handled; false if it isn't known. */
  readonly forget: (tenantId: string, name: string) => Effect.Effect<boolean, StorageError>
}

/** A subscription without a name is forgotten so long after its stream was last there, as when its process was killed. */
const keptMillis = 10 * 60_000

/** Events that one statement owes to a subscription that begins in the past. */
const together = 500

/** It comes back if it is asked for again. */
const forgotten = () => new StorageError({ reason: "unavailable", cause: "the subscription was forgotten, since nothing was heard of it" })

const decodeFollow = decode(Schema.Struct({
  types: Schema.optional(Schema.NonEmptyArray(EventType)),
  name: Schema.optional(boundedText(255, 1)),
  from: Schema.optional(Schema.Union(Schema.String, Schema.DateFromSelf))
}))

/** The instant of the first event that is wanted; undefined: only those from now on. */
const beginOf = (from: string | Date | undefined): Either.Either<number | undefined, ValidationFailed> => {
  if (from === undefined || from === "now") return Either.right(undefined)
  if (from === "beginning") return Either.right(0)
  const millis = from instanceof Date ? from.getTime() : readInstant(from)
  return millis === undefined || Number.isNaN(millis)
    ? Either.left(ValidationFailed.at("from", "must be now, beginning, or an instant such as 2026-01-31T09:00:00Z"))
    : Either.right(millis)
}

const make = Effect.gen(function*() {
  const store = yield* SubscriptionStore
  const events = yield* EventStore
  const newEvents = yield* NewEvents

  /** Puts off that it is forgotten; false if it is gone, or stays already. */
  const putOff = ({ id }: SubscriptionRecord) => Effect.flatMap(Clock.currentTimeMillis, (now) => store.extend(id, now + keptMillis))

  /** Puts it off again and again, until that answers false. */
  const keepPuttingOff = (subscription: SubscriptionRecord) =>
    Effect.catchAll(putOff(subscription), (error) =>
      Effect.as(Effect.logDebug("a subscription could not be extended yet", { reason: error.message }), true)).pipe(
      Effect.delay(keptMillis / 5),
      Effect.repeat({ while: (isPassing) => isPassing })
    )

  /** Owes it the events that were recorded before it was kept. What comes later is owed by itself. False if it is gone, or stays already. */
  const oweSince = ({ created_at, id, tenant_id, types }: SubscriptionRecord, since: number) =>
    Effect.gen(function*() {
      const now = yield* Clock.currentTimeMillis
      let after = ""
      for (;;) {
        // Beyond now, since other processes' clocks may be ahead; what is owed twice counts once.
        const page = yield* events.list(tenant_id, { since, until: Math.max(now, created_at) + keptMillis, types, after, limit: together })
        if (!(yield* store.enqueue({ id }, page.events.map((event) => event.id), now))) return false
        if (page.next === undefined) return true
        after = page.next
      }
    })

  // The search for a page may take long where few events are of its kinds.
  const catchUp = (subscription: SubscriptionRecord, since: number) =>
    Effect.flatMap(putOff(subscription), (isPassing) =>
      isPassing ? Effect.raceFirst(oweSince(subscription, since), keepPuttingOff(subscription)) : Effect.succeed(false))

  const open = (tenant_id: string, request: FollowEvents) =>
    Effect.gen(function*() {
      const { from, name, types = EventType.literals } = yield* decodeFollow(request)
      const since = yield* beginOf(from)
      const id = yield* newId("sub")
      const created_at = yield* Clock.currentTimeMillis
      // One that has to catch up stays only once it has: what broke off half-way is begun anew.
      const expires_at = name === undefined || since !== undefined ? created_at + keptMillis : null
      const ensure = store.open({ id, tenant_id, name: name ?? id, types, expires_at, created_at })
      const kept = yield* ensure
      if (kept.expires_at === null) return kept
      const isPending = since === undefined || (yield* catchUp(kept, since))
      if (isPending && name === undefined) return kept
      if (isPending && (yield* store.extend(kept.id, null))) return { ...kept, expires_at: null }
      if (name === undefined) return yield* forgotten()
      // Another process that began the same name at the same time was ready sooner, or it took so long that it was forgotten.
      const present = yield* ensure
      return present.expires_at === null ? present : yield* forgotten()
    })

  /** Keeps a subscription without a name for as long as the stream runs. */
  const keep = (subscription: SubscriptionRecord) =>
    Effect.zipRight(
      Effect.forkScoped(keepPuttingOff(subscription)),
      Effect.addFinalizer(() => Effect.ignoreLogged(store.remove(subscription.tenant_id, subscription.name)))
    )

  return EventStreams.of({
    follow: (tenantId, request = {}) =>
      Stream.unwrapScoped(Effect.gen(function*() {
        const news = yield* newEvents.listen
        const subscription = yield* open(tenantId, request)
        if (subscription.expires_at !== null) yield* keep(subscription)
        const onGone = request.name === undefined ? Option.some(forgotten()) : Option.none()
        return followSubscription({ store, subscriptionId: subscription.id, news, onGone })
      })),
    forget: store.remove
  })
})

/** Events as they happen, for the host's own process. */
export class EventStreams extends Context.Tag("@telemark/core/EventStreams")<EventStreams, EventStreamsService>() {
  static readonly layer: Layer.Layer<EventStreams, never, SubscriptionStore | EventStore | NewEvents> = Layer.effect(this, make)
}
