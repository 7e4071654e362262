import { Effect } from "effect"
import { tracedBy, traceQueries } from "../../delivery/traces/traceTable.js"
import { eventQueries } from "../log/eventTable.js"
import { type ClaimedWebhook, type WebhookKey, webhookKeyText } from "./WebhookAttempt.js"
import type { WebhookEndpointRecord } from "./WebhookEndpoint.js"
import { makeFirstsOfSends } from "./firstsOfSends.js"
import { operatorEventQueries } from "./operatorWebhookEvents.js"

/** Reads what is posted for rows that were leased, and says which of their events are gone. */
export const makeReadClaimed = Effect.gen(function* () {
  const { findRecorded } = yield* eventQueries
  const { find: findForOperator } = yield* operatorEventQueries
  const firstsOfSends = yield* makeFirstsOfSends
  const { find: findTraces } = yield* traceQueries

  return (
    keys: ReadonlyArray<WebhookKey>,
    endpoints: ReadonlyMap<number, WebhookEndpointRecord>,
    /** By `webhookKeyText`. */
    attempts: ReadonlyMap<string, number>
  ) =>
    Effect.gen(function* () {
      const ids = [...new Set(keys.map(({ event_id }) => event_id))]
      const recorded = yield* findRecorded(ids)
      const mails = new Map(recorded.map((one) => [one.event.id, one]))
      const forOperator = new Map(
        (yield* findForOperator(ids)).map((event) => [event.id, event] as const)
      )
      const foreign = keys.flatMap(({ endpoint_id, event_id }) => {
        const isOurs = (endpoints.get(endpoint_id)?.format ?? null) === null
        return isOurs ? [] : (mails.get(event_id)?.event.email_id ?? [])
      })
      const firsts =
        foreign.length === 0
          ? new Map<string, string>()
          : yield* firstsOfSends([...new Set(foreign)])
      const traces = yield* findTraces([...new Set(recorded.map(({ event }) => event.email_id))])

      const claimedOf = (key: WebhookKey): ReadonlyArray<ClaimedWebhook> => {
        const endpoint = endpoints.get(key.endpoint_id)
        const count = attempts.get(webhookKeyText(key))
        if (endpoint === undefined || count === undefined) return []
        const claim = { endpoint, attempts: count }
        const event = forOperator.get(key.event_id)
        if (event !== undefined) return [{ ...claim, event }]
        const mail = mails.get(key.event_id)
        if (mail === undefined) return []
        const { email_id } = mail.event
        return [
          {
            ...mail,
            ...claim,
            ...tracedBy(traces.get(email_id)),
            ...(endpoint.format === null ? {} : { first_of_send: firsts.get(email_id) })
          }
        ]
      }
      return {
        claimed: keys.flatMap(claimedOf),
        gone: keys.filter(({ event_id }) => !mails.has(event_id) && !forOperator.has(event_id))
      }
    })
})
