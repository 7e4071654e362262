/**
 * What the derived document says differently from the wire, put right: our error bodies in place of the
 * platform's, names of filters left out, and what is posted to webhook endpoints added.
 */
import { openApiWebhooks } from "./openApiWebhooks.js"

interface Node {
  readonly [key: string]: unknown
}

interface ErrorResponse {
  readonly content?: { readonly "application/json"?: { readonly schema?: Node } }
}

/** Named by the platform in every operation; our boundary answers `ValidationFailed` instead. */
const platformErrors = ["HttpApiDecodeError", "Issue", "PropertyKey"]

const refTo = (name: string): string => `#/components/schemas/${name}`
const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && !Array.isArray(value)
const isPlatformError = (value: unknown): boolean => isNode(value) && value["$ref"] === refTo("HttpApiDecodeError")
const isFilterName = (title: unknown): boolean => title === "unknown" || (typeof title === "string" && /^\w+\(.*\)$/.test(title))

const tidyNode = (node: Node): Node => {
  const { $id, allOf, anyOf, title, ...rest } = node
  if (typeof $id === "string" && $id.startsWith("/schemas/")) return {}
  if (Array.isArray(allOf) && allOf.length === 1 && isNode(allOf[0]) && "$ref" in allOf[0]) return allOf[0]
  const members = Array.isArray(anyOf) ? anyOf.filter((member) => !isPlatformError(member)) : undefined
  if (members?.length === 1 && isNode(members[0])) return members[0]
  return {
    ...rest,
    ...(isFilterName(title) || title === undefined ? {} : { title }),
    ...(allOf === undefined ? {} : { allOf }),
    ...(members === undefined ? {} : { anyOf: members })
  }
}

const tidy = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(tidy)
    : isNode(value)
    ? tidyNode(Object.fromEntries(Object.entries(value).map(([key, child]) => [key, tidy(child)])))
    : value

const bodyOf = (response: unknown): Node | undefined =>
  (response as ErrorResponse).content?.["application/json"]?.schema

/** A response is described by the errors that it may be. */
const describe = (response: Node, schemas: Node): Node => {
  const body = bodyOf(response) ?? {}
  const refs = (Array.isArray(body["anyOf"]) ? body["anyOf"] : [body]).map((member: Node) => member["$ref"])
  const descriptions = Object.entries(schemas).flatMap(([name, schema]) =>
    refs.includes(refTo(name)) && isNode(schema) ? [schema["description"]] : [])
  return { ...response, description: descriptions.join(" Or: ") }
}

const mapNode = (node: unknown, change: (value: Node, key: string) => Node): Node =>
  Object.fromEntries(Object.entries(isNode(node) ? node : {}).map(([key, value]) => [key, change(value as Node, key)]))

/** Reads have no limit; it is documented with the key that every operation needs. */
const isNeverAnswered = (method: string, status: string): boolean => method === "get" && status === "429"

const correctOperation = (schemas: Node) => (operation: Node, method: string): Node => {
  const responses = Object.entries(isNode(operation["responses"]) ? operation["responses"] : {})
    .filter(([status, response]) => !isPlatformError(bodyOf(response)) && !isNeverAnswered(method, status))
    .map(([status, response]) => [status, Number(status) < 400 ? response : describe(response as Node, schemas)])
  return { ...operation, responses: Object.fromEntries(responses) }
}

/** The document as the platform derives it, corrected. */
export const correct = (spec: Record<string, unknown>): Record<string, unknown> => {
  const document = tidy(spec) as Node
  const components = document["components"] as Node
  const schemas = Object.fromEntries(
    Object.entries(components["schemas"] as Node).filter(([name]) => !platformErrors.includes(name))
  )
  return {
    ...document,
    paths: mapNode(document["paths"], (path) => mapNode(path, correctOperation(schemas))),
    webhooks: openApiWebhooks,
    components: { ...components, schemas }
  }
}
