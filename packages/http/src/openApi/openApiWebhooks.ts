import { eventSummaries, type EventType, eventTypes } from "@telemark/contract"

const header = (name: string, description: string) => ({
  name,
  in: "header",
  required: true,
  description,
  schema: { type: "string" }
})

const parameters = [
  header("webhook-id", "The event's id: an event that is posted twice has the same id."),
  header("webhook-timestamp", "When this attempt was signed, in Unix seconds."),
  header(
    "webhook-signature",
    "`v1,` and base64 of HMAC-SHA-256 over `<webhook-id>.<webhook-timestamp>.<body>`, as in Standard Webhooks; one for each secret, separated by spaces."
  ),
  header(
    "x-service-signature",
    "`t=<Unix seconds>,v1=<hex>`: HMAC-SHA-256 over `<t>.<body>`, keyed with the whole secret as text; one `v1` for each secret."
  )
]

const webhook = (type: EventType) => ({
  post: {
    tags: ["Webhook endpoints"],
    operationId: `webhooks.${type}`,
    summary: eventSummaries[type],
    parameters,
    security: [],
    requestBody: {
      required: true,
      content: {
        "application/json": {
          schema: {
            allOf: [
              { $ref: "#/components/schemas/EmailEvent" },
              { type: "object", properties: { type: { const: type } } }
            ]
          }
        }
      }
    },
    responses: {
      "2XX": { description: "The endpoint accepted the event." },
      "410": { description: "The endpoint is gone: Telemark makes it inactive." },
      default: {
        description:
          "The endpoint didn't accept the event; the same applies if there is no complete answer within 15 seconds. There are up to eight attempts in all; redirects are not followed."
      }
    }
  }
})

/**
 * The `webhooks` of the OpenAPI document (OpenAPI 3.1, 4.8.1): the requests to webhook endpoints,
 * by event type.
 */
export const openApiWebhooks: Readonly<Record<string, object>> = Object.fromEntries(
  eventTypes.map((type) => [type, webhook(type)])
)
