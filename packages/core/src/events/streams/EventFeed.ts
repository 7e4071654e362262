import {
  decode,
  type EmailEvent,
  EventStreamsBusy,
  type StorageError,
  StreamEvents,
  ValidationFailed
} from "@telemark/contract"
import { Array as Arr, Clock, Context, Duration, Effect, Layer } from "effect"
import type { Database } from "../../database/Database.js"
import { makeLimiter } from "../../kernel/Limiter.js"
import { pause } from "../../kernel/timeSlices.js"
import { emailEvent } from "../log/Event.js"
import type { Watcher } from "../../accounts/apiKeys/ApiKey.js"
import { apiKeyQueries } from "../../accounts/apiKeys/apiKeyTable.js"
import { memberQueries } from "../../accounts/members/memberTable.js"
import { sessionQueries } from "../../accounts/sessions/sessionTable.js"
import { stored } from "../../database/storageError.js"
import { EventViewer } from "./EventViewer.js"
import { type EventTail, makeEventTail } from "./eventTail.js"

/**
 * For one loop. A piece has the events that arrived together; it is empty after 15 seconds without
 * any.
 */
export interface WatchedEvents extends AsyncIterable<ReadonlyArray<EmailEvent>> {
  /**
   * A later stream that begins after this event misses nothing; undefined if the tenant has no
   * event yet.
   */
  readonly startsAfter: string | undefined
}

interface EventFeedService {
  /**
   * In the order in which they were recorded, each once: those after `last_event_id`, or from now
   * on. The loop rejects with `TooSlow` if it falls behind too far, and ends after five minutes,
   * when the feed closes, or when the key is revoked, the session ended or the member disabled:
   * begin again after the last event.
   */
  readonly watch: (
    tenantId: string,
    request?: StreamEvents,
    watcher?: Watcher
  ) => Effect.Effect<WatchedEvents, ValidationFailed | EventStreamsBusy | StorageError>
  /** Ends all streams and refuses others. */
  readonly close: Effect.Effect<void>
}

interface EventFeedOptions {
  /** How often the storage is asked while somebody watches; 500 ms by default. */
  readonly interval?: Duration.Input | undefined
  /** Streams of a tenant in a process; 250 by default. */
  readonly maxOfTenant?: number | undefined
  /** Streams of a process; 1,000 by default. */
  readonly maxOfProcess?: number | undefined
}

/** Without viewers: a page that is loaded again finds the feed running. */
const lingerMillis = 10_000

/**
 * Milliseconds after a page of the past. A page takes some 5 ms of a storage that blocks the
 * process: all who catch up take about a quarter of its time together, and mail waits for one page
 * at most.
 */
const betweenPages = 15

/**
 * Of the process's time. With much traffic and many viewers, events are late instead of mail: those
 * of a pause are passed on together.
 */
const maxShare = 0.04

const maxPause = 5_000

/** Milliseconds. */
export const pauseAfterRound = (cost: number, interval: number): number =>
  Math.min(maxPause, Math.max(interval, cost / maxShare - cost))

/**
 * By how long passing on took; 0 without events. The less of the last two rounds with events
 * counts: other work in the same turn, such as a burst of sends, is mostly seen in one of them.
 */
export const makePauses = (interval: number): ((spent: number) => number) => {
  let before = 0
  return (spent) => {
    if (spent === 0) return interval
    const cost = Math.min(spent, before)
    before = spent
    return pauseAfterRound(cost, interval)
  }
}

const decodeRequest = decode(StreamEvents)

const unknownEvent = () =>
  ValidationFailed.at(
    "last_event_id",
    "must be the id of an event that is still stored; begin again without it"
  )

/** Whose events, and by what; undefined in process. */
interface Watching {
  readonly tenantId: string
  readonly watcher: Watcher | undefined
}

/** Which of these may still be used. */
type ActiveWatchers = (
  by: Watcher["by"],
  ids: ReadonlyArray<string>
) => Effect.Effect<ReadonlySet<string>, StorageError>

const allActive: ActiveWatchers = (_, ids) => Effect.succeed(new Set(ids))

const kinds = ["key", "session", "member"] as const

