/** Makes the client's types of the interface's schemas. */
import {
  allOperations,
  type Definitions,
  errorTable,
  makeJsonSchema,
  PageRequest,
  wireMembersOf
} from "@telemark/contract"
import { openApiDocument } from "@telemark/http"
import { type Schema, SchemaAST as AST } from "effect"
import { choicesOf, type JsonSchema } from "../support/openApi.js"

const nameIn = ($ref: string): string => $ref.slice($ref.lastIndexOf("/") + 1)

/**
 * The types of queries, and that of pages alone, by which the methods that read all pages leave
 * their members out.
 */
const queries = new Map(
  [PageRequest, ...allOperations.map(({ operation: { query } }) => query)].flatMap((query) => {
    const name = query === undefined ? undefined : AST.resolveIdentifier(query.ast)
    return query === undefined || name === undefined ? [] : [[name, query] as const]
  })
)

const definitions: Definitions = {}

/** A schema by itself, or a reference to one of `definitions`. */
const written = makeJsonSchema(definitions, "#/$defs/") as (schema: Schema.Top) => JsonSchema

const jsonOf = (schema: Schema.Top): JsonSchema => {
  const { $ref = "" } = written(schema)
  return definitions[nameIn($ref)] as JsonSchema
}

const schemas: Readonly<Record<string, JsonSchema>> = {
  ...(openApiDocument().components.schemas as unknown as Readonly<Record<string, JsonSchema>>),
  ...Object.fromEntries([...queries].map(([name, query]) => [name, jsonOf(query)]))
}

/** What the client has types of its own for: events, and what becomes of a batch. */
const elsewhere = new Set([
  "EmailEvent",
  "EmailEventData",
  "EventType",
  "BatchResult",
  "AcceptedEntry",
  "RefusedEntry",
  "SendBatch",
  ...Object.keys(errorTable)
])

/** Names that the client has for a part of what a send holds: all but what it says, and that. */
const partNames: Readonly<Record<string, readonly [rest: string, choice: string]>> = {
  SendRequest: ["SendEnvelope", "SendContent"]
}

/** Schemas that requests are made of: of these, what may be left out may be undefined. */
const inRequests = (() => {
  const found = new Set<string>()
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return
    for (const [key, child] of Object.entries(value)) {
      if (key === "$ref" && typeof child === "string" && !found.has(nameIn(child))) {
        found.add(nameIn(child))
        visit(schemas[nameIn(child)])
      } else visit(child)
    }
  }
  for (const item of Object.values(openApiDocument().paths))
    for (const operation of Object.values(item))
      visit((operation as { readonly requestBody?: unknown }).requestBody)
  for (const name of queries.keys()) found.add(name)
  return found
})()

const isNamed = (name: string): boolean => {
  const { anyOf, enum: literals, type } = schemas[name] ?? {}
  return literals !== undefined || type === "object" || anyOf !== undefined
}

const refOf = (name: string): string =>
  name === "EventType"
    ? "WebhookEventType"
    : isNamed(name)
      ? name
      : typeOf(schemas[name] ?? {}, false)

/** The type that a schema stands for. */
const typeOf = (schema: JsonSchema, isRequest: boolean): string => {
  if (schema.$ref !== undefined) return refOf(nameIn(schema.$ref))
  if (schema.allOf?.[0]?.$ref !== undefined) return typeOf(schema.allOf[0], isRequest)
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined)
    return schema.enum.map((value) => JSON.stringify(value)).join(" | ")
  if (schema.anyOf !== undefined)
    return [...new Set(schema.anyOf.map((one) => typeOf(one, isRequest)))].join(" | ")
  switch (schema.type) {
    case "array":
      return `ReadonlyArray<${typeOf(schema.items ?? {}, isRequest)}>`
    case "object":
      return schema.properties !== undefined && Object.keys(schema.properties).length > 0
        ? `{ ${membersOf(schema, isRequest)
            .map(({ line }) => line)
            .join("; ")} }`
        : `Readonly<Record<string, ${typeof schema.additionalProperties === "object" ? typeOf(schema.additionalProperties, isRequest) : "unknown"}>>`
    case "integer":
      return "number"
    case "string":
      return schema.contentEncoding === "base64" ? "string | Uint8Array" : "string"
    case undefined:
      return "unknown"
    default:
      return String(schema.type)
  }
}

