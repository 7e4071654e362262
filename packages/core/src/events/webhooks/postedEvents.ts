import { Effect } from "effect"
import { tracedBy, traceQueries } from "../../delivery/traces/traceTable.js"
import { emailEvent } from "../log/Event.js"
import { eventQueries } from "../log/eventTable.js"
import { type Posted, postedAsResend, postedOf } from "./Posted.js"
import { type ClaimedWebhook, type WebhookKey, webhookKeyText } from "./WebhookAttempt.js"
import type { WebhookEndpointRecord } from "./WebhookEndpoint.js"
import { makeFirstsOfSends } from "./firstsOfSends.js"
import { operatorEventQueries } from "./operatorWebhookEvents.js"

/** An event that is stored, in the forms in which endpoints get it. */
interface Stored extends Pick<ClaimedWebhook, "event" | "traceparent"> {
  readonly ours: () => Posted
  readonly asResend: () => Posted
}

/** Made when it is needed, and once: ten endpoints in our form cost one text. */
const once = (make: () => Posted): (() => Posted) => {
  let made: Posted | undefined
  return () => (made ??= make())
}

/** Reads events, of mail and for the operator, for the endpoints that get them. */
export const makeReadEvents = Effect.gen(function* () {
  const { findRecorded } = yield* eventQueries
  const { find: findForOperator } = yield* operatorEventQueries
  const firstsOfSends = yield* makeFirstsOfSends
  const { find: findTraces } = yield* traceQueries

  /** By `webhookKeyText`. Events that are no longer stored are missing. */
  return (
    keys: ReadonlyArray<WebhookKey>,
    endpoints: ReadonlyMap<number, Pick<WebhookEndpointRecord, "format">>
  ) =>
    Effect.gen(function* () {
      const ids = [...new Set(keys.map(({ event_id }) => event_id))]
      const recorded = yield* findRecorded(ids)
      const isForeign = ({ endpoint_id }: WebhookKey) =>
        (endpoints.get(endpoint_id)?.format ?? null) !== null
      const foreign = new Set(keys.filter(isForeign).map(({ event_id }) => event_id))
      const mails = recorded.filter(({ event }) => foreign.has(event.id))
      const firsts =
        mails.length === 0
          ? new Map<string, string>()
          : yield* firstsOfSends([...new Set(mails.map(({ event }) => event.email_id))])
      const traces = yield* findTraces([...new Set(recorded.map(({ event }) => event.email_id))])

      const stored = new Map<string, Stored>()
      for (const one of recorded) {
        const { email_id, id } = one.event
        stored.set(id, {
          event: one.event,
          ours: once(() => postedOf(emailEvent(one))),
          asResend: () => postedAsResend(emailEvent(one), firsts.get(email_id)),
          ...tracedBy(traces.get(email_id))
        })
      }
      for (const event of yield* findForOperator(ids)) {
        const ours = once(() => postedOf(event))
        stored.set(event.id, { event, ours, asResend: ours })
      }
      return new Map(
        keys.flatMap((key) => {
          const found = stored.get(key.event_id)
          if (found === undefined) return []
          const { asResend, ours, ...event } = found
          return [
            [webhookKeyText(key), { ...event, posted: isForeign(key) ? asResend : ours }] as const
          ]
        })
      )
    })
})
