import type { Answer } from "@telemark/http"
import { Buffer } from "node:buffer"

/**
 * Caches would hide later clicks, the next page needn't learn the token, and search engines have no
 * use for it.
 */
const always = {
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex",
  "x-content-type-options": "nosniff"
}

const answer = (status: number, body: Uint8Array | string, headers: Answer["headers"]): Answer => ({
  status,
  headers: { ...always, ...headers, "content-length": String(Buffer.byteLength(body)) },
  body
})

/** One transparent pixel. */
export const pixel = answer(
  200,
  Buffer.from("R0lGODlhAQABAIAAAAAAAAAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==", "base64"),
  {
    "content-type": "image/gif",
    // Webmail shows it in pages of its own.
    "cross-origin-resource-policy": "cross-origin"
  }
)

export const redirectTo = (location: string): Answer => ({
  status: 302,
  headers: { ...always, location, "content-length": "0" },
  body: undefined
})

const page = (status: number, title: string, text: string): Answer =>
  answer(
    status,
    `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${text}</p>
</main>
</body>
</html>
`,
    {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy":
        "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    }
  )

/** A link that was cut or changed, or whose key is gone. */
export const brokenLink = page(
  404,
  "This link doesn't work",
  "It may have been cut or changed on its way. Open the email again and follow the link there, or ask the sender for the address."
)

/** Of a tenant that was removed, or whose links the operator has stopped. */
export const stoppedLink = page(
  410,
  "This link no longer works",
  "The account that sent the email with it no longer uses this service."
)

const plainly = (status: number, text: string, headers: Answer["headers"] = {}): Answer =>
  answer(status, `${text}\n`, { "content-type": "text/plain; charset=utf-8", ...headers })

export const otherMethod = plainly(405, "Only GET and HEAD are answered here.", {
  allow: "GET, HEAD"
})
export const nameOfTracking = plainly(200, "This name is verified for tracking.")
export const noNameOfTracking = plainly(404, "No tenant has verified this name for tracking.")
