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

/** A path as the router matches it: what is escaped for no reason isn't any more. */
const asRouted = (path: string): string => (isDecodable(path) ? decodeURI(path) : path)

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
  const matching = (path: string) => templates.filter(({ pattern }) => pattern.test(path)).map(({ endpoint }) => endpoint)
  const shapesOf = (path: string): ReadonlyArray<string> => [...(fixed.has(path) ? [path] : []), ...matching(path).map(([, template]) => template)]
  return {
    ofFixed: (path: string): ReadonlyArray<string> | undefined => fixed.get(path),
    ofAny: (path: string): ReadonlyArray<string> | undefined => {
      const endpoints = matching(path)
      return fixed.get(path) ?? (endpoints.length > 0 && isDecodable(path) ? methodsOf(endpoints) : undefined)
    },
    /**
     * Whether the router would find an operation here that the path's letters don't name: `/v1/%61pi-keys`, or `/v1/api-keys;x`, which
     * it cuts. A host's own rules, which go by the letters, would be passed by.
     */
    isDisguised: (path: string): boolean => {
      if (path.includes(";")) return true
      return path.includes("%") && shapesOf(path).join() !== shapesOf(asRouted(path)).join()
    }
  }
}

/** The methods of a path, by the path as it stands in the request line. */
export const allowedMethods = makeAllowedMethods(endpointsOf())

/** The path of a request's URL. */
export const pathOf = (url: string): string => /^[^?#]*/.exec(url)?.[0] ?? ""
