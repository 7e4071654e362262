import { html, Html } from "@telemark/html"
import { script, scriptHash } from "./script.js"
import { style, styleHash } from "./style.js"

export interface Answer {
  /** 200 by default. */
  readonly status?: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
}

export const always = {
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-resource-policy": "same-origin"
}

/** A Content-Security-Policy under which nothing loads except what directives added to it allow. */
export const nothingLoads = "default-src 'none'; base-uri 'none'"

export interface PageOptions {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly title: string
  /** The link at the top. */
  readonly home: readonly [path: string, text: string]
  readonly tagline: string
  readonly aside?: Html
  readonly body: Html
}

const document = ({
  aside = new Html(""),
  body,
  home: [path, text],
  tagline,
  title
}: PageOptions): string =>
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

/**
 * An HTML page. Only its own script and style run, images and frames come from this server, and no
 * other page can frame it.
 */
export const page = (options: PageOptions): Answer => ({
  ...(options.status === undefined ? {} : { status: options.status }),
  headers: {
    ...always,
    ...options.headers,
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": `${nothingLoads}; form-action 'self'; style-src ${styleHash}; script-src ${scriptHash}; img-src 'self' data:; frame-src 'self'; frame-ancestors 'none'`
  },
  body: document(options)
})

export const json = (
  value: unknown,
  { headers = {}, status }: Pick<PageOptions, "headers" | "status"> = {}
): Answer => ({
  ...(status === undefined ? {} : { status }),
  headers: {
    ...always,
    "content-type": "application/json; charset=utf-8",
    "content-security-policy": `${nothingLoads}; form-action 'none'; frame-ancestors 'none'`,
    ...headers
  },
  body: JSON.stringify(value)
})

/** Redirects to a path of this server, by GET. */
export const redirect = (path: string, headers: Answer["headers"] = {}): Answer => ({
  status: 303,
  headers: { ...always, location: path, ...headers },
  body: ""
})
