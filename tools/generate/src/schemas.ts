import {
  allOperations,
  type Definitions,
  EmailEvent,
  type ErrorName,
  errorRow,
  errorsOf,
  makeJsonSchema,
  type Operation,
  OperatorWebhookEvent,
  PageRequest
} from "@telemark/contract"
import type { Schema } from "effect"

/** A schema, as far as the contract uses its keywords. */
export interface JsonSchema {
  readonly $ref?: string
  readonly type?: string
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

const definitions: Definitions = {}
const path = "#/"

/** A schema by itself; a named one is a reference. */
export const written = makeJsonSchema(definitions, path) as (schema: Schema.Top) => JsonSchema

/** The named schema that a reference stands for. */
export const nameIn = ($ref: string): string => $ref.slice(path.length)

/** A named schema of the contract. */
export const schemaOf = (name: string): JsonSchema => definitions[name] as JsonSchema

/** Whether a schema has a type of its own. Texts and numbers have none, such as addresses. */
export const isNamed = (name: string): boolean => {
  const { anyOf, enum: literals, type } = schemaOf(name)
  return literals !== undefined || type === "object" || anyOf !== undefined
}

/** A schema's name in the contract. */
export const nameOf = (schema: Schema.Top): string => nameIn(written(schema).$ref ?? "")

/**
 * What a batch takes and answers has types of its own in process and in the client, which hold the
 * errors of its entries.
 */
const ofBatches: ReadonlySet<string> = new Set(["SendBatch", "BatchResult"])

const found = (value: unknown, names: Set<string>): void => {
  if (typeof value !== "object" || value === null) return
  const { $ref } = value as JsonSchema
  const name = $ref === undefined ? undefined : nameIn($ref)
  if (name === undefined) for (const child of Object.values(value)) found(child, names)
  else if (!names.has(name) && !ofBatches.has(name)) {
    names.add(name)
    found(schemaOf(name), names)
  }
}

/** The names of all schemas that these operations, these errors and the events are made of. */
export const namesIn = (
  operations: ReadonlyArray<Operation>,
  errors: Iterable<ErrorName>
): ReadonlyArray<string> => {
  const names = new Set<string>()
  for (const schema of [
    ...operations.flatMap(({ body, query, response }) => [body, query, response]),
    ...[...errors].map((name) => errorRow(name).details),
    EmailEvent,
    OperatorWebhookEvent,
    PageRequest
  ])
    if (schema !== undefined) found(written(schema), names)
  return [...names]
}

const operations = allOperations.map(({ operation }) => operation)

/** All errors of the interface: those of operations, and of paths that no operation has. */
export const allErrors = new Set<ErrorName>([...operations.flatMap(errorsOf), "MethodNotAllowed"])

/** The names of all schemas of the interface. */
export const allNames = namesIn(operations, allErrors)
