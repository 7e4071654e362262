import {
  allOperations,
  EmailEvent,
  eventSummaries,
  type GroupName,
  groups,
  operatorWebhookEventSummaries,
  OperatorWebhookEvent
} from "@telemark/contract"
import { atOnce, type Steps } from "@telemark/core"
import manifest from "../../package.json" with { type: "json" }
import { documentedPath } from "../routing/routes.js"
import { makeSchemas, openApiHeaders, openApiOperation } from "./openApiOperation.js"

const header = (name: string, description: string) => ({
  name,
  in: "header",
  required: true,
  description,
  schema: { type: "string" }
})

const webhookParameters = [
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

const webhook = (type: string, summary: string, group: GroupName, schema: string) => ({
  post: {
    tags: [groups[group].title],
    operationId: `webhooks.${type}`,
    summary,
    parameters: webhookParameters,
    security: [],
    requestBody: {
      required: true,
      content: {
        "application/json": {
          schema: {
            allOf: [
              { $ref: `#/components/schemas/${schema}` },
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

const webhooksOf = (
  summaries: Readonly<Record<string, string>>,
  group: GroupName,
  schema: string
) =>
  Object.fromEntries(
    Object.entries(summaries).map(([type, summary]) => [
      type,
      webhook(type, summary, group, schema)
    ])
  )

/** The requests to webhook endpoints, by event type (OpenAPI 3.1, 4.8.1). */
const webhooks = {
  ...webhooksOf(eventSummaries, "webhookEndpoints", "EmailEvent"),
  ...webhooksOf(operatorWebhookEventSummaries, "operatorWebhookEndpoints", "OperatorWebhookEvent")
}

function* pathItems(
  schemas: ReturnType<typeof makeSchemas>
): Steps<Readonly<Record<string, Readonly<Record<string, object>>>>> {
  const items: Record<string, Record<string, object>> = {}
  for (const named of allOperations) {
    const { method, path } = named.operation
    const item = (items[documentedPath(path)] ??= {})
    item[method.toLowerCase()] = openApiOperation(named, schemas)
    yield
  }
  return items
}

export function* makeDocument() {
  const schemas = makeSchemas()
  for (const event of [EmailEvent, OperatorWebhookEvent]) schemas.of(event)
  yield
  const paths = yield* pathItems(schemas)
  return {
    openapi: "3.1.0",
    info: {
      title: "Telemark",
      version: manifest.version,
      description:
        "Transactional email: send it, and follow its delivery. A path answers other methods with 405 and the header `Allow`; " +
        "an unknown path answers 404. Unknown members of a request are ignored, and the `warnings` of a send name them; " +
        "unknown query parameters are ignored too, and the `warnings` of any answer name them, or refused with the request header `Prefer: handling=strict`.",
      license: { name: "MIT", identifier: "MIT" }
    },
    // Relative to the document (OpenAPI 3.1 4.8.5): correct at any mount and behind any proxy.
    servers: [{ url: ".", description: "The source of this document" }],
    security: [{ apiKey: [] }],
    tags: Object.values(groups).map(({ description, title }) => ({ name: title, description })),
    paths,
    webhooks,
    components: {
      schemas: schemas.all(),
      headers: openApiHeaders,
      securitySchemes: {
        apiKey: {
          type: "http",
          scheme: "bearer",
          description: "An API key: `Authorization: Bearer tmk_…`."
        }
      }
    }
  }
}

type OpenApiDocument = ReturnType<typeof makeDocument> extends Steps<infer A> ? A : never

let made: OpenApiDocument | undefined

/** Built once, in steps: it takes a tenth of a second. */
export function* openApiInSteps(): Steps<OpenApiDocument> {
  return (made ??= yield* makeDocument())
}

/** The OpenAPI 3.1 document, as served at `/openapi.json`. */
export const openApiDocument = (): OpenApiDocument => atOnce(openApiInSteps())
