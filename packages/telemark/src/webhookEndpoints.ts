import {
  type CreatedWebhookEndpoint, type CreateWebhookEndpoint, type Paged, type PageRequest, type ReplayedWebhooks, type ReplayWebhooks,
  type RotatedWebhookSecret, type Services, type TestWebhook, type UpdateWebhookEndpoint, type WebhookAttempt, type WebhookEndpoint,
  WebhookEndpoints, type WebhookEndpointsService
} from "@telemark/core"
import { Effect } from "effect"
import type { RunAs } from "./templates.js"

/** URLs that one tenant's events are posted to. */
export interface WebhookEndpointsApi {
  /** Makes an endpoint; its secret is in this answer and nowhere else. */
  readonly create: (request: CreateWebhookEndpoint) => Promise<CreatedWebhookEndpoint>
  /** All of them, newest first. */
  readonly list: () => Promise<{ readonly data: ReadonlyArray<WebhookEndpoint> }>
  readonly get: (id: number) => Promise<WebhookEndpoint>
  /** What is left out stays as it is. Made inactive, it gets nothing more, nor what waits for it. */
  readonly update: (id: number, request: UpdateWebhookEndpoint) => Promise<WebhookEndpoint>
  /** Ends what waits for it. */
  readonly remove: (id: number) => Promise<{ readonly success: true }>
  /** Makes a new secret; the one before signs too for 24 h. */
  readonly rotateSecret: (id: number) => Promise<RotatedWebhookSecret>
  /** Posts a signed sample, once and at once, and says what came of it. */
  readonly test: (id: number, request?: TestWebhook) => Promise<WebhookAttempt>
  /** The attempts at an endpoint, newest first. */
  readonly deliveries: (id: number, request?: PageRequest) => Promise<Paged<WebhookAttempt>>
  /** Delivers again: one event, or those of a span of time. */
  readonly replay: (id: number, request: ReplayWebhooks) => Promise<ReplayedWebhooks>
}

/** The webhook endpoints of one tenant as promises. */
export const makeWebhookEndpointsApi = (as: RunAs): WebhookEndpointsApi => {
  const use = <A, E>(operate: (endpoints: WebhookEndpointsService, tenantId: string) => Effect.Effect<A, E, Services>): Promise<A> =>
    as(({ id }) => Effect.flatMap(WebhookEndpoints, (endpoints) => operate(endpoints, id)))
  return {
    create: (request) => use((endpoints, tenant) => endpoints.create(tenant, request)),
    list: () => use((endpoints, tenant) => Effect.map(endpoints.list(tenant), (data) => ({ data }))),
    get: (id) => use((endpoints, tenant) => endpoints.get(tenant, id)),
    update: (id, request) => use((endpoints, tenant) => endpoints.update(tenant, id, request)),
    remove: (id) => use((endpoints, tenant) => Effect.as(endpoints.remove(tenant, id), { success: true } as const)),
    rotateSecret: (id) => use((endpoints, tenant) => endpoints.rotateSecret(tenant, id)),
    test: (id, request) => use((endpoints, tenant) => endpoints.test(tenant, id, request)),
    deliveries: (id, request) => use((endpoints, tenant) => endpoints.deliveries(tenant, id, request)),
    replay: (id, request) => use((endpoints, tenant) => endpoints.replay(tenant, id, request))
  }
}
