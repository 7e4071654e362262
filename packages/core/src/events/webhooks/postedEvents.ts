import { Effect } from "effect"
import { tracedBy, traceQueries } from "../../delivery/traces/traceTable.js"
import { emailEvent, type RecordedEvent } from "../log/Event.js"
import { eventQueries } from "../log/eventTable.js"
import { type Posted, postedAsResend, postedOf } from "./Posted.js"
import { type ClaimedWebhook, type WebhookKey, webhookKeyText } from "./WebhookAttempt.js"
import type { WebhookEndpointRecord } from "./WebhookEndpoint.js"
import { makeFirstsOfSends } from "./firstsOfSends.js"
import { operatorEventQueries } from "./operatorWebhookEvents.js"

/** An event that is stored, as one endpoint gets it. */
export type PostedEvent = Pick<ClaimedWebhook, "event" | "posted" | "traceparent">

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

  const firstsFor = (
    keys: ReadonlyArray<WebhookKey>,
    isForeign: (key: WebhookKey) => boolean,
    mails: ReadonlyMap<string, RecordedEvent>
  ) => {
    const ids = keys
      .filter(isForeign)
      .flatMap((key) => mails.get(key.event_id)?.event.email_id ?? [])
    return ids.length === 0
      ? Effect.succeed(new Map<string, string>())
      : firstsOfSends([...new Set(ids)])
  }

  /** By `webhookKeyText`. Events that are no longer stored are missing. */
  return (
    keys: ReadonlyArray<WebhookKey>,
    endpoints: ReadonlyMap<number, Pick<WebhookEndpointRecord, "format">>
  ) =>
    Effect.gen(function* () {
      const ids = [...new Set(keys.map(({ event_id }) => event_id))]
      const recorded = yield* findRecorded(ids)
      const mails = new Map(recorded.map((one) => [one.event.id, one]))
      const isForeign = ({ endpoint_id }: WebhookKey) =>
        (endpoints.get(endpoint_id)?.format ?? null) !== null
      const firsts = yield* firstsFor(keys, isForeign, mails)
      const traces = yield* findTraces([...new Set(recorded.map(({ event }) => event.email_id))])

      const ours = new Map<string, PostedEvent>()
      for (const one of recorded)
        ours.set(one.event.id, {
          event: one.event,
          posted: once(() => postedOf(emailEvent(one))),
          ...tracedBy(traces.get(one.event.email_id))
        })
      for (const event of yield* findForOperator(ids))
        ours.set(event.id, { event, posted: once(() => postedOf(event)) })

      const forKey = (key: WebhookKey): PostedEvent | undefined => {
        const [one, mail] = [ours.get(key.event_id), mails.get(key.event_id)]
        return one === undefined || mail === undefined || !isForeign(key)
          ? one
          : {
              ...one,
              posted: () => postedAsResend(emailEvent(mail), firsts.get(mail.event.email_id))
            }
      }
      return new Map(
        keys.flatMap((key) => {
          const one = forKey(key)
          return one === undefined ? [] : [[webhookKeyText(key), one] as const]
        })
      )
    })
})

export type ReadEvents = Effect.Success<typeof makeReadEvents>
