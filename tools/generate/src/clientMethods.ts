/** Writes the types of the client's methods from the contract's operations. */
import {
  allOperations,
  type GroupName,
  groups,
  type NamedOperation,
  type Operation,
  operations,
  pathParametersOf,
  queryParametersOf
} from "@telemark/contract"
import { importOfTypes, memberTypeOf, typeNameOf } from "./clientTypes.js"

/** The name of the type of a group's methods. */
export const apiOf = (group: GroupName): string =>
  `${group.charAt(0).toUpperCase()}${group.slice(1)}Api`

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
  const mark = body === undefined || isBodyOptional === true ? "?" : ""
  if (argument !== undefined) return [`${argument}${mark}: ${memberTypeOf(schema, argument)}`]
  return [
    `request${mark}: ${typeNameOf(schema)}${consumes === undefined ? "" : " | string | Uint8Array"}`
  ]
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

/** Whether a list takes filters, beside the page that is asked for. */
export const isFiltered = (operation: Operation): boolean =>
  queryParametersOf(operation).some((name) => !paging.has(name))

/** All that a list holds, whichever page it is on. */
const pagesOf = (operation: Operation): string => {
  const { allPages, query, response } = operation
  if (allPages === undefined || query === undefined) return ""
  const filters = isFiltered(operation)
    ? [`request?: Omit<${typeNameOf(query)}, keyof PageRequest | "after">`]
    : []
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
  if (produces === "text/csv") return "Many<S, string>"
  return `${produces === undefined ? "One" : "Many"}<S, ${typeNameOf(response)}>`
}

const methodOf = ({ name, operation }: NamedOperation): string =>
  `${docOf(operation)}  readonly ${name}: (${[...parametersOf(operation), ...requestOf(operation), optionsOf(operation)].join(", ")}) => ` +
  `${resultOf(operation)}\n${pagesOf(operation)}`

const groupOf = (group: GroupName): string => {
  const methods = allOperations.filter((one) => one.group === group).map(methodOf)
  return `/** ${groups[group].description} */\nexport interface ${apiOf(group)}<S extends Style = Promises> {\n${methods.join("")}}\n`
}

/** The types of the methods, by group. */
export const clientMethods = (): string => {
  const interfaces = (Object.keys(operations) as Array<GroupName>).map(groupOf).join("\n")
  return `import type { SendOptions } from "../calls/options.js"
import type { BatchResult } from "../operations/sends.js"
import type { Many, One, Promises, Style } from "../operations/Style.js"
${importOfTypes(interfaces)}
${interfaces}`
}
