import type { ResendRoute } from "./Call.js"
import { resendRoutes } from "./routes.js"

export type MatchedRoute =
  | { readonly _tag: "Route"; readonly route: ResendRoute; readonly id: string }
  | { readonly _tag: "OtherMethod"; readonly allow: ReadonlyArray<string> }
  | { readonly _tag: "Unknown" }

const templates = [...new Set(resendRoutes.map(({ path }) => path))].map((path) => ({
  path,
  pattern: new RegExp(`^${path.replace(":id", "([^/;]{1,1024})")}$`),
  routes: resendRoutes.filter((route) => route.path === path)
}))

const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** Below `/resend`. Fixed paths take precedence over ids. */
export const matchRoute = (method: string, path: string): MatchedRoute => {
  const plain = path.endsWith("/") ? path.slice(0, -1) : path
  const template =
    templates.find((one) => one.path === plain) ??
    templates.find(({ path, pattern }) => path.includes(":") && pattern.test(plain))
  const id = decoded(template?.pattern.exec(plain)?.[1] ?? "")
  if (template === undefined || id === undefined) return { _tag: "Unknown" }
  const route = template.routes.find((one) => one.method === method)
  return route === undefined
    ? { _tag: "OtherMethod", allow: template.routes.map((one) => one.method).sort() }
    : { _tag: "Route", route, id }
}
