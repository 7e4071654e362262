import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import { Schema } from "effect"

/** Numbers of answers carry no refinement: what core's types allow must not fail to be encoded. */
export const WholeNumber = Schema.Number.annotations({ jsonSchema: { type: "integer" } })

export const Instant = Schema.String.annotations({
  jsonSchema: { type: "string", format: "date-time" },
  description: "RFC 3339, UTC, with milliseconds."
})

const JsonRecord = Schema.Record({ key: Schema.String, value: Schema.Unknown })

/** An object of values of any type, as the caller once gave it. */
export const AnyObject = JsonRecord.annotations({ jsonSchema: { type: "object" } })

/** Names and values of tags. */
export const TagsObject = Schema.Record({ key: Schema.String, value: Schema.String }).annotations({
  jsonSchema: { type: "object", additionalProperties: { type: "string" }, description: "Empty if it has none." }
})

export const Success = Schema.Struct({ success: Schema.Boolean }).annotations({ identifier: "Success" })

/** A page of a list. */
export const pageOf = <A extends Schema.Schema.AnyNoContext>(identifier: string, item: A) =>
  Schema.Struct({ data: Schema.Array(item), limit: WholeNumber, offset: WholeNumber }).annotations({ identifier })

/** An answer whose status is chosen by the handler. */
export const answered = <A, I>(status: number, identifier: string, schema: Schema.Schema<A, I>): Schema.Schema<A, I> =>
  schema.annotations(HttpApiSchema.annotations({ status, identifier }))
