import type { EventType, OperatorWebhookEventType } from "@telemark/contract"
import { Effect } from "effect"
import type { SqlError } from "effect/sql/SqlError"
import type { Database } from "../../database/Database.js"
import { type IdPrefix, isId } from "../../kernel/ids.js"
import { type EventPage, eventQueries, type EventRange } from "../log/eventTable.js"
import { type Posted, postedAsResend, postedOf } from "./Posted.js"
import type { WebhookEndpointRecord, WebhookType } from "./WebhookEndpoint.js"
import { operatorEventQueries } from "./operatorWebhookEvents.js"
import { sampleOfId } from "./sampleEvent.js"
import { sampleOperatorEvent } from "./sampleOperatorEvent.js"

type Endpoint = Pick<WebhookEndpointRecord, "format">

/** The events of those who have endpoints. A sample is posted as an event, and isn't stored. */
export interface EndpointEvents {
  readonly find: (
    owner: string,
    id: string
  ) => Effect.Effect<{ readonly id: string } | undefined, SqlError>
  readonly list: (owner: string, range: EventRange) => Effect.Effect<EventPage, SqlError>
  /** If an endpoint takes none. */
  readonly anyType: WebhookType
  readonly idPrefix: (type: WebhookType) => IdPrefix
  /** Everything follows from its id. */
  readonly sample: (endpoint: Endpoint, type: WebhookType, id: string) => Posted
}

/** What happens to a tenant's mail. */
export const tenantEvents: Effect.Effect<EndpointEvents, never, Database> = Effect.map(
  eventQueries,
  ({ find, list }) => ({
    find: (tenantId, id) => (isId("evt", id) ? find(tenantId, id) : Effect.undefined),
    list,
    anyType: "email.sent",
    idPrefix: () => "evt",
    // Endpoints of tenants take no other types.
    sample: ({ format }, type, id) => {
      const event = sampleOfId(type as EventType, id)
      return format === null ? postedOf(event) : postedAsResend(event)
    }
  })
)

/** What happens in the whole deployment. */
export const operatorEvents: Effect.Effect<EndpointEvents, never, Database> = Effect.map(
  operatorEventQueries,
  ({ find, list }) => ({
    find: (_, id) => Effect.map(find([id]), ([found]) => found),
    list: (_, range) => list(range),
    anyType: "audit.recorded",
    idPrefix: (type) => (type === "audit.recorded" ? "aud" : "oev"),
    sample: (_, type, id) => postedOf(sampleOperatorEvent(type as OperatorWebhookEventType, id))
  })
)
