import {
  allOperations,
  bodySchemaOf,
  countedAs,
  type Definitions,
  type ErrorName,
  errorRow,
  errorsOf,
  groups,
  type JsonSchema,
  makeJsonSchema,
  type NamedOperation,
  type Operation,
  pathParametersOf,
  rateLimitHeaders,
  wireMembersOf
} from "@telemark/contract"
import { warningsHeader } from "../Answer.js"

const json = (schema: unknown) => ({ "application/json": { schema } })

const numbers: ReadonlySet<string> = new Set(["retry-after", ...Object.keys(rateLimitHeaders)])

/** As its RFC does. */
const spelled = (name: string): string =>
  name === "www-authenticate"
    ? "WWW-Authenticate"
    : name
        .replace(/^ratelimit/, "RateLimit")
        .replace(/(?:^|-)[a-z]/g, (start) => start.toUpperCase())

type Described = Readonly<Record<string, { readonly description: string }>>

const everyHeader: Described = Object.assign(
  {
    "x-request-id": {
      description:
        "The request's id in the server's log: the one that the request had, or a new one."
    }
  },
  rateLimitHeaders,
  { [warningsHeader.name]: warningsHeader },
  ...allOperations
    .flatMap(({ operation }) => errorsOf(operation))
    .map((name) => errorRow(name).headers ?? {})
) as Described

export const openApiHeaders = Object.fromEntries(
  Object.entries(everyHeader).map(([name, { description }]) => [
    spelled(name),
    { description, schema: { type: numbers.has(name) ? "integer" : "string" } }
  ])
)

const headersOf = (described: Described) =>
  Object.fromEntries(
    Object.keys(described).map((name) => [
      spelled(name),
      { $ref: `#/components/headers/${spelled(name)}` }
    ])
  )

const requestId = headersOf({ "x-request-id": { description: "" } })

const refTo = (name: string) => ({ $ref: `#/components/schemas/${name}` })

const errorResponse = (names: ReadonlyArray<ErrorName>, schemas: Schemas) => {
  for (const name of names) schemas.of(bodySchemaOf(name, errorRow(name)))
  const [first = "", ...more] = names
  return {
    description: names.map((name) => errorRow(name).description).join(" Or: "),
    headers: {
      ...requestId,
      ...(Object.assign(
        {},
        ...names.map((name) => headersOf(errorRow(name).headers ?? {}))
      ) as object)
    },
    content: json(more.length === 0 ? refTo(first) : { anyOf: names.map(refTo) })
  }
}

const errorResponses = (operation: Operation, schemas: Schemas) => {
  const names = [...new Set(errorsOf(operation))]
  const statuses = [...new Set(names.map((name) => errorRow(name).status))].sort(
    (one, other) => one - other
  )
  return Object.fromEntries(
    statuses.map((status) => [
      String(status),
      errorResponse(
        names.filter((name) => errorRow(name).status === status),
        schemas
      )
    ])
  )
}

/** OpenAPI 3.1 has no words for the items of a stream: an extension names their schema. */
const contentOf = ({ produces, response }: Operation, schemas: Schemas) =>
  produces === undefined
    ? json(schemas.of(response))
    : { [produces]: { schema: { type: "string" }, "x-item-schema": schemas.of(response) } }

const goodResponses = (operation: Operation, schemas: Schemas) => {
  const headers = {
    ...requestId,
    ...(countedAs(operation) === undefined ? {} : headersOf(rateLimitHeaders)),
    ...(operation.produces === undefined
      ? {}
      : headersOf({ [warningsHeader.name]: warningsHeader }))
  }
  return Object.fromEntries(
    Object.entries(operation.answers).map(([status, description]) => [
      status,
      { description, headers, content: contentOf(operation, schemas) }
    ])
  )
}

const pathParameters = (operation: Operation) =>
  pathParametersOf(operation).map(({ description, isNumber, name }) => ({
    name,
    in: "path",
    required: true,
    description,
    schema: isNumber === true ? { type: "integer", minimum: 1 } : { type: "string" }
  }))

const queryParameters = ({ query }: Operation, schemas: Schemas) =>
  query === undefined
    ? []
    : wireMembersOf(query).map(({ description = "", isOptional, name, type }) => ({
        name,
        in: "query",
        required: !isOptional,
        description,
        schema: schemas.of({ ast: type })
      }))

const headerParameters = ({ idempotencyKey, produces }: Operation) => [
  ...(idempotencyKey === undefined
    ? []
    : [
        {
          name: "Idempotency-Key",
          in: "header",
          required: false,
          description: idempotencyKey,
          schema: { type: "string", minLength: 1, maxLength: 255 }
        }
      ]),
  ...(produces !== "text/event-stream"
    ? []
    : [
        {
          name: "Last-Event-ID",
          in: "header",
          required: false,
          description: "The last `id` that came: the stream begins after that event.",
          schema: { type: "string" }
        }
      ])
]

const requestBody = (
  { body, consumes, examples = {}, isBodyOptional }: Operation,
  schemas: Schemas
) =>
  body === undefined
    ? {}
    : {
        requestBody: {
          required: isBodyOptional !== true,
          content: {
            "application/json": {
              schema: schemas.of(body),
              examples: Object.fromEntries(
                Object.entries(examples).map(([name, value]) => [name, { value }])
              )
            },
            ...(consumes === undefined ? {} : { [consumes]: { schema: { type: "string" } } })
          }
        }
      }

export const openApiOperation = ({ group, name, operation }: NamedOperation, schemas: Schemas) => ({
  tags: [groups[group].title],
  operationId: `${group}.${name}`,
  summary: operation.summary,
  ...(operation.description === undefined ? {} : { description: operation.description }),
  parameters: [
    ...pathParameters(operation),
    ...queryParameters(operation, schemas),
    ...headerParameters(operation)
  ],
  security: [{ apiKey: [] }],
  ...requestBody(operation, schemas),
  responses: { ...goodResponses(operation, schemas), ...errorResponses(operation, schemas) },
  "x-required-scope": operation.scope
})

/** Each named schema is defined once and referenced. */
export const makeSchemas = () => {
  const definitions: Definitions = {}
  const of = makeJsonSchema(definitions, "#/components/schemas/")
  return {
    of,
    all: (): Readonly<Record<string, JsonSchema>> => definitions
  }
}

type Schemas = ReturnType<typeof makeSchemas>
