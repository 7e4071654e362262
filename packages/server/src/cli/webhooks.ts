import {
  CreateOperatorWebhookEndpoint,
  ListWebhookAttempts,
  operatorOwner as owner,
  type OperatorWebhookEndpoint,
  OperatorWebhookEventType,
  parseEndpointId,
  ReplayWebhooks,
  TestOperatorWebhook,
  UpdateOperatorWebhookEndpoint,
  WebhookEndpoints
} from "@telemark/core"
import { layerOperations } from "../application/layers.js"
import { counted } from "../output.js"
import { tableOf } from "./formatTable.js"
import { group, operationCommands } from "./operationCommand.js"
import { withDatabase } from "./withSettings.js"

const command = operationCommands(withDatabase(layerOperations), WebhookEndpoints)

const endpoint = "The endpoint's number."

const missing =
  "The operator has no such webhook endpoint. `telemark webhooks list` lists them; those of tenants are in the dashboard, and at /v1/webhook-endpoints."

const stateOf = ({ active, disabled_reason, failing_since }: OperatorWebhookEndpoint): string => {
  if (disabled_reason === "gone") return "inactive: it answered 410"
  if (disabled_reason === "failing") return "inactive: it failed for five days"
  if (!active) return "inactive"
  return failing_since === null ? "active" : `failing since ${failing_since}`
}

/** 0 is no endpoint's: what isn't a number in its usual form isn't found. */
const idOf = (text: string): number => parseEndpointId(text) ?? 0

const events = {
  text: `The events, separated by commas: ${OperatorWebhookEventType.literals.join(", ")}.`,
  all: "All of them."
}
const url = "The URL that events are posted to."

const description =
  "Makes, lists, tests, changes and removes the operator's webhook endpoints, which get the audit log and what happens to tenants."

export const webhooks = group("webhooks", description, {
  create: command({
    audits: ["operatorWebhookEndpoints.create", "webhook_endpoint"],
    description:
      "Makes an endpoint, and prints the secret that signs its requests, only this once.",
    request: CreateOperatorWebhookEndpoint,
    arguments: { url },
    options: { events },
    perform: ({ ofOperator }, request) => ofOperator.create(owner, request),
    // Only the secret goes to standard output, so that scripts can read it.
    text: ({ events, id, secret }) => [
      secret,
      `Endpoint ${String(id)} gets ${events.join(", ")} from now on. Its secret isn't shown again; \`telemark webhooks test ${String(id)}\` tries it.`
    ]
  }),
  list: command({
    description: "Lists the endpoints, newest first, with their health.",
    perform: ({ ofOperator }) => ofOperator.list(owner),
    text: ({ data }) =>
      tableOf(data, {
        ENDPOINT: ({ id }) => String(id),
        URL: "url",
        EVENTS: ({ events }) => events.join(", "),
        STATE: stateOf,
        CREATED: "created_at"
      })
  }),
  update: command({
    audits: ["operatorWebhookEndpoints.update", "webhook_endpoint", "endpoint"],
    description:
      "Changes an endpoint. What waits for an endpoint that is made inactive is dropped.",
    changes: UpdateOperatorWebhookEndpoint,
    arguments: { endpoint },
    options: { url, events, active: "Whether it gets events." },
    perform: ({ ofOperator }, { endpoint, ...changes }) =>
      ofOperator.update(owner, idOf(endpoint), changes),
    missing,
    text: ({ id }) => `Endpoint ${String(id)} was changed.`
  }),
  "rotate-secret": command({
    audits: ["operatorWebhookEndpoints.rotateSecret", "webhook_endpoint", "endpoint"],
    description:
      "Prints an endpoint's next secret, only this once. The former one also signs for 24 more hours.",
    arguments: { endpoint },
    perform: ({ ofOperator }, { endpoint }) => ofOperator.rotateSecret(owner, idOf(endpoint)),
    missing,
    text: ({ former_secret_until, secret }) => [
      secret,
      `The former secret also signs until ${former_secret_until}.`
    ]
  }),
  test: command({
    audits: ["operatorWebhookEndpoints.test", "webhook_endpoint", "endpoint"],
    description: "Posts a sample to an endpoint, once, and prints what it answered.",
    request: TestOperatorWebhook,
    arguments: { endpoint },
    options: { type: "The event's type; by default the endpoint's first." },
    perform: ({ ofOperator }, { endpoint, ...request }) =>
      ofOperator.test(owner, idOf(endpoint), request),
    missing,
    text: ({ duration_ms, status_code, type }) =>
      `${type}  ${String(status_code ?? "no answer")}  ${String(duration_ms)} ms`,
    problem: ({ error }) => error ?? undefined
  }),
  deliveries: command({
    description: "Lists the attempts at an endpoint, newest first.",
    request: ListWebhookAttempts,
    arguments: { endpoint },
    options: {
      outcome: "Only attempts that the endpoint accepted, or only the others.",
      limit: "The most attempts to list; 50 by default.",
      offset: "How many to skip."
    },
    perform: ({ ofOperator }, { endpoint, ...request }) =>
      ofOperator.deliveries(owner, idOf(endpoint), request),
    missing,
    text: ({ data }) =>
      tableOf(data, {
        TIME: "created_at",
        EVENT: "event_id",
        TYPE: "type",
        ATTEMPT: ({ attempt }) => String(attempt),
        STATUS: "status",
        ANSWER: ({ status_code }) => String(status_code ?? "-"),
        ERROR: ({ error }) => error ?? "-"
      })
  }),
  replay: command({
    audits: ["operatorWebhookEndpoints.replay", "webhook_endpoint", "endpoint"],
    description: "Delivers one event, or those of a time, to an endpoint again.",
    request: ReplayWebhooks,
    arguments: { endpoint },
    options: {
      event_id: "The id of one event, of any type.",
      since: "Events from this instant on, such as 2027-01-31T09:00:00Z, of the endpoint's types.",
      until: "Events before this instant; by default now."
    },
    perform: ({ ofOperator }, { endpoint, ...request }) =>
      ofOperator.replay(owner, idOf(endpoint), request),
    missing: ({ event_id }) =>
      event_id === undefined
        ? missing
        : "There is no such endpoint of the operator, or no such event.",
    text: ({ events, next_since }, { until }) => [
      `${counted(events, "event")} will be delivered again.`,
      ...(next_since === null
        ? []
        : [`More follow: --since ${next_since}${until === undefined ? "" : ` --until ${until}`}`])
    ]
  }),
  remove: command({
    audits: ["operatorWebhookEndpoints.remove", "webhook_endpoint", "endpoint"],
    description: "Removes an endpoint, with the events that wait for it.",
    arguments: { endpoint },
    perform: ({ ofOperator }, { endpoint }) => ofOperator.remove(owner, idOf(endpoint)),
    missing,
    text: () => "The endpoint was removed."
  })
})
