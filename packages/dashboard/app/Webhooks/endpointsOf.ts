import {
  type OperatorWebhookEventType,
  operatorWebhookEventTypes,
  type WebhookEndpointsApi,
  type WebhookEventType,
  webhookEventTypes
} from "@telemark/client"
import { client } from "../Client/index.js"
import { useLocation } from "../Routing/index.js"

export type Kind = WebhookEventType | OperatorWebhookEventType

/** Whose endpoints the pages are about. */
export interface EndpointsOf {
  /** The operator's endpoints take other types, and are the same otherwise. */
  readonly api: WebhookEndpointsApi
  /** Also before the keys of queries. */
  readonly page: "webhooks" | "operatorWebhooks"
  readonly path: string
  /** Who has it may change them. */
  readonly scope: string
  readonly kinds: ReadonlyArray<Kind>
  readonly chosen: ReadonlyArray<Kind>
}

const ofTenant: EndpointsOf = {
  api: client.webhookEndpoints,
  path: "/webhooks",
  page: "webhooks",
  scope: "webhook:write",
  kinds: webhookEventTypes,
  chosen: ["email.delivered", "email.bounced", "email.complained", "email.failed"]
}

const ofOperator: EndpointsOf = {
  api: client.operatorWebhookEndpoints as unknown as WebhookEndpointsApi,
  path: "/operator-webhooks",
  page: "operatorWebhooks",
  scope: "tenant:manage",
  kinds: operatorWebhookEventTypes,
  chosen: operatorWebhookEventTypes
}

/** As the address of the page says. */
export const useEndpoints = (): EndpointsOf => {
  const [path] = useLocation()
  return path.startsWith(ofOperator.path) ? ofOperator : ofTenant
}
