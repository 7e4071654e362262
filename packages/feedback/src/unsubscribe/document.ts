import {
  type BrandPalette,
  brandPalette,
  darkBrandPalette,
  html,
  Html,
  nothing
} from "@telemark/html"
import type { Answer } from "@telemark/http"
import { createHash } from "node:crypto"
import type { Texts } from "./texts.en.js"
import type { SenderView } from "./readerView.js"

const variables = (palette: BrandPalette): string =>
  Object.entries(palette)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, color]) => `--${name.replace("Text", "-text")}: ${color}`)
    .join("; ")

const rules = `
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; padding: 2rem 1rem; background: var(--page); color: var(--page-text); font-size: 1rem; line-height: 1.5 }
header, main, footer { max-width: 34rem; margin: 0 auto; overflow-wrap: anywhere }
header { padding: 0 .25rem 1rem; font-weight: 600 }
main { padding: 1.5rem; background: var(--card); color: var(--text); border: 1px solid var(--line); border-radius: 12px }
footer { padding: 1rem .25rem 0; font-size: .875rem }
footer p { margin: 0 0 .25rem }
footer a { color: var(--page-text) }
h1 { margin: 0 0 .75rem; font-size: 1.375rem; line-height: 1.3 }
p { margin: 0 0 1rem }
main > :last-child, form > :last-child { margin-bottom: 0 }
main a { color: var(--link) }
form { margin: 0 0 1rem }
button { min-height: 2.75rem; padding: .5rem 1.25rem; border: 0; border-radius: 8px; background: var(--button); color: var(--button-text); font: inherit; font-weight: 600; cursor: pointer }
button.second { background: transparent; color: var(--link); border: 1px solid var(--link) }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px }
fieldset { margin: 0 0 1rem; padding: 0; border: 0 }
legend { padding: 0; font-weight: 600 }
.choice { display: grid; grid-template-columns: 1.5rem minmax(0, 1fr); gap: 0 .75rem; align-items: start; padding: .75rem 0; border-bottom: 1px solid var(--line) }
.choice input { width: 1.25rem; height: 1.25rem; margin: .125rem 0 0; accent-color: var(--link) }
.choice label { font-weight: 600 }
.choice p { grid-column: 2; margin: .125rem 0 0; font-size: .875rem; color: var(--muted) }
.note { padding: .75rem 1rem; background: var(--panel); border-radius: 8px }
`

const styleOf = ({ colors, fontFamily }: SenderView): string =>
  `:root { color-scheme: light dark; ${variables(brandPalette(colors))} }
@media (prefers-color-scheme: dark) { :root { ${variables(darkBrandPalette(colors))} } }
body { font-family: ${fontFamily} }${rules}`

interface DocumentOptions {
  readonly status: number
  readonly texts: Texts
  /** Undefined if it isn't known whose mail it is: the page has no name and neutral colours. */
  readonly sender: SenderView | undefined
  readonly title: string
  readonly body: Html
}

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
