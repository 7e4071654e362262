import { curlOf } from "./curl.js"
import type { Operation, Schema } from "./openApi.js"
import { nameOf, remarks, tableOf, typeOf } from "./schemas.js"

/** An operation and where it is. */
export interface Placed {
  readonly method: string
  readonly path: string
  readonly operation: Operation
}

const fence = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\``

const parametersOf = ({ parameters = [] }: Operation): ReadonlyArray<string> =>
  parameters.length === 0
    ? []
    : [
        [
          "| Parameter | In | Type | | |",
          "| --- | --- | --- | --- | --- |",
          ...parameters.map((one) => {
            const always = one.required === true ? "always" : "optional"
            return `| \`${one.name}\` | ${one.in} | ${typeOf(one.schema)} | ${always} | ${remarks(one.schema, one.description)} |`
          })
        ].join("\n")
      ]

const bodyOf = (
  operation: Operation,
  resolve: (schema: Schema) => Schema
): ReadonlyArray<string> => {
  const content = operation.requestBody?.content["application/json"]
  if (content === undefined) return []
  const optional = operation.requestBody?.required === true ? "" : ", which may be left out"
  const intro = content.schema.$ref === undefined ? "" : `: ${typeOf(content.schema)}`
  return [`**Body**${intro}${optional}`, tableOf(resolve(content.schema))]
}

const answersOf = ({ responses }: Operation): ReadonlyArray<string> => [
  [
    "| Status | Answer | |",
    "| --- | --- | --- |",
    ...Object.entries(responses).map(([status, { content, description }]) => {
      const schema = content?.["application/json"]?.schema
      return `| ${status} | ${schema === undefined ? "" : typeOf(schema)} | ${description.replaceAll("|", "\\|")} |`
    })
  ].join("\n")
]

const scopeOf = (operation: Operation): ReadonlyArray<string> =>
  operation["x-required-scope"] === undefined ? [] : [`Scope \`${operation["x-required-scope"]}\`.`]

const resolver =
  (schemas: Readonly<Record<string, Schema>>) =>
  (schema: Schema): Schema =>
    schema.$ref === undefined ? schema : (schemas[nameOf(schema.$ref)] ?? schema)

/** The part of a page that is about one operation. */
export const operationPart = (
  { method, operation, path }: Placed,
  schemas: Readonly<Record<string, Schema>>
): string =>
  [
    `## ${operation.summary}`,
    fence("http", `${method.toUpperCase()} ${path}`),
    ...(operation.description === undefined ? [] : [operation.description]),
    ...scopeOf(operation),
    ...parametersOf(operation),
    ...bodyOf(operation, resolver(schemas)),
    fence("sh", curlOf(method, path, operation)),
    ...answersOf(operation)
  ].join("\n\n")

/** What is posted to webhooks: the same for every kind of event. */
export const webhookParts = (
  webhooks: Readonly<Record<string, Operation>>
): ReadonlyArray<string> => {
  const kinds = Object.entries(webhooks).map(
    ([name, { summary }]) => `| \`${name}\` | ${summary} |`
  )
  const [any] = Object.values(webhooks)
  return [
    ["| Kind | What happened |", "| --- | --- |", ...kinds].join("\n"),
    ...(any === undefined
      ? []
      : [
          ...parametersOf(any),
          "**Body**: [EmailEvent](schemas.md#emailevent), whose `type` is the kind.",
          "What you answer:",
          ...answersOf(any)
        ])
  ]
}
