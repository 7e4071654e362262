/**
 * Makes the client's methods of the interface's table of operations: their types, and what each
 * asks for.
 */
import {
  allOperations,
  type GroupName,
  groups,
  type NamedOperation,
  type Operation,
  operations,
  pathParametersOf,
  repeatOf
} from "@telemark/contract"
import { banner, isList, memberNamesOf, memberTypeOf, typeNameOf } from "./types.js"

const capital = (text: string): string => (text[0] ?? "").toUpperCase() + text.slice(1)

const parametersOf = (operation: Operation) =>
  pathParametersOf(operation).map(
    ({ isNumber, name }) => `${name}: ${isNumber === true ? "number" : "string"}`
  )

const requestOf = ({
  argument,
  body,
  consumes,
  isBodyOptional,
  query
}: Operation): ReadonlyArray<string> => {
  const schema = body ?? query
  if (schema === undefined) return []
  const isOptional = body === undefined || isBodyOptional === true
  return argument === undefined
    ? [
        `request${isOptional ? "?" : ""}: ${typeNameOf(schema)}${consumes === undefined ? "" : " | string | Uint8Array"}`
      ]
    : [`${argument}${isOptional ? "?" : ""}: ${memberTypeOf(schema, argument)}`]
}

const optionsOf = ({ idempotencyKey }: Operation): string =>
  `options?: ${idempotencyKey === undefined ? "" : "SendOptions & "}S["options"]`

/** Each sentence of what an operation does, and which errors it has of its own. */
const docOf = ({ description = "", errors = [], summary }: Operation): string => {
  const fails =
    errors.length === 0
      ? ""
      : ` Fails with ${errors.map((name) => `\`${name}\``).join(", ")} beside what every operation may.`
  return `  /** ${summary}.${description === "" ? "" : ` ${description}`}${fails} */\n`
}

/** Members of a query that only say which page is asked for. */
const paging: ReadonlySet<string> = new Set(["limit", "offset", "after"])

const isFiltered = ({ query }: Operation): boolean =>
  query !== undefined && memberNamesOf(query).some((name) => !paging.has(name))

/** All that a list holds, whichever page it is on. */
const pagesOf = (operation: Operation): string => {
  const { allPages, query, response } = operation
  if (allPages === undefined || query === undefined) return ""
  const filters = !isFiltered(operation)
    ? []
    : [`request?: Omit<${typeNameOf(query)}, keyof PageRequest | "after">`]
  const item = memberTypeOf(response, "data").replace(/^ReadonlyArray<(.*)>$/, "$1")
  return (
    `  /** All of them; pages are fetched as they are needed. Where pages are counted by rows, what is added meanwhile may show twice. */\n` +
    `  readonly ${allPages}: (${[...parametersOf(operation), ...filters, 'options?: S["options"]'].join(", ")}) => Many<S, ${item}>\n`
  )
}

/**
 * What a method returns: of a stream all that comes, text of a table or one event after the other.
 */
const resultOf = ({ produces, response }: Operation): string => {
  if (produces === undefined) return `One<S, ${typeNameOf(response)}>`
  return `Many<S, ${produces === "text/csv" ? "string" : "WebhookEvent"}>`
}

const methodOf = ({ name, operation }: NamedOperation): string =>
  `${docOf(operation)}  readonly ${name}: (${[...parametersOf(operation), ...requestOf(operation), optionsOf(operation)].join(", ")}) => ` +
  `${resultOf(operation)}\n${pagesOf(operation)}`

const groupOf = (group: GroupName): string =>
  `/** ${groups[group].description} */\nexport interface ${capital(group)}Api<S extends Style = Promises> {\n` +
  `${allOperations
    .filter((one) => one.group === group)
    .map(methodOf)
    .join("")}}\n`

const segmentsOf = (path: string): string => {
  let parameter = 0
  return path
    .slice(1)
    .split("/")
    .map((part) => (part.startsWith(":") ? String(parameter++) : JSON.stringify(part)))
    .join(", ")
}

/** What an operation asks for. Numbers in a path stand for the argument of that index. */
const askedBy = (operation: Operation): string => {
  const {
    allPages,
    argument,
    body,
    consumes,
    idempotencyKey,
    mark,
    method,
    path,
    produces,
    query,
    response
  } = operation
  return [
    `method: ${JSON.stringify(method)}`,
    `path: [${segmentsOf(path)}]`,
    `${isList(response, mark) ? "lists" : "has"}: ${JSON.stringify(mark)}`,
    `repeat: ${JSON.stringify(repeatOf(operation))}`,
    ...(body === undefined && query === undefined
      ? []
      : [`takes: ${body === undefined ? '"query"' : '"body"'}`]),
    ...(argument === undefined ? [] : [`argument: ${JSON.stringify(argument)}`]),
    ...(allPages === undefined ? [] : [`allPages: ${JSON.stringify(allPages)}`]),
    ...(allPages === undefined || !isFiltered(operation) ? [] : ["isFiltered: true"]),
    ...(idempotencyKey === undefined ? [] : ["isKeyed: true"]),
    ...(produces === undefined ? [] : [`produces: ${JSON.stringify(produces)}`]),
    ...(consumes === undefined ? [] : [`consumes: ${JSON.stringify(consumes)}`])
  ].join(", ")
}

const tableOf = (group: GroupName): string =>
  `  ${group}: {\n${allOperations
    .filter((one) => one.group === group)
    .map(({ name, operation }) => `    ${name}: { ${askedBy(operation)} }`)
    .join(",\n")}\n  }`

const names = Object.keys(operations) as Array<GroupName>

const used = (text: string): ReadonlyArray<string> => {
  const own = new Set([
    "BatchResult",
    "One",
    "Many",
    "S",
    "Promises",
    "Style",
    "SendOptions",
    "WebhookEvent",
    "WebhookEventType",
    "Omit",
    "Uint8Array",
    "ReadonlyArray",
    ...names.map((group) => `${capital(group)}Api`)
  ])
  const inTypes = text
    .split("\n")
    .filter((line) => line.startsWith("  readonly"))
    .join("\n")
  return [...new Set([...inTypes.matchAll(/\b([A-Z]\w+)\b/g)].map(([, name = ""]) => name))]
    .filter((name) => !own.has(name))
    .sort()
}

/** The file of methods. */
export const methodsFile = (): string => {
  const interfaces = names.map(groupOf).join("\n")
  return `${banner}// One file, however long: it is made and read as the one list of what clients can do.
import type { Asked, SendOptions } from "../Calls/index.js"
import type { ${used(interfaces).join(", ")} } from "../Contract/index.js"
import type { WebhookEvent } from "../Webhooks/index.js"
import type { BatchResult } from "./batch.js"
import type { Many, One, Promises, Style } from "./Style.js"

${interfaces}
/** The operations of the service, by group. */
export interface Client<S extends Style = Promises> {
${names.map((group) => `  readonly ${group}: ${capital(group)}Api<S>`).join("\n")}
}

/** What each operation asks for. */
export const operations: Readonly<Record<string, Readonly<Record<string, Asked>>>> = {
${names.map(tableOf).join(",\n")}
}
`
}