const membersOf = ({ properties = {}, required = [] }: JsonSchema, isRequest: boolean) =>
  Object.entries(properties).map(([name, schema]) => {
    const isOptional = !required.includes(name)
    const type = typeOf(schema, isRequest)
    return {
      description: schema.description,
      line: `readonly ${name}${isOptional ? "?" : ""}: ${type}${isOptional && isRequest ? " | undefined" : ""}`
    }
  })

const comment = (text: string | undefined, indentation = ""): string =>
  text === undefined || text === "" ? "" : `${indentation}/** ${text} */\n`

const interfaceOf = (name: string, schema: JsonSchema, isRequest: boolean): string => {
  const members = membersOf(schema, isRequest).map(
    ({ description, line }) => `${comment(description, "  ")}  ${line}\n`
  )
  return `${comment(schema.description)}export interface ${name} {\n${members.join("")}}\n`
}

/**
 * An object that has one of some members, or of those that go together: the rest of it, and one
 * type for each choice.
 */
const choiceOf = (name: string, schema: JsonSchema, choices: ReadonlyArray<JsonSchema>): string => {
  const [rest, choice] = partNames[name] ?? [`${name}Rest`, `${name}Choice`]
  const all = choices.flatMap(choicesOf)
  const properties = schema.properties ?? {}
  const without: JsonSchema = {
    ...schema,
    properties: Object.fromEntries(
      Object.entries(properties).filter(([member]) => !all.includes(member))
    )
  }
  const alternatives = choices.flatMap((one) => {
    const together = choicesOf(one)
    return together.map((chosen) =>
      all
        .map((member) => {
          const type = typeOf(properties[member] ?? {}, true)
          if (member === chosen) return `readonly ${member}: ${type}`
          return `readonly ${member}?: ${together.includes(member) ? `${type} | ` : ""}undefined`
        })
        .join("; ")
    )
  })
  return [
    interfaceOf(rest, without, true),
    `/** ${all.map((member) => `\`${member}\`: ${(properties[member]?.description ?? "").replace(/\.$/, "")}.`).join(" ")} */\n` +
      `export type ${choice} =\n${alternatives.map((members) => `  | { ${members} }`).join("\n")}\n`,
    `export type ${name} = ${rest} & ${choice}\n`
  ].join("\n")
}

const declare = (name: string): string => {
  const schema = schemas[name] ?? {}
  const choices = schema.allOf?.[0]?.oneOf
  if (choices !== undefined) return choiceOf(name, schema, choices)
  if (schema.type === "object" && Object.keys(schema.properties ?? {}).length > 0)
    return interfaceOf(name, schema, inRequests.has(name))
  return `${comment(schema.description)}export type ${name} = ${typeOf(schema, inRequests.has(name))}\n`
}

/** Begins each generated file. */
export const banner = "// Made of @telemark/contract: change that, then run `npm run generate`.\n"

/** The file of types, which is as long as the interface is large. */
export const typesFile = (): string =>
  [
    `${banner}// One file, however long: it is read beside the OpenAPI document.\nimport type { WebhookEventType } from "../Webhooks/index.js"\n`,
    ...Object.keys(schemas)
      .filter((name) => isNamed(name) && !elsewhere.has(name))
      .map(declare)
  ].join("\n")

/** What a named schema of the contract is called in the client. */
export const typeNameOf = (schema: Schema.Top): string => String(AST.resolveIdentifier(schema.ast))

/** The names of a schema's members. */
export const memberNamesOf = (schema: Schema.Top): ReadonlyArray<string> =>
  wireMembersOf(schema).map(({ name }) => name)

/** The type of a member of a schema, or of what a list holds. */
export const memberTypeOf = (schema: Schema.Top, member: string): string =>
  typeOf((schemas[typeNameOf(schema)] ?? jsonOf(schema)).properties?.[member] ?? {}, true)

/** The type that a schema by itself stands for. */
export const typeOfSchema = (schema: Schema.Top): string => typeOf(written(schema), false)

/** Whether a member of a schema is a list. */
export const isList = (schema: Schema.Top, member: string): boolean =>
  schemas[typeNameOf(schema)]?.properties?.[member]?.type === "array"
