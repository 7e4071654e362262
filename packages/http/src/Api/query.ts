import { Limit, Offset } from "@telemark/core"
import { Schema } from "effect"

const IntegerText = Schema.String.pipe(Schema.pattern(/^-?\d{1,15}$/, { message: () => "must be an integer" }))

const fromText = (number: Schema.Schema<number>, jsonSchema: object) =>
  Schema.optional(
    Schema.transform(IntegerText, number, { strict: true, decode: Number, encode: String }).annotations({ jsonSchema })
  )

/** `limit` and `offset` of a list. */
export const pageQuery = {
  limit: fromText(Limit, { type: "integer", minimum: 1, maximum: 100, default: 50, description: "How many at most." }),
  offset: fromText(Offset, { type: "integer", minimum: 0, default: 0, description: "How many to skip." })
}

/** All problems of a query are told at once. */
export const query = <Fields extends Schema.Struct.Fields>(fields: Fields) =>
  Schema.Struct(fields).annotations({ parseOptions: { errors: "all" } })
