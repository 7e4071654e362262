import { operatorWebhookSchemas, tenantWebhookSchemas } from "@telemark/contract"
import { Context, Effect, Layer } from "effect"
import type { Secrets } from "../../accounts/secrets/Secrets.js"
import type { Database } from "../../database/Database.js"
import type { OperationsFor } from "../../operations/OperationsFor.js"
import type { NewEvents } from "../log/NewEvents.js"
import type { WebhookCaller } from "./WebhookCaller.js"
import type { WebhookFormat } from "./WebhookEndpoint.js"
import { makeTestLimiter } from "./attempts.js"
import { operatorEvents, tenantEvents } from "./endpointEvents.js"
import { makeEndpointOperations } from "./endpointOperations.js"

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

// An owner's endpoints, and attempts at them, have no other types than its requests may name.
const make = Effect.gen(function* () {
  const tests = makeTestLimiter()
  const ofTenants = yield* makeEndpointOperations(tenantWebhookSchemas, yield* tenantEvents, tests)
  const ofOperator = yield* makeEndpointOperations(
    operatorWebhookSchemas,
    yield* operatorEvents,
    tests
  )
  return WebhookEndpoints.of({
    ...(ofTenants as Omit<WebhookEndpointsService, "ofOperator">),
    ofOperator: ofOperator as WebhookEndpointsService["ofOperator"]
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
