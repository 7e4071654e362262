import { html, Html } from "./html.js"
import { script, scriptHash } from "./script.js"
import { style, styleHash } from "./style.js"

/** What is sent back for a path that isn't the API's. */
export interface Answer {
  /** 200 by default. */
  readonly status?: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
}

/** Headers of every answer. */
export const always = {
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-resource-policy": "same-origin"
}

/** A Content-Security-Policy under which nothing is loaded, but for what more specific directives behind it allow. */
export const nothingLoads = "default-src 'none'; base-uri 'none'"

/** What a page consists of. */
export interface PageOptions {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly title: string
  /** What stands at the top: where it leads, and its text. */
  readonly home: readonly [path: string, text: string]
  readonly tagline: string
  readonly aside?: Html
  readonly body: Html
}

const document = ({ aside = new Html(""), body, home: [path, text], tagline, title }: PageOptions): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${new Html(style)}</style>
</head>
<body>
<header><strong><a href="${path}">${text}</a></strong> <span>${tagline}</span> ${aside}</header>
<main>
${body}
</main>
<script>${new Html(script)}</script>
</body>
</html>
`.text

/** A page for people. It runs no script and has no style but its own, loads pictures and frames from here, and can't be framed itself. */
export const page = (options: PageOptions): Answer => ({
  ...(options.status === undefined ? {} : { status: options.status }),
  headers: {
    ...always,
    ...options.headers,
    "content-type": "text/html; charset=utf-8",
    "content-security-policy":
      `${nothingLoads}; form-action 'self'; style-src ${styleHash}; script-src ${scriptHash}; img-src 'self' data:; frame-src 'self'; frame-ancestors 'none'`
  },
  body: document(options)
})

/** JSON for programs. */
export const json = (value: unknown, { headers = {}, status }: Pick<PageOptions, "headers" | "status"> = {}): Answer => ({
  ...(status === undefined ? {} : { status }),
  headers: {
    ...always, "content-type": "application/json; charset=utf-8", "content-security-policy": `${nothingLoads}; form-action 'none'; frame-ancestors 'none'`, ...headers
  },
  body: JSON.stringify(value)
})

/** Leads on to a path of this server, to be asked for by GET. */
export const redirect = (path: string, headers: Answer["headers"] = {}): Answer => ({ status: 303, headers: { ...always, location: path, ...headers }, body: "" })
