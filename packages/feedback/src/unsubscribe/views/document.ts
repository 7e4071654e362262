import { html, Html, nothing } from "@telemark/html"
import type { Answer } from "@telemark/http"
import { createHash } from "node:crypto"
import type { Texts } from "../texts/Texts.js"
import type { SenderView } from "./Standing.js"
import { styleOf } from "./style.js"

export interface DocumentOptions {
  readonly status: number
  readonly texts: Texts
  /**
   * Undefined if it isn't known whose mail it is: the page then has no name and neutral colours.
   */
  readonly sender: SenderView | undefined
  readonly title: string
  readonly body: Html
}

/** For pages of nobody. */
const neutral: SenderView = {
  name: "",
  colors: { primary_color: "#1f4fd8", background_color: "#f4f5f7", text_color: "#1c2430" },
  fontFamily: "system-ui, sans-serif",
  website: null,
  postalLines: []
}

const shortened = (website: string): string =>
  website.replace(/^https:\/\//i, "").replace(/\/$/, "")

const imprint = ({ postalLines, website }: SenderView): Html =>
  postalLines.length === 0 && website === null
    ? nothing
    : html`<footer>
${postalLines.map(
  (line) => html`<p>${line}</p>
`
)}${
        website === null
          ? nothing
          : html`<p><a href="${website}" rel="noreferrer">${shortened(website)}</a></p>
`
      }</footer>
`

const always = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex, nofollow",
  "cross-origin-resource-policy": "same-origin",
  vary: "Accept-Language"
}

/**
 * Nothing loads but the page's own style and its empty icon, no script runs, no other site can
 * frame it, and its forms go to this server alone.
 */
const policyFor = (style: string): string =>
  `default-src 'none'; style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'; img-src data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`

/** A page as an answer. It loads nothing: no image, font or script, of whatever host. */
export const documentOf = ({
  body,
  sender = neutral,
  status,
  texts,
  title
}: DocumentOptions): Answer => {
  const style = styleOf(sender)
  const { text } = html`<!doctype html>
<html lang="${texts.lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>${sender.name === "" ? title : `${title} · ${sender.name}`}</title>
<link rel="icon" href="data:,">
<style>${new Html(style)}</style>
</head>
<body>
${
  sender.name === ""
    ? nothing
    : html`<header>${sender.name}</header>
`
}<main>
<h1>${title}</h1>
${body}
</main>
${imprint(sender)}</body>
</html>
`
  return {
    status,
    headers: {
      ...always,
      "content-language": texts.lang,
      "content-security-policy": policyFor(style),
      "content-length": String(Buffer.byteLength(text))
    },
    body: text
  }
}
