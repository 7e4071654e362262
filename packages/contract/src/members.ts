import { Schema, SchemaAST as AST } from "effect"

export const required = <S extends Schema.Top>(schema: S, description: string): S["Rebuild"] =>
  schema.annotateKey({ description })

export const optional = <S extends Schema.Top>(
  schema: S,
  description: string
): Schema.optional<S>["Rebuild"] => Schema.optional(schema).annotateKey({ description })

// Members of answers have no refinements: encoding an answer must not fail.

export const text = (description: string) => Schema.String.annotate({ description })

export const count = (description: string) =>
  Schema.Number.annotate({ jsonSchema: { type: "integer" }, description })

export const flag = (description: string) => Schema.Boolean.annotate({ description })

/** RFC 3339, UTC, with milliseconds. */
export const instant = (description: string) =>
  Schema.String.annotate({ format: "date-time", description })

export const list = <S extends Schema.Top>(item: S, description: string) =>
  Schema.Array(item).annotate({ description })

export const texts = (description: string) => list(Schema.String, description)

/** With the name that documents and clients have for it. */
export const named = <Fields extends Schema.Struct.Fields>(identifier: string, fields: Fields) =>
  Schema.Struct(fields).annotate({ identifier })

/** With the schema's description. */
export const orNull = <S extends Schema.Top>(schema: S) => {
  const description = AST.resolveDescription(schema.ast)
  return description === undefined
    ? Schema.NullOr(schema)
    : Schema.NullOr(schema).annotate({ description })
}

const JsonRecord = Schema.Record(Schema.String, Schema.Unknown)

/** As the caller gave it. */
export const anyObject = (description: string) =>
  JsonRecord.annotate({ jsonSchema: { type: "object" }, description })

export const textByName = (description: string) =>
  Schema.Record(Schema.String, Schema.String).annotate({ description })

/** If the query has unknown parameters. */
export const queryWarnings = {
  warnings: Schema.optional(
    texts("The unknown parameters of the query, which were ignored, with what was probably meant.")
  )
}

export const Success = Schema.Struct({
  success: Schema.Literal(true),
  ...queryWarnings
}).annotate({ identifier: "Success", description: "The operation succeeded." })
export type Success = typeof Success.Type

export const success: Success = { success: true }
