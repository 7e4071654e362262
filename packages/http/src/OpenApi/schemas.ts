import { JSONSchema, type Schema } from "effect"

interface Node {
  readonly [key: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Effect's default title for a filter. */
const isFilterName = (title: unknown): boolean =>
  title === "unknown" || (typeof title === "string" && /^\w+\(.*\)$/.test(title))

/** Effect's default description of a bound, which repeats the keywords. */
const isBoundInWords = (description: unknown): boolean =>
  typeof description === "string" &&
  /^an? (?:string|array|integer|positive|number)\b.*(?:long|item\(s\)|between .*)$/.test(
    description
  )

/** Removes a description from the variants of a nullable schema if the whole has the same. */
const describedOnce = (description: unknown, anyOf: unknown): object =>
  Array.isArray(anyOf)
    ? {
        anyOf: anyOf.map((one: unknown) =>
          isNode(one) && one["description"] === description
            ? { ...one, description: undefined }
            : one
        )
      }
    : {}

const tidyNode = (node: Node): Node => {
  const { $id, allOf, description, title, ...others } = node
  const rest =
    description === undefined
      ? others
      : { ...others, ...describedOnce(description, others["anyOf"]) }
  if (typeof $id === "string" && $id.startsWith("/schemas/"))
    return description === undefined ? {} : { description }
  const [only, ...more] = Array.isArray(allOf) ? (allOf as ReadonlyArray<unknown>) : []
  const described = description === undefined || isBoundInWords(description) ? {} : { description }
  if (more.length === 0 && isNode(only) && "$ref" in only) return { ...only, ...rest, ...described }
  return {
    ...rest,
    ...described,
    ...(isFilterName(title) || title === undefined ? {} : { title }),
    ...(allOf === undefined ? {} : { allOf })
  }
}

const tidy = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(tidy)
    : isNode(value)
      ? tidyNode(
          Object.fromEntries(Object.entries(value).map(([key, child]) => [key, tidy(child)]))
        )
      : value

/** Collects the schemas of a document. Each named schema is defined once and referenced. */
export const makeSchemas = () => {
  const definitions: Record<string, JSONSchema.JsonSchema7> = {}
  return {
    of: (schema: Schema.Schema.AnyNoContext): unknown =>
      tidy(
        JSONSchema.fromAST(schema.ast, {
          definitions,
          definitionPath: "#/components/schemas/",
          target: "openApi3.1",
          additionalPropertiesStrategy: "allow"
        })
      ),
    all: (): Readonly<Record<string, unknown>> =>
      tidy(definitions) as Readonly<Record<string, unknown>>
  }
}

export type Schemas = ReturnType<typeof makeSchemas>
