import { EventType } from "@telemark/contract"

const summaries: Readonly<Record<EventType, string>> = {
  "email.sent": "The next hop took the message",
  "email.delivered": "The recipient's server took the message",
  "email.deferred": "The message wasn't taken yet, and is tried again",
  "email.bounced": "The recipient's server refused the message for good",
  "email.complained": "The recipient reported the message as spam",
  "email.failed": "The message was given up",
  "email.opened": "The message was opened",
  "email.clicked": "A link in the message was followed",
  "email.unsubscribed": "The recipient wants no more such mail"
}

const header = (name: string, description: string) =>
  ({ name, in: "header", required: true, description, schema: { type: "string" } })

const parameters = [
  header("webhook-id", "The event's id: what comes twice has the same."),
  header("webhook-timestamp", "When this attempt was signed, in Unix seconds."),
  header("webhook-signature", "`v1,` and base64 of HMAC-SHA-256 over `<webhook-id>.<webhook-timestamp>.<body>`, as Standard Webhooks has it; one for each secret, with spaces between them."),
  header("x-service-signature", "`t=<Unix seconds>,v1=<hex>`: HMAC-SHA-256 over `<t>.<body>`, keyed with the whole secret as text; one `v1` for each secret.")
]

const webhook = (type: EventType) => ({
  post: {
    tags: ["Webhook endpoints"],
    operationId: `webhooks.${type}`,
    summary: summaries[type],
    parameters,
    security: [],
    requestBody: {
      required: true,
      content: {
        "application/json": {
          schema: { allOf: [{ $ref: "#/components/schemas/EmailEvent" }, { type: "object", properties: { type: { const: type } } }] }
        }
      }
    },
    responses: {
      "2XX": { description: "Taken." },
      "410": { description: "The endpoint is gone: it is made inactive." },
      default: { description: "Not taken, as is no whole answer within 15 seconds. It is tried again, eight times in all; redirects are not followed." }
    }
  }
})

/** The `webhooks` of the OpenAPI document (OpenAPI 3.1, 4.8.1): the requests to webhook endpoints, by event type. */
export const openApiWebhooks: Readonly<Record<string, object>> = Object.fromEntries(EventType.literals.map((type) => [type, webhook(type)]))
