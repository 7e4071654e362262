import type {
  OperatorWebhookEventType,
  WebhookEndpointsApi,
  WebhookEventType
} from "@telemark/client"
import { webhookEventTypes } from "@telemark/client"
import { createContext } from "preact"
import { useContext } from "preact/hooks"
import { client } from "../Client/index.js"

export type Kind = WebhookEventType | OperatorWebhookEventType

/** Whose endpoints the pages are about. */
export interface EndpointsOf {
  /** The operator's endpoints take other types, and are the same otherwise. */
  readonly api: WebhookEndpointsApi
  /** Before the keys of queries. */
  readonly group: string
  readonly path: string
  readonly page: "webhooks" | "operatorWebhooks"
  /** Who has it may change them. */
  readonly scope: string
  readonly kinds: ReadonlyArray<Kind>
  readonly chosen: ReadonlyArray<Kind>
}

const ofTenant: EndpointsOf = {
  api: client.webhookEndpoints,
  group: "webhookEndpoints",
  path: "/webhooks",
  page: "webhooks",
  scope: "webhook:write",
  kinds: webhookEventTypes,
  chosen: ["email.delivered", "email.bounced", "email.complained", "email.failed"]
}

const operatorKinds: ReadonlyArray<OperatorWebhookEventType> = [
  "audit.recorded",
  "tenant.warned",
  "tenant.paused",
  "tenant.resumed"
]

export const ofOperator: EndpointsOf = {
  api: client.operatorWebhookEndpoints as unknown as WebhookEndpointsApi,
  group: "operatorWebhookEndpoints",
  path: "/operator-webhooks",
  page: "operatorWebhooks",
  scope: "tenant:manage",
  kinds: operatorKinds,
  chosen: operatorKinds
}

export const EndpointsContext = createContext(ofTenant)

export const useEndpoints = (): EndpointsOf => useContext(EndpointsContext)
