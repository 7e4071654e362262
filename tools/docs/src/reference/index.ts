import { slug } from "../markdown/index.js"
import type { OpenApi } from "./openApi.js"
import { operationPart, type Placed, webhookParts } from "./operations.js"
import { tableOf } from "./schemas.js"

export { type OpenApi, type Operation, openApiFile, readOpenApi } from "./openApi.js"

/** A page that is made, not written. */
export interface MadePage {
  /** Its path on the site: `http-reference/emails.md`. */
  readonly path: string
  readonly title: string
  readonly text: string
}

const folder = "http-reference"

const placed = ({ paths }: OpenApi): ReadonlyArray<Placed> =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation }))
  )

const page = (title: string, parts: ReadonlyArray<string>, name = slug(title)): MadePage => ({
  path: `${folder}/${name}.md`,
  title,
  text: `${[`# ${title}`, ...parts].join("\n\n")}\n`
})

/**
 * The reference: a page for each group of operations, one for what is posted to webhooks and one
 * for all schemas.
 */
export const referencePages = (document: OpenApi): ReadonlyArray<MadePage> => {
  const { schemas } = document.components
  const groups = document.tags.map(({ name }) =>
    page(
      name,
      placed(document)
        .filter(({ operation }) => operation.tags.includes(name))
        .map((one) => operationPart(one, schemas))
    )
  )
  const events = Object.fromEntries(
    Object.entries(document.webhooks).flatMap(([name, { post }]) =>
      post === undefined ? [] : [[name, post] as const]
    )
  )
  return [
    ...groups,
    page("Webhook requests", [
      "What is posted to webhook endpoints: [webhooks.md](../webhooks.md) says how it is signed and tried again.",
      ...webhookParts(events)
    ]),
    page(
      "Schemas",
      Object.entries(schemas).map(([name, schema]) =>
        [
          `## ${name}`,
          ...(schema.description === undefined ? [] : [schema.description]),
          tableOf(schema)
        ].join("\n\n")
      )
    )
  ]
}

/** A list of every operation, with links to them. */
export const operationList = (document: OpenApi): string =>
  [
    "| | |",
    "| --- | --- |",
    ...placed(document).map(
      ({ method, operation, path }) =>
        `| \`${method.toUpperCase()} ${path}\` | [${operation.summary}](${folder}/${slug(operation.tags[0] ?? "")}.md#${slug(operation.summary)}) |`
    )
  ].join("\n")
