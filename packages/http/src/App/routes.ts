import * as HttpApi from "@effect/platform/HttpApi"
import { Api } from "../Api/index.js"

/** The paths outside the versioned interface; they need no key. */
export const rootPaths = { alive: "/healthz", ready: "/readyz", openApi: "/openapi.json", docs: "/docs" } as const

type Endpoint = readonly [method: string, path: string]

const endpointsOf = (): ReadonlyArray<Endpoint> => {
  const endpoints: Array<Endpoint> = Object.values(rootPaths).map((path) => ["GET", path])
  HttpApi.reflect(Api, {
    onGroup: () => undefined,
    onEndpoint: ({ endpoint }) => void endpoints.push([endpoint.method, endpoint.path])
  })
  return endpoints
}

const isDecodable = (path: string): boolean => {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

const methodsOf = (endpoints: ReadonlyArray<Endpoint>): ReadonlyArray<string> => {
  const methods = endpoints.map(([method]) => method)
  return [...methods, ...(methods.includes("GET") ? ["HEAD"] : [])].sort()
}

/** Which methods a path answers. A fixed path hides the templates that it would fit: `send` is no email's id. */
const makeAllowedMethods = (endpoints: ReadonlyArray<Endpoint>) => {
  const fixed = new Map(
    endpoints.filter(([, path]) => !path.includes(":")).map(([, path]) =>
      [path, methodsOf(endpoints.filter(([, other]) => other === path))])
  )
  const templates = endpoints.filter(([, path]) => path.includes(":")).map((endpoint) =>
    ({ endpoint, pattern: new RegExp(`^${endpoint[1].replace(/:\w+/g, "[^/]+")}$`) }))
  return {
    ofFixed: (path: string): ReadonlyArray<string> | undefined => fixed.get(path),
    ofAny: (path: string): ReadonlyArray<string> | undefined => {
      const matching = templates.filter(({ pattern }) => pattern.test(path)).map(({ endpoint }) => endpoint)
      return fixed.get(path) ?? (matching.length > 0 && isDecodable(path) ? methodsOf(matching) : undefined)
    }
  }
}

/** The methods of a path, by the path as it stands in the request line. */
export const allowedMethods = makeAllowedMethods(endpointsOf())

/** The path of a request's URL, ended where the router ends it. */
export const pathOf = (url: string): string => /^[^?;#]*/.exec(url)?.[0] ?? ""
