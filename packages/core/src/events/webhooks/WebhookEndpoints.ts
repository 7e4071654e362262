import {
  decode,
  operatorWebhookSchemas,
  tenantWebhookSchemas,
  type WebhookSchemas
} from "@telemark/contract"
import { Context, Effect, Layer } from "effect"
import type { Secrets } from "../../accounts/secrets/Secrets.js"
import type { Database } from "../../database/Database.js"
import type { OperationsFor } from "../../operations/OperationsFor.js"
import type { NewEvents } from "../log/NewEvents.js"
import type { WebhookCaller } from "./WebhookCaller.js"
import type { WebhookFormat, WebhookType } from "./WebhookEndpoint.js"
import { operatorEvents, tenantEvents } from "./endpointEvents.js"
import { type EndpointRequests, makeEndpointOperations } from "./endpointOperations.js"

type OfTenants = OperationsFor<string, "webhookEndpoints">

export interface WebhookEndpointsService extends OfTenants {
  /** An endpoint that gets its events in another service's form. */
  readonly createFor: (
    format: WebhookFormat,
    ...given: Parameters<OfTenants["create"]>
  ) => ReturnType<OfTenants["create"]>
  /** On the endpoints of the operator; their owner is `operatorOwner`. */
  readonly ofOperator: OperationsFor<string, "operatorWebhookEndpoints">
}

type Made<Group extends "webhookEndpoints" | "operatorWebhookEndpoints"> = Omit<
  OperationsFor<string, Group>,
  "create"
> & {
  readonly create: (format: WebhookFormat | null) => OperationsFor<string, Group>["create"]
}

const requestsOf = <Types extends ReadonlyArray<WebhookType>>({
  Create,
  Test,
  Update
}: WebhookSchemas<Types>): EndpointRequests => ({
  create: decode(Create),
  update: decode(Update),
  test: decode(Test)
})

// An owner's endpoints, and attempts at them, have no other types than its requests may name.
const make = Effect.gen(function* () {
  const { create, ...ofTenants } = (yield* makeEndpointOperations(
    requestsOf(tenantWebhookSchemas),
    yield* tenantEvents
  )) as unknown as Made<"webhookEndpoints">
  const ofOperator = (yield* makeEndpointOperations(
    requestsOf(operatorWebhookSchemas),
    yield* operatorEvents
  )) as unknown as Made<"operatorWebhookEndpoints">
  return WebhookEndpoints.of({
    ...ofTenants,
    create: create(null),
    createFor: (format, ...given) => create(format)(...given),
    ofOperator: { ...ofOperator, create: ofOperator.create(null) }
  })
})

/** Webhook endpoints: URLs that events are posted to, a tenant's or those for the operator. */
export class WebhookEndpoints extends Context.Service<WebhookEndpoints, WebhookEndpointsService>()(
  "@telemark/core/WebhookEndpoints"
) {
  static readonly layer: Layer.Layer<
    WebhookEndpoints,
    never,
    Database | WebhookCaller | Secrets | NewEvents
  > = Layer.effect(this, make)
}
