import { type Definitions, type JsonSchema, makeJsonSchema } from "@telemark/contract"

/** Collects the schemas of a document. Each named schema is defined once and referenced. */
export const makeSchemas = () => {
  const definitions: Definitions = {}
  const of = makeJsonSchema(definitions, "#/components/schemas/")
  return {
    of,
    all: (): Readonly<Record<string, JsonSchema>> => definitions
  }
}

export type Schemas = ReturnType<typeof makeSchemas>
