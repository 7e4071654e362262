import { allOperations, type NamedOperation } from "@telemark/contract"

/** They need no key. */
export const rootPaths = {
  alive: "/healthz",
  ready: "/readyz",
  openApi: "/openapi.json",
  docs: "/docs"
} as const

export type RootPath = (typeof rootPaths)[keyof typeof rootPaths]

export const version = "/v1"

/** As documents spell it: `/v1/emails/{id}`. */
export const documentedPath = (path: string): string => version + path.replace(/:(\w+)/g, "{$1}")

export const pathOf = (url: string): string => {
  const end = url.search(/[?#]/)
  return end === -1 ? url : url.slice(0, end)
}

/** Path parameters are in order, still escaped. */
export interface Matched {
  readonly asked: NamedOperation
  readonly parameters: ReadonlyArray<string>
}

type Route =
  | ({ readonly _tag: "Operation" } & Matched)
  | { readonly _tag: "Root"; readonly path: RootPath }
  | { readonly _tag: "OtherMethod"; readonly allow: ReadonlyArray<string> }
  | { readonly _tag: "Unknown" }

interface Template {
  readonly pattern: RegExp
  readonly path: string
  readonly byMethod: ReadonlyMap<string, NamedOperation>
}

const templates: ReadonlyArray<Template> = [
  ...new Set(allOperations.map(({ operation }) => operation.path))
].map((path) => ({
  path,
  // No id, address or domain is longer.
  pattern: new RegExp(`^${version}${path.replace(/:\w+/g, "([^/]{1,2048})")}$`),
  byMethod: new Map(
    allOperations
      .filter(({ operation }) => operation.path === path)
      .map((one) => [one.operation.method, one])
  )
}))

/** Fixed paths take precedence: `send` isn't an email's id. */
const fixed: ReadonlyMap<string, Template> = new Map(
  templates
    .filter(({ path }) => !path.includes(":"))
    .map((template) => [version + template.path, template])
)
const withParameters = templates.filter(({ path }) => path.includes(":"))

const roots: ReadonlySet<string> = new Set(Object.values(rootPaths))
const isRoot = (path: string): path is RootPath => roots.has(path)

const decoded = (text: string, decode: (text: string) => string): string | undefined => {
  try {
    return decode(text)
  } catch {
    return undefined
  }
}

const shapesOf = (path: string): string =>
  [
    fixed.has(path) ? path : "",
    ...withParameters.filter(({ pattern }) => pattern.test(path)).map((template) => template.path)
  ].join()

/**
 * Whether other programs may read an operation here, as in `/v1/%61pi-keys` or `/v1/api-keys;x`,
 * which bypasses a host's rules on paths.
 */
const isDisguised = (path: string): boolean => {
  if (path.includes(";")) return true
  return path.includes("%") && shapesOf(path) !== shapesOf(decoded(path, decodeURI) ?? path)
}

const methodsOf = (methods: Iterable<string>): ReadonlyArray<string> => {
  const all = [...methods]
  return [...all, ...(all.includes("GET") ? ["HEAD"] : [])].sort()
}

const rootMethods = methodsOf(["GET"])

const routeAmong = (method: string, path: string, among: ReadonlyArray<Template>): Route => {
  for (const { byMethod, pattern } of among) {
    const asked = byMethod.get(method)
    if (asked !== undefined)
      return { _tag: "Operation", asked, parameters: pattern.exec(path)?.slice(1) ?? [] }
  }
  return {
    _tag: "OtherMethod",
    allow: methodsOf(among.flatMap(({ byMethod }) => [...byMethod.keys()]))
  }
}

export const routeOf = (given: string, asked: string): Route => {
  const path = asked.endsWith("/") ? asked.replace(/(?<=[^/])\/$/, "") : asked
  const method = given === "HEAD" ? "GET" : given
  if (isRoot(path))
    return method === "GET" ? { _tag: "Root", path } : { _tag: "OtherMethod", allow: rootMethods }
  if (isDisguised(path)) return { _tag: "Unknown" }
  const exact = fixed.get(path)
  if (exact !== undefined) return routeAmong(method, path, [exact])
  const matching = withParameters.filter(({ pattern }) => pattern.test(path))
  return matching.length === 0 || decoded(path, decodeURIComponent) === undefined
    ? { _tag: "Unknown" }
    : routeAmong(method, path, matching)
}
