import {
  decode,
  NotFound,
  readInstant,
  type ReplayedWebhooks,
  ReplayWebhooks,
  type StorageError,
  timestamp,
  ValidationFailed
} from "@telemark/contract"
import { Clock, Effect, Result } from "effect"
import { stored } from "../../database/storageError.js"
import { instantOfId } from "../../kernel/ids.js"
import { pause } from "../../kernel/timeSlices.js"
import type { WebhookEndpointRecord } from "./WebhookEndpoint.js"
import type { EndpointEvents } from "./endpointEvents.js"
import type { WebhookQueueQueries } from "./webhookQueueTable.js"

const together = 1000

/** Of one request; the result says where to continue. */
const maxReplayed = 10_000

/** Reads of one request: there may be very many events of other types. */
const maxLooks = 100

type Which = { readonly event_id: string } | { readonly since: number; readonly until: number }

const decodeReplay = decode(ReplayWebhooks)

const instant = (name: string, text: string): Result.Result<number, ValidationFailed> =>
  Result.fromNullishOr(readInstant(text), () =>
    ValidationFailed.at(name, "must be an instant such as 2026-01-31T09:00:00Z")
  )

const whichOf = (input: ReplayWebhooks, now: number): Result.Result<Which, ValidationFailed> =>
  Result.gen(function* () {
    const { event_id, since, until } = yield* decodeReplay(input)
    if ((event_id === undefined) === (since === undefined)) {
      return yield* Result.fail(ValidationFailed.at("body", "must hold either event_id or since"))
    }
    if (event_id !== undefined) {
      return until === undefined
        ? { event_id }
        : yield* Result.fail(
            ValidationFailed.at("until", "can be combined with since only, not with event_id")
          )
    }
    const begin = yield* instant("since", since ?? "")
    const end = until === undefined ? now : yield* instant("until", until)
    if (begin < end) return { since: begin, until: end }
    return yield* Result.fail(
      until === undefined
        ? ValidationFailed.at("since", "must not lie in the future")
        : ValidationFailed.at("until", "must be later than since")
    )
  })

/** Events that were added stay in the outbox even if a later part fails. */
export const makeReplay = (
  events: Pick<EndpointEvents, "find" | "list">,
  { enqueue }: Pick<WebhookQueueQueries, "enqueue">
) => {
  const one = (endpoint: WebhookEndpointRecord, id: string, now: number) =>
    Effect.gen(function* () {
      const found = yield* stored(events.find(endpoint.tenant_id, id))
      if (found === undefined) return yield* new NotFound()
      return { events: yield* enqueue(endpoint, [found.id], now), next_since: null }
    })

  const span = (
    endpoint: WebhookEndpointRecord,
    { since, until }: { readonly since: number; readonly until: number },
    now: number
  ) =>
    Effect.gen(function* () {
      const { events: types, tenant_id } = endpoint
      let replayed = 0
      let listed = 0
      let after = ""
      for (let looks = 1; ; looks++) {
        const limit = listed < maxReplayed ? Math.min(together, maxReplayed - listed) : together
        const page = yield* stored(events.list(tenant_id, { since, until, types, after, limit }))
        const ids = page.events.map(({ id }) => id)
        replayed += yield* enqueue(endpoint, ids, now)
        listed += ids.length
        if (page.next === undefined) return { events: replayed, next_since: null }
        const reached = instantOfId(page.next)
        // Later than the start, or a caller that continues there never advances.
        if ((listed >= maxReplayed || looks >= maxLooks) && reached > since)
          return { events: replayed, next_since: timestamp(reached) }
        after = page.next
        yield* pause()
      }
    })

  return (
    findEndpoint: Effect.Effect<WebhookEndpointRecord, NotFound | StorageError>,
    input: ReplayWebhooks
  ): Effect.Effect<ReplayedWebhooks, NotFound | ValidationFailed | StorageError> =>
    Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const which = yield* Effect.fromResult(whichOf(input, now))
      const endpoint = yield* findEndpoint
      if (!endpoint.active)
        return yield* ValidationFailed.at(
          "body",
          "isn't possible while the endpoint is inactive: make it active first"
        )
      const replayed = yield* "event_id" in which
        ? one(endpoint, which.event_id, now)
        : span(endpoint, which, now)
      return { status: "queued", ...replayed }
    })
}
