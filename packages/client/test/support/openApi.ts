import { readFileSync } from "node:fs"

/** A schema, as far as the document uses them. */
export interface JsonSchema {
  readonly $ref?: string
  readonly type?: string | ReadonlyArray<string>
  readonly const?: unknown
  readonly enum?: ReadonlyArray<unknown>
  readonly allOf?: ReadonlyArray<JsonSchema>
  readonly anyOf?: ReadonlyArray<JsonSchema>
  readonly oneOf?: ReadonlyArray<JsonSchema>
  readonly items?: JsonSchema
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: ReadonlyArray<string>
  readonly additionalProperties?: JsonSchema | boolean
  readonly contentEncoding?: string
  readonly description?: string
}

interface Content {
  readonly content?: { readonly "application/json"?: { readonly schema: JsonSchema } }
}

export interface Operation {
  readonly operationId: string
  readonly parameters?: ReadonlyArray<{
    readonly name: string
    readonly in: "path" | "query" | "header"
    readonly schema: JsonSchema
  }>
  readonly requestBody?: Content
  readonly responses: Readonly<Record<string, Content>>
}

/** The document that the service answers with. */
export const document = JSON.parse(
  readFileSync(new URL("../../../http/openapi.json", import.meta.url), "utf8")
) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> }
}

/** Every operation, with its path and its method. */
export const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({
    path,
    method: method.toUpperCase(),
    ...operation
  }))
)

/** Methods that are called otherwise than their operation is. */
const names: Readonly<Record<string, string>> = { "emails.batch": "emails.sendBatch" }

/** The group and the name of an operation's method. */
export const nameOf = ({ operationId }: Operation): string => names[operationId] ?? operationId

/**
 * The members that one of several choices has, each by itself: `oneOf` and `anyOf` of nothing but
 * `required`.
 */
export const choicesOf = ({ anyOf, oneOf, required }: JsonSchema): ReadonlyArray<string> => [
  ...(required ?? []),
  ...(anyOf ?? oneOf ?? []).flatMap(choicesOf)
]

/** An object with one of the choices: the members of the others of `oneOf` aren't there. */
const objectsOf = (schema: JsonSchema, either: ReadonlyArray<JsonSchema>): string =>
  either
    .flatMap((choice) => {
      const others = either.filter((other) => other !== choice).flatMap(choicesOf)
      return choicesOf(choice).map((name) => {
        const { [name]: chosen = {}, ...rest } = schema.properties ?? {}
        const left = Object.fromEntries(
          Object.entries(rest).filter(([member]) => !others.includes(member))
        )
        const absent = others.map((other) => `${JSON.stringify(other)}?: undefined`).join("; ")
        return `(${objectOf({ properties: { ...left, [name]: chosen }, required: [...(schema.required ?? []), name] })} & { ${absent} })`
      })
    })
    .join(" | ")

const objectOf = ({ additionalProperties, properties = {}, required = [] }: JsonSchema): string => {
  const members = Object.entries(properties).map(
    ([name, schema]) =>
      `${JSON.stringify(name)}${required.includes(name) ? "" : "?"}: ${typeOf(schema)}`
  )
  if (members.length > 0) return `{ ${members.join("; ")} }`
  return `Record<string, ${typeof additionalProperties === "object" ? typeOf(additionalProperties) : "unknown"}>`
}

/** The type that a schema stands for, in TypeScript. */
export const typeOf = (schema: JsonSchema): string => {
  if (schema.$ref !== undefined) return schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1)
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined)
    return schema.enum.map((value) => JSON.stringify(value)).join(" | ")
  const either = schema.anyOf ?? schema.oneOf
  if (either !== undefined) return `(${either.map(typeOf).join(" | ")})`
  if (typeof schema.type === "object")
    return `(${schema.type.map((type) => typeOf({ ...schema, type })).join(" | ")})`
  switch (schema.type) {
    case "array":
      return `Array<${typeOf(schema.items ?? {})}>`
    case "object":
      return schema.allOf?.[0]?.oneOf === undefined
        ? objectOf(schema)
        : objectsOf(schema, schema.allOf[0].oneOf)
    case "integer":
      return "number"
    case undefined:
      return "unknown"
    default:
      return schema.type
  }
}

/** What a good answer holds. */
export const answerOf = ({ responses }: Operation): string =>
  [
    ...new Set(
      Object.entries(responses)
        .filter(([status]) => status.startsWith("2"))
        .map(([, { content }]) => typeOf(content?.["application/json"]?.schema ?? {}))
    )
  ].join(" | ")

/** The type of a good answer. */
export const producedBy = ({ responses }: Operation): string =>
  Object.keys(responses["200"]?.content ?? responses["201"]?.content ?? {})[0] ?? ""

/** The name of what a request holds; undefined if it holds nothing. */
export const bodyOf = ({ requestBody }: Operation): string | undefined => {
  const schema = requestBody?.content?.["application/json"]?.schema
  return schema === undefined ? undefined : typeOf(schema)
}

/** The least that fits a schema: what is required, and one of each list. */
export const sampleOf = (schema: JsonSchema): unknown => {
  if (schema.$ref !== undefined)
    return sampleOf(
      document.components.schemas[schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1)] ?? {}
    )
  if (schema.const !== undefined) return schema.const
  if (schema.enum !== undefined) return schema.enum[0]
  const either = schema.anyOf ?? schema.oneOf
  if (either !== undefined) return sampleOf(either[0] ?? {})
  const type = typeof schema.type === "object" ? schema.type[0] : schema.type
  if (type === "object")
    return Object.fromEntries(
      (schema.required ?? []).map((name) => [name, sampleOf(schema.properties?.[name] ?? {})])
    )
  if (type === "array") return [sampleOf(schema.items ?? {})]
  if (type === "boolean") return false
  if (type === "integer" || type === "number") return 0
  return type === "string" ? "" : null
}
