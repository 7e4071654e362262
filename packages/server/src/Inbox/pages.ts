import { type CapturedMail, inboxCapacity, timestamp } from "@telemark/core"
import { Html, html, nothing } from "./html.js"
import type { ReadableMail } from "./mail.js"
import { style } from "./style.js"

/** `home` is what leads to the list. */
const page = (title: string, home: string, aside: Html, body: Html): string =>
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
<header><strong><a href="/inbox">${home}</a></strong> <span>Mail that Telemark kept instead of sending it</span> ${aside}</header>
<main>
${body}
</main>
</body>
</html>
`.text

const subjectOf = (mail: CapturedMail): string => (mail.subject.trim() === "" ? "(no subject)" : mail.subject)

const time = (millis: number): Html => {
  const iso = timestamp(millis)
  return html`<time datetime="${iso}">${iso.slice(0, 19).replace("T", " ")} UTC</time>`
}

const row = (mail: CapturedMail): Html =>
  html`<li><a href="/inbox/${mail.id}"><b>${subjectOf(mail)}</b> ${time(mail.captured_at)} <small>to ${mail.recipient} from ${mail.sender}</small></a></li>
`

const empty = html`<p class="card empty">Nothing yet. Send a mail, and it appears here.</p>`

/** The list of captured mails. */
export const listPage = (mails: ReadonlyArray<CapturedMail>): string =>
  page(
    `Inbox (${mails.length})`,
    "Inbox",
    html`<a href="/inbox">Refresh</a>`,
    mails.length === 0 ? empty : html`<ul class="card list">
${mails.map(row)}</ul>
${mails.length < inboxCapacity ? nothing : html`<p class="empty">Only the newest ${inboxCapacity} mails are kept.</p>`}`
  )

const link = (url: string): Html => html`<li><a href="${url}" target="_blank" rel="noopener noreferrer">${url}</a></li>
`

const htmlSection = (id: string): Html =>
  html`<h2>HTML</h2>
<div class="card"><iframe sandbox src="/inbox/${id}/html" title="The mail as HTML" referrerpolicy="no-referrer"></iframe></div>
`

const linkSection = (links: ReadonlyArray<string>): Html =>
  html`<h2>Links</h2>
<ol class="card links">
${links.map(link)}</ol>
`

const textSection = (text: string): Html => html`<h2>Text</h2>
<pre class="card">${text}</pre>
`

/** One captured mail: as its reader sees it, then the way it is made. */
export const mailPage = (mail: CapturedMail, parts: ReadableMail): string =>
  page(
    subjectOf(mail),
    "← Inbox",
    html`<a href="/inbox/${mail.id}.eml" download>Download</a>`,
    html`<h1>${subjectOf(mail)}</h1>
<dl class="card">
<dt>From</dt><dd>${mail.sender}</dd>
<dt>To</dt><dd>${mail.recipient}</dd>
<dt>Captured</dt><dd>${time(mail.captured_at)}</dd>
<dt>Id</dt><dd>${mail.id}</dd>
</dl>
${parts.html === null ? nothing : htmlSection(mail.id)}${parts.links.length === 0 ? nothing : linkSection(parts.links)}${
      parts.text === null ? nothing : textSection(parts.text)
    }<details><summary>Headers</summary>
<dl class="card">
${parts.headers.map(({ name, value }) => html`<dt>${name}</dt><dd>${value}</dd>
`)}</dl></details>
<details><summary>Source</summary>
<pre class="card">${parts.source}</pre></details>`
  )
