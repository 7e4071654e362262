import { Schema, SchemaAST as AST } from "effect"

export const required = <A, I>(schema: Schema.Schema<A, I>, description: string) =>
  Schema.propertySignature(schema).annotations({ description })

export const optional = <A, I>(schema: Schema.Schema<A, I>, description: string) =>
  Schema.optional(schema).annotations({ description })

// Members of answers have no refinements, because encoding an answer must not fail.

/**
 * A `jsonSchema` annotation replaces the schema's description for the library, while `orNull` reads
 * the latter. So both get it.
 */
const shownAs = (jsonSchema: object, description: string) => ({
  jsonSchema: { ...jsonSchema, description },
  description
})

export const text = (description: string) => Schema.String.annotations({ description })

export const count = (description: string) =>
  Schema.Number.annotations(shownAs({ type: "integer" }, description))

export const flag = (description: string) => Schema.Boolean.annotations({ description })

/** An instant: RFC 3339, UTC, with milliseconds. */
export const instant = (description: string) =>
  Schema.String.annotations(shownAs({ type: "string", format: "date-time" }, description))

export const texts = (description: string) =>
  Schema.Array(Schema.String).annotations({ description })

/** The schema or null, with the schema's description. */
export const orNull = <A, I>(schema: Schema.Schema<A, I>) => {
  const description = schema.ast.annotations[AST.DescriptionAnnotationId] as string | undefined
  return description === undefined
    ? Schema.NullOr(schema)
    : Schema.NullOr(schema).annotations({ description })
}

const JsonRecord = Schema.Record({ key: Schema.String, value: Schema.Unknown })

/** An object with values of any type, as the caller gave it. */
export const anyObject = (description: string) =>
  JsonRecord.annotations(shownAs({ type: "object" }, description))

export const textByName = (description: string) =>
  Schema.Record({ key: Schema.String, value: Schema.String }).annotations(
    shownAs({ type: "object", additionalProperties: { type: "string" } }, description)
  )

/** What answers have beside their own members if their query has unknown parameters. */
export const queryWarnings = {
  warnings: Schema.optional(
    texts("The unknown parameters of the query, which were ignored, with what was probably meant.")
  )
}

export const listOf = <A, I>(identifier: string, description: string, item: Schema.Schema<A, I>) =>
  Schema.Struct({
    data: Schema.Array(item).annotations({ description }),
    ...queryWarnings
  }).annotations({ identifier })

export const pageOf = <A, I>(identifier: string, description: string, item: Schema.Schema<A, I>) =>
  Schema.Struct({
    data: Schema.Array(item).annotations({ description }),
    limit: count("The maximum number of entries of the page."),
    offset: count("The number of skipped entries."),
    ...queryWarnings
  }).annotations({ identifier })

/** The answer of operations that return nothing else. */
export const Success = Schema.Struct({
  success: Schema.Literal(true),
  ...queryWarnings
}).annotations({ identifier: "Success", description: "The operation succeeded." })
export type Success = typeof Success.Type

export const success: Success = { success: true }
