import { Ajv2020 } from "ajv/dist/2020.js"
import type { OpenApi, Operation } from "../reference/index.js"

/** What is wrong with a value; nothing if it fits. */
export type Check = (value: unknown) => string | undefined

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/**
 * The same schemas, but members that they don't name are refused: the server passes over them, a
 * page must not show them.
 */
const closed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(closed)
  if (!isRecord(value)) return value
  const inner = Object.fromEntries(Object.entries(value).map(([name, one]) => [name, closed(one)]))
  const members = value["properties"]
  return isRecord(members) &&
    Object.keys(members).length > 0 &&
    value["additionalProperties"] === true
    ? { ...inner, additionalProperties: false }
    : inner
}

/** The path of an operation as a pattern: `/v1/emails/{id}`. */
const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replace(/[.]/g, "\\.").replace(/\{\w+\}/g, "[^/]+")}$`)

/** Checks values against the schemas of the document. */
export const bodies = (document: OpenApi) => {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false })
  ajv.addSchema({ $id: "openapi", components: closed(document.components) })
  const against = (reference: string): Check => {
    const validate = ajv.compile({ $ref: `openapi${reference}` })
    return (value) =>
      validate(value) ? undefined : ajv.errorsText(validate.errors, { dataVar: "body" })
  }
  const operationAt = (method: string, path: string): Operation | undefined =>
    Object.entries(document.paths)
      .filter(([pattern]) => patternOf(pattern).test(path))
      .sort(([one], [other]) => one.split("{").length - other.split("{").length)
      .flatMap(([, methods]) => methods[method.toLowerCase()] ?? [])[0]
  return {
    /** By the name of a schema: `SendRequest`. */
    ofSchema: (name: string): Check =>
      name in document.components.schemas
        ? against(`#/components/schemas/${name}`)
        : () => `the OpenAPI document has no schema ${name}`,
    /** Of a request: whether there is such an operation, and takes that body. */
    ofRequest: (method: string, path: string, body: unknown): string | undefined => {
      const operation = operationAt(method, path)
      if (operation === undefined) return `the interface has no ${method} ${path}`
      const reference = operation.requestBody?.content["application/json"]?.schema.$ref
      if (reference === undefined)
        return body === undefined ? undefined : `${method} ${path} takes no body`
      if (body === undefined)
        return operation.requestBody?.required === true
          ? `${method} ${path} needs a body`
          : undefined
      return against(reference)(body)
    }
  }
}

/** Checks of one document. */
export type Bodies = ReturnType<typeof bodies>
