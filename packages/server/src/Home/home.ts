import type { IncomingMessage, ServerResponse } from "node:http"
import { type Answer, html, json, nothing, page, respond } from "../Pages/index.js"

export interface HomeOptions {
  readonly hasInbox: boolean
}

const originOf = ({ headers, socket }: IncomingMessage): string => {
  const { host = "", "x-forwarded-proto": scheme } = headers
  return /^[\w.[\]:-]{1,255}$/.test(host) ? `${scheme === "https" ? "https" : "http"}://${host}` : `http://127.0.0.1:${socket.localPort ?? 3025}`
}

const links = ({ hasInbox }: HomeOptions): ReadonlyArray<readonly [path: string, name: string, says: string]> => [
  ...(hasInbox ? [["/inbox", "Inbox", "mail that was captured instead of sent"] as const] : []),
  ["/docs", "API reference", "every operation, to read and to try"],
  ["/openapi.json", "OpenAPI document", "for generators of clients"],
  ["/healthz", "Health", "whether the process is up"],
  ["/readyz", "Readiness", "whether the database answers and is up to date"]
]

const homePage = (origin: string, options: HomeOptions): Answer =>
  page({
    title: "Telemark",
    home: ["/", "Telemark"],
    tagline: "Transactional email",
    body: html`<h1>Telemark is running</h1>
<ul class="card list">
${links(options).map(([path, name, says]) => html`<li><a href="${path}"><b>${name}</b> <code>${path}</code> <small>${says}</small></a></li>
`)}</ul>
<h2>Send a mail</h2>
<pre class="card">curl ${origin}/v1/emails/send \\
  -H "Authorization: Bearer $TELEMARK_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"to":"ada@example.com","subject":"Hello","text":"It works."}'</pre>
<p class="note">The first start prints a key. <code>telemark keys create --tenant default</code> makes another.${
      options.hasInbox ? html` The inbox opens with the address that each start prints; <code>telemark inbox</code> prints it, too.` : nothing
    }</p>`
  })

const homeDocument = (origin: string, { hasInbox }: HomeOptions): Answer =>
  json({
    name: "Telemark", url: `${origin}/v1`, docs_url: `${origin}/docs`, openapi_url: `${origin}/openapi.json`,
    health_url: `${origin}/healthz`, ready_url: `${origin}/readyz`, ...(hasInbox ? { inbox_url: `${origin}/inbox` } : {})
  })

/** Answers `/` with a page, or with JSON unless html is accepted. All other requests go on. */
export const homeMiddleware = (options: HomeOptions) => (request: IncomingMessage, response: ServerResponse, next: () => void): void => {
  if ((request.url ?? "").replace(/[?#].*$/s, "") !== "/" || (request.method !== "GET" && request.method !== "HEAD")) {
    next()
    return
  }
  const origin = originOf(request)
  const { headers, ...answer } = (request.headers.accept ?? "").includes("text/html") ? homePage(origin, options) : homeDocument(origin, options)
  respond(request, response, { ...answer, headers: { ...headers, vary: "Accept" } })
}
