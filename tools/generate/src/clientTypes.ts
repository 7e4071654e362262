/** Writes the client's types from the schemas of requests, answers and events. */
import type { Schema } from "effect"
import { allNames, isNamed, type JsonSchema, nameIn, nameOf, schemaOf, written } from "./schemas.js"

/** What the client calls otherwise than the contract, because its users get events by webhooks. */
const ownNames: Readonly<Record<string, string>> = {
  EmailEvent: "WebhookEvent",
  EmailEventData: "WebhookEventData",
  EventType: "WebhookEventType"
}

/** The two parts of a send: who gets it and how, and what it says. */
const partNames: Readonly<Record<string, readonly [rest: string, choice: string]>> = {
  SendRequest: ["SendEnvelope", "SendContent"]
}

const refOf = (name: string): string =>
  isNamed(name) ? (ownNames[name] ?? name) : typeOf(schemaOf(name))

/** The type that a schema stands for. */
const typeOf = (schema: JsonSchema): string => {
  const { $ref, additionalProperties, anyOf, contentEncoding, enum: literals, items } = schema
  if ($ref !== undefined) return refOf(nameIn($ref))
  if (literals !== undefined) return literals.map((value) => JSON.stringify(value)).join(" | ")
  if (anyOf !== undefined) return [...new Set(anyOf.map(typeOf))].join(" | ")
  switch (schema.type) {
    case "array":
      return `ReadonlyArray<${typeOf(items ?? {})}>`
    case "object":
      return isEmpty(schema)
        ? `Readonly<Record<string, ${typeof additionalProperties === "object" ? typeOf(additionalProperties) : "unknown"}>>`
        : `{ ${membersOf(schema)
            .map(({ line }) => line)
            .join("; ")} }`
    case "integer":
      return "number"
    case "string":
      return contentEncoding === "base64" ? "string | Uint8Array" : "string"
    default:
      return schema.type ?? "unknown"
  }
}

const isEmpty = ({ properties = {} }: JsonSchema): boolean => Object.keys(properties).length === 0

const membersOf = ({ properties = {}, required = [] }: JsonSchema) =>
  Object.entries(properties).map(([name, schema]) => ({
    description: schema.description,
    line: required.includes(name)
      ? `readonly ${name}: ${typeOf(schema)}`
      : `readonly ${name}?: ${typeOf(schema)} | undefined`
  }))

const comment = (text = "", indentation = ""): string =>
  text === "" ? "" : `${indentation}/** ${text} */\n`

const interfaceOf = (name: string, schema: JsonSchema): string => {
  const members = membersOf(schema).map(
    ({ description, line }) => `${comment(description, "  ")}  ${line}\n`
  )
  return `${comment(schema.description)}export interface ${name} {\n${members.join("")}}\n`
}

/** The members that a choice requires: all of `required`, or one of several. */
const choicesOf = ({ anyOf, oneOf, required = [] }: JsonSchema): ReadonlyArray<string> => [
  ...required,
  ...(anyOf ?? oneOf ?? []).flatMap(choicesOf)
]

/**
 * An object that has one of some members, or of those that go together: the rest of it, and one
 * type for each choice.
 */
const choiceOf = (name: string, schema: JsonSchema, choices: ReadonlyArray<JsonSchema>): string => {
  const [rest, choice] = partNames[name] ?? [`${name}Rest`, `${name}Choice`]
  const all = choices.flatMap(choicesOf)
  const properties = schema.properties ?? {}
  const others = Object.entries(properties).filter(([member]) => !all.includes(member))
  const alternatives = choices.flatMap((one) => {
    const together = choicesOf(one)
    return together.map((chosen) =>
      all
        .map((member) => {
          const type = typeOf(properties[member] ?? {})
          if (member === chosen) return `readonly ${member}: ${type}`
          return `readonly ${member}?: ${together.includes(member) ? `${type} | ` : ""}undefined`
        })
        .join("; ")
    )
  })
  const says = all.map((member) => {
    const description = properties[member]?.description ?? ""
    return `\`${member}\`: ${description.replace(/\.$/, "")}.`
  })
  return [
    interfaceOf(rest, { ...schema, properties: Object.fromEntries(others) }),
    `${comment(says.join(" "))}export type ${choice} =\n${alternatives.map((members) => `  | { ${members} }`).join("\n")}\n`,
    `export type ${name} = ${rest} & ${choice}\n`
  ].join("\n")
}

/** Events have one type for each kind, so that they can be told apart by it. */
const eventOf = (schema: JsonSchema): string =>
  `${interfaceOf("WebhookEventOf<Type extends WebhookEventType>", schema)
    .replace("export ", "")
    .replace("type: WebhookEventType", "type: Type")}
/** An event. Distinguish them by \`type\`; later versions may add types and members. */
export type WebhookEvent = { readonly [Type in WebhookEventType]: WebhookEventOf<Type> }[WebhookEventType]
`

/** Types of events are values, too: `webhookEventTypes` beside `WebhookEventType`. */
const eventTypesOf = (name: string, { description, enum: literals = [] }: JsonSchema): string => {
  const values = `${name.charAt(0).toLowerCase()}${name.slice(1)}s`
  return `${comment(description)}export const ${values} = [${literals.map((one) => JSON.stringify(one)).join(", ")}] as const

/** A type of event. */
export type ${name} = (typeof ${values})[number]
`
}

const declare = (name: string): string => {
  const schema = schemaOf(name)
  const choices = schema.allOf?.[0]?.oneOf
  if (name === "EmailEvent") return eventOf(schema)
  if (name.endsWith("EventType")) return eventTypesOf(refOf(name), schema)
  if (choices !== undefined) return choiceOf(name, schema, choices)
  if (schema.type === "object" && !isEmpty(schema)) return interfaceOf(refOf(name), schema)
  return `${comment(schema.description)}export type ${name} = ${typeOf(schema)}\n`
}

const named = allNames.filter(isNamed)

/** The types of requests, answers and events. */
export const clientTypes = (): string => named.map(declare).join("\n")

/** What a named schema of the contract is called in the client. */
export const typeNameOf = (schema: Schema.Top): string => refOf(nameOf(schema))

/** The type of a member of a schema. */
export const memberTypeOf = (schema: Schema.Top, member: string): string =>
  typeOf(schemaOf(nameOf(schema)).properties?.[member] ?? {})

/** The type that a schema by itself stands for. */
export const typeOfSchema = (schema: Schema.Top): string => typeOf(written(schema))

/** Whether a member of a schema is a list. */
export const isList = (schema: Schema.Top, member: string): boolean =>
  schemaOf(nameOf(schema)).properties?.[member]?.type === "array"

/** An import of the types that a text mentions outside of comments and strings. */
export const importOfTypes = (text: string): string => {
  const code = text.replaceAll(/\/\*\*.*?\*\/|"(?:[^"\\]|\\.)*"/g, "")
  const declared = new Set(named.map(refOf))
  const mentioned = [...declared].filter((name) => new RegExp(`\\b${name}\\b`).test(code))
  return `import type { ${mentioned.sort().join(", ")} } from "./types.js"\n`
}
