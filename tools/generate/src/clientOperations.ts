/** Writes what the client has to know of each of the contract's operations to call it. */
import {
  allOperations,
  type GroupName,
  type Operation,
  operations,
  repeatOf
} from "@telemark/contract"
import { apiOf, isFiltered } from "./clientMethods.js"
import { isList } from "./clientTypes.js"

/** A number in a path stands for the argument of that index. */
const numbered = (path: string): string => {
  let parameter = 0
  return path.slice(1).replace(/:\w+/g, () => String(parameter++))
}

const askedBy = (operation: Operation): object => {
  const { allPages, argument, body, consumes, mark, method, path } = operation
  const { produces, query, response } = operation
  const repeat = repeatOf(operation)
  return {
    at: method === "GET" ? numbered(path) : `${method} ${numbered(path)}`,
    ...(isList(response, mark) ? { lists: mark === "data" ? undefined : mark } : { has: mark }),
    repeat: repeat === (method === "GET" ? "always" : "never") ? undefined : repeat,
    takes: body !== undefined ? "body" : query !== undefined ? "query" : undefined,
    argument,
    allPages,
    isFiltered: (allPages !== undefined && isFiltered(operation)) || undefined,
    produces,
    consumes
  }
}

const names = Object.keys(operations) as Array<GroupName>

const tableOf = (group: GroupName): string => {
  const rows = allOperations
    .filter((one) => one.group === group)
    .map(({ name, operation }) => `    ${name}: ${JSON.stringify(askedBy(operation))}`)
  return `  ${group}: {\n${rows.join(",\n")}\n  }`
}

/** What each operation asks for, and the type of the client that follows from it. */
export const clientOperations = (): string => `import type { Asked } from "../calls/Call.js"
import type { Promises, Style } from "../operations/Style.js"
import type { ${names.map(apiOf).join(", ")} } from "./methods.js"

/** The operations of the service, by group. */
export interface Client<S extends Style = Promises> {
${names.map((group) => `  readonly ${group}: ${apiOf(group)}<S>`).join("\n")}
}

/** What each operation asks for. */
export const operations: Readonly<Record<string, Readonly<Record<string, Asked>>>> = {
${names.map(tableOf).join(",\n")}
}
`
