import { allOperations, EmailEvent, groups } from "@telemark/contract"
import { atOnce, type Steps } from "@telemark/core"
import { documentedPath } from "../routing/routes.js"
import { makeSchemas, openApiHeaders, openApiOperation } from "./openApiOperation.js"
import { openApiWebhooks } from "./openApiWebhooks.js"

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
  schemas.of(EmailEvent)
  yield
  const paths = yield* pathItems(schemas)
  return {
    openapi: "3.1.0",
    info: {
      title: "Telemark",
      version: "1.0.0",
      description:
        "Transactional email: send it, and follow its delivery. A path answers other methods with 405 and the header `Allow`; " +
        "an unknown path answers 404. Unknown members of a request are ignored, and the `warnings` of a send name them; " +
        "unknown query parameters are ignored too, and the `warnings` of any answer name them, or refused with the request header `Prefer: handling=strict`.",
      license: { name: "MIT", identifier: "MIT" }
    },
    // Relative to the document (OpenAPI 3.1 4.8.5), so correct at any mount and behind any proxy.
    servers: [{ url: ".", description: "The source of this document" }],
    security: [{ apiKey: [] }],
    tags: Object.values(groups).map(({ description, title }) => ({ name: title, description })),
    paths,
    webhooks: openApiWebhooks,
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

/** The document, built once: in steps, since it takes a tenth of a second. */
export function* openApiInSteps(): Steps<OpenApiDocument> {
  return (made ??= yield* makeDocument())
}

/** The OpenAPI 3.1 document, as served at `/openapi.json`. */
export const openApiDocument = (): OpenApiDocument => atOnce(openApiInSteps())