export const makeEventFeed = (
  tail: EventTail,
  { interval = "500 millis", maxOfProcess = 1000, maxOfTenant = 250 }: EventFeedOptions = {},
  activeOf: ActiveWatchers = allActive
) =>
  Effect.gen(function* () {
    const runtime = yield* Effect.context()
    const scope = yield* Effect.scope
    const pauseAfter = makePauses(Duration.toMillis(interval))
    const starting = makeLimiter({ permits: 1 })
    const reading = makeLimiter({ permits: 1 })
    const open = new Map<EventViewer, Watching>()
    /** By tenant, those that have come to the present. */
    const present = new Map<string, Set<EventViewer>>()
    let position = 0
    let isRunning = false
    let isClosed = false
    let lastWatched = 0

    const leave = (tenantId: string, viewer: EventViewer): void => {
      open.delete(viewer)
      const others = present.get(tenantId)
      others?.delete(viewer)
      if (others?.size === 0) present.delete(tenantId)
    }

    const isFull = (tenantId: string): boolean =>
      isClosed ||
      open.size >= maxOfProcess ||
      [...open.values()].filter((other) => other.tenantId === tenantId).length >= maxOfTenant

    const passOn = (events: ReadonlyArray<EmailEvent>, tenantId: string, now: number): void => {
      for (const viewer of [...(present.get(tenantId) ?? [])]) viewer.push(events, now)
    }

    /** One statement for each kind, however many watchers. */
    const endRevoked = Effect.forEach(
      kinds,
      (kind) =>
        Effect.suspend(() => {
          const watching = [...open].flatMap(([viewer, { watcher }]) =>
            watcher?.by === kind ? [{ viewer, id: watcher.id }] : []
          )
          return watching.length === 0
            ? Effect.void
            : Effect.map(activeOf(kind, [...new Set(watching.map(({ id }) => id))]), (active) => {
                for (const { id, viewer } of watching) if (!active.has(id)) viewer.end()
              })
        }),
      { discard: true }
    )

    /** Two statements, however many viewers. Returns how long passing on took; 0 without events. */
    const round = Effect.gen(function* () {
      const { events, upTo } = yield* tail.after([...present.keys()], position)
      const now = yield* Clock.currentTimeMillis
      const begun = performance.now()
      position = upTo
      const byTenant = Arr.groupBy(events, ({ event }) => event.tenant_id)
      for (const [tenantId, ofTenant] of Object.entries(byTenant))
        passOn(ofTenant.map(emailEvent), tenantId, now)
      if (events.length === 0) return 0
      // What was passed on is written in this turn.
      yield* pause()
      return performance.now() - begun
    })

    const rounds = Effect.gen(function* () {
      for (;;) {
        const now = yield* Clock.currentTimeMillis
        for (const viewer of [...open.keys()]) viewer.tend(now)
        if (open.size > 0) lastWatched = now
        if (now - lastWatched >= lingerMillis || isClosed) {
          isRunning = false
          return
        }
        const spent = yield* Effect.catchCause(Effect.andThen(endRevoked, round), (cause) =>
          Effect.as(Effect.logDebug("new events can't be read right now", cause), 0)
        )
        yield* Effect.sleep(pauseAfter(spent))
      }
    })

    // Real time, since it is about sockets and other processes.
    const ensureRunning = starting
      .run()(
        Effect.gen(function* () {
          if (isRunning || isClosed) return
          position = yield* tail.head
          lastWatched = yield* Clock.currentTimeMillis
          isRunning = true
          yield* Effect.forkIn(rounds, scope)
        })
      )
      .pipe(Effect.provideService(Clock.Clock, Clock.Clock.defaultValue()))

    const beginOf = (tenantId: string, lastEventId: string | undefined) =>
      Effect.gen(function* () {
        if (lastEventId === undefined) return undefined
        return (yield* tail.positionOf(tenantId, lastEventId)) ?? (yield* unknownEvent())
      })

    const close = Effect.sync(() => {
      isClosed = true
      for (const viewer of [...open.keys()]) viewer.end()
    })
    yield* Effect.addFinalizer(() => close)

    return EventFeed.of({
      watch: (tenantId, request = {}, watcher) =>
        Effect.gen(function* () {
          const { last_event_id } = yield* Effect.fromResult(decodeRequest(request))
          if (isFull(tenantId)) return yield* new EventStreamsBusy()
          yield* ensureRunning
          const startsAfter = last_event_id ?? (yield* tail.latest(tenantId))
          const begin = yield* beginOf(tenantId, last_event_id)
          if (isFull(tenantId)) return yield* new EventStreamsBusy()
          // Tenants take turns. What waits for one has not been read.
          const read = (after: number) =>
            reading.run({ key: tenantId })(
              Effect.flatMap(tail.after([tenantId], after, position), ({ events, upTo }) =>
                Effect.as(pause(betweenPages), { events: events.map(emailEvent), upTo })
              )
            )
          const viewer = new EventViewer({
            position: begin ?? position,
            begun: Date.now(),
            run: (effect, signal) => Effect.runPromiseExitWith(runtime)(effect, { signal }),
            read,
            join: (at) => {
              if (at < position) return false
              const others = present.get(tenantId)
              if (others === undefined) present.set(tenantId, new Set([viewer]))
              else others.add(viewer)
              return true
            },
            leave: () => {
              leave(tenantId, viewer)
            }
          })
          open.set(viewer, { tenantId, watcher })
          viewer.begin()
          return { startsAfter, [Symbol.asyncIterator]: () => viewer }
        }),
      close
    })
  })

/** For all who watch events from outside, such as pages in browsers. */
export class EventFeed extends Context.Service<EventFeed, EventFeedService>()(
  "@telemark/core/EventFeed"
) {
  static readonly layer = (
    options: EventFeedOptions = {}
  ): Layer.Layer<EventFeed, never, Database> =>
    Layer.effect(
      this,
      Effect.gen(function* () {
        const [keys, members, sessions] = yield* Effect.all([
          apiKeyQueries,
          memberQueries,
          sessionQueries
        ])
        const activeOf: ActiveWatchers = (by, ids) => {
          switch (by) {
            case "key":
              return stored(keys.activeOf(ids))
            case "member":
              return Effect.map(
                stored(members.activeAmong(ids)),
                (active) => new Set(active.map(({ id }) => id))
              )
            case "session":
              return Effect.flatMap(Clock.currentTimeMillis, (now) =>
                stored(sessions.activeOf(ids, now))
              )
          }
        }
        return yield* makeEventFeed(yield* makeEventTail, options, activeOf)
      })
    )
}
