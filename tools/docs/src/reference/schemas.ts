import type { Schema } from "./openApi.js"

/** The name of the schema that a reference leads to. */
export const nameOf = (reference: string): string => reference.slice(reference.lastIndexOf("/") + 1)

const code = (text: string): string => `\`${text}\``
const inCell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("\n", " ")

const link = (name: string): string => `[${name}](schemas.md#${name.toLowerCase()})`

const isNull = ({ type }: Schema): boolean => type === "null"

/** What a value is, in a few words: `string (date-time) or null`, with links to named schemas. */
export const typeOf = (schema: Schema): string => {
  if (schema.$ref !== undefined) return link(nameOf(schema.$ref))
  if (schema.anyOf !== undefined) {
    const others = schema.anyOf.filter((one) => !isNull(one)).map(typeOf)
    return [...others, ...(schema.anyOf.some(isNull) ? ["null"] : [])].join(" or ")
  }
  if (schema.allOf !== undefined) return schema.allOf.map(typeOf).join(" with ")
  if (schema.const !== undefined) return code(JSON.stringify(schema.const))
  if (schema.enum !== undefined)
    return schema.enum.map((value) => code(JSON.stringify(value))).join(", ")
  if (schema.type === "array")
    return schema.items === undefined ? "array" : `array of ${typeOf(schema.items)}`
  if (schema.type === "object") {
    const values = schema.additionalProperties
    const isMap = typeof values === "object" && Object.keys(schema.properties ?? {}).length === 0
    return isMap && Object.keys(values).length > 0 ? `object of ${typeOf(values)}` : "object"
  }
  const format = schema.format ?? schema.contentEncoding
  return `${schema.type ?? "any value"}${format === undefined ? "" : ` (${format})`}`
}

const range = (
  least: number | undefined,
  max: number | undefined,
  unit: string
): ReadonlyArray<string> => {
  const few = least === undefined || least === 0
  if (few && max === undefined) return []
  if (few) return [`at most ${String(max)}${unit}`]
  return [
    max === undefined
      ? `at least ${String(least)}${unit}`
      : `${String(least)} to ${String(max)}${unit}`
  ]
}

/**
 * Sentences that only repeat what `range` says: the library that makes the document writes them.
 */
const repeats =
  /^an? (?:string|array|number|integer)\b.*(?:\d+ (?:character|item)\(s\)( long)?|integer|between .*|greater than .*|less than .*)$/

/** The rules that a value keeps beside its type: `1 to 255 characters`. */
export const rulesOf = (schema: Schema): ReadonlyArray<string> => [
  ...range(schema.minLength, schema.maxLength, " characters"),
  ...range(schema.minItems, schema.maxItems, " items"),
  ...range(schema.minimum, schema.maximum, ""),
  ...(schema.maxProperties === undefined
    ? []
    : [`at most ${String(schema.maxProperties)} members`]),
  ...(schema.pattern === undefined ? [] : [`matches ${code(schema.pattern)}`]),
  ...(schema.default === undefined ? [] : [`by default ${code(String(schema.default))}`]),
  ...(schema.anyOf ?? []).flatMap(rulesOf)
]

/** What is said of a value: its description, then its rules. */
export const remarks = (schema: Schema, description = schema.description ?? ""): string => {
  const said = repeats.test(description) ? "" : description
  const rules = rulesOf(schema).join(", ")
  return inCell(
    [said, rules === "" ? "" : `${rules.charAt(0).toUpperCase()}${rules.slice(1)}.`]
      .filter((part) => part !== "")
      .join(" ")
  )
}

const row = (path: string, schema: Schema, isRequired: boolean): string =>
  `| ${code(path)} | ${inCell(typeOf(schema))} | ${isRequired ? "always" : "optional"} | ${remarks(schema)} |`

/**
 * The rows of an object's members; those of objects without a name stand below it with their paths.
 */
const rows = (schema: Schema, prefix: string): ReadonlyArray<string> =>
  Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
    const path = `${prefix}${name}`
    const inner = member.items?.properties === undefined ? member : member.items
    const below = rows(inner, inner === member ? `${path}.` : `${path}[].`)
    return [row(path, member, schema.required?.includes(name) ?? false), ...below]
  })

/** A table of the members of an object, or what else the schema is in one sentence. */
export const tableOf = (schema: Schema): string => {
  const members = rows(schema, "")
  if (members.length > 0)
    return ["| Member | Type | | |", "| --- | --- | --- | --- |", ...members].join("\n")
  const said = remarks(schema, "")
  return `${typeOf({ ...schema, description: "" })}${said === "" ? "" : `. ${said}`}`
}
