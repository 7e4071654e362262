import type { Operation, Parameter } from "./openApi.js"

/** Values for what paths ask for. */
const samples: Readonly<Record<string, string>> = {
  domain: "shop.example",
  email: "ada@example.com",
  slug: "welcome",
  version: "1"
}

const idOf = (path: string): string => {
  if (path.startsWith("/v1/emails")) return "em_01a1fd6255707a3e8d42b96c0f7e1d58"
  return path.startsWith("/v1/templates") ? "welcome" : "7"
}

const filled = (path: string): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) =>
    name === "id" ? idOf(path) : (samples[name] ?? name)
  )

const query = (parameters: ReadonlyArray<Parameter>): string => {
  const required = parameters.filter((one) => one.in === "query" && one.required === true)
  return required.length === 0 ? "" : `?${required.map(({ name }) => `${name}=…`).join("&")}`
}

/** Text in single quotes, as shells read it. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** A call of an operation with curl, with the first example of its body. */
export const curlOf = (method: string, path: string, operation: Operation): string => {
  const example = Object.values(
    operation.requestBody?.content["application/json"]?.examples ?? {}
  )[0]
  const url = `http://127.0.0.1:3025${filled(path)}${query(operation.parameters ?? [])}`
  const verb =
    method === "get" || (method === "post" && example !== undefined)
      ? ""
      : ` -X ${method.toUpperCase()}`
  const body =
    example === undefined
      ? []
      : [
          '-H "Content-Type: application/json"',
          `-d ${quoted(JSON.stringify(example.value, null, 2))}`
        ]
  return [`curl${verb} ${url}`, '-H "Authorization: Bearer $TELEMARK_KEY"', ...body].join(" \\\n  ")
}
