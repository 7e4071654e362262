import { Schema, SchemaAST as AST } from "effect"

/** A member that a request must have. */
export const required = <A, I>(schema: Schema.Schema<A, I>, description: string) => Schema.propertySignature(schema).annotations({ description })

/** A member that a request may leave out. */
export const optional = <A, I>(schema: Schema.Schema<A, I>, description: string) => Schema.optional(schema).annotations({ description })

/** Members of answers. They carry no refinement: what a service answers must not fail to be encoded. */

/** Where an annotation stands for the JSON schema, the library takes the description from that alone; `orNull` takes it from the schema. */
const shownAs = (jsonSchema: object, description: string) => ({ jsonSchema: { ...jsonSchema, description }, description })

/** Text, with what it says. */
export const text = (description: string) => Schema.String.annotations({ description })

/** A whole number, with what it counts. */
export const count = (description: string) => Schema.Number.annotations(shownAs({ type: "integer" }, description))

/** Whether something is so. */
export const flag = (description: string) => Schema.Boolean.annotations({ description })

/** An instant: RFC 3339, UTC, with milliseconds. */
export const instant = (description: string) => Schema.String.annotations(shownAs({ type: "string", format: "date-time" }, description))

/** A list of texts. */
export const texts = (description: string) => Schema.Array(Schema.String).annotations({ description })

/** What may be null; it is described as what it may be beside that. */
export const orNull = <A, I>(schema: Schema.Schema<A, I>) => {
  const description = schema.ast.annotations[AST.DescriptionAnnotationId] as string | undefined
  return description === undefined ? Schema.NullOr(schema) : Schema.NullOr(schema).annotations({ description })
}

const JsonRecord = Schema.Record({ key: Schema.String, value: Schema.Unknown })

/** An object of values of any type, as the caller once gave it. */
export const anyObject = (description: string) => JsonRecord.annotations(shownAs({ type: "object" }, description))

/** Texts by name. */
export const textByName = (description: string) =>
  Schema.Record({ key: Schema.String, value: Schema.String }).annotations(
    shownAs({ type: "object", additionalProperties: { type: "string" } }, description)
  )

/** A list, whole. */
export const listOf = <A, I>(identifier: string, description: string, item: Schema.Schema<A, I>) =>
  Schema.Struct({ data: Schema.Array(item).annotations({ description }) }).annotations({ identifier })

/** One page of a list. */
export const pageOf = <A, I>(identifier: string, description: string, item: Schema.Schema<A, I>) =>
  Schema.Struct({
    data: Schema.Array(item).annotations({ description }),
    limit: count("How many the page may have."),
    offset: count("How many are skipped.")
  }).annotations({ identifier })

/** The answer to what has nothing else to say. */
export const Success = Schema.Struct({ success: Schema.Literal(true) }).annotations({ identifier: "Success", description: "It is done." })
export type Success = typeof Success.Type

/** `Success`, as services answer it. */
export const success: Success = { success: true }
