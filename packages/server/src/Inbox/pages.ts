import { type CapturedMail, inboxCapacity, inboxOctets, timestamp } from "@telemark/core"
import { Html, html, nothing } from "./html.js"
import { isPicture } from "./files.js"
import type { CapturedFile, readSource, ReadableMail } from "./mail.js"
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

const mebibyte = 1024 * 1024

const kept = html`<p class="note">Only the newest ${inboxCapacity} mails are kept, up to ${Math.floor(inboxOctets / mebibyte)} MiB together.</p>`

const empty = html`<p class="card empty">Nothing yet. Send a mail, and it appears here.</p>`

/** The list of captured mails. */
export const listPage = (mails: ReadonlyArray<CapturedMail>): string =>
  page(
    `Inbox (${mails.length})`,
    "Inbox",
    html`<a href="/inbox">Refresh</a>`,
    mails.length === 0 ? empty : html`<ul class="card list">
${mails.map(row)}</ul>
${kept}`
  )

const link = (url: string): Html => html`<li><a href="${url}" target="_blank" rel="noopener noreferrer">${url}</a></li>
`

const htmlSection = (id: string): Html =>
  html`<h2>HTML <a href="/inbox/${id}/html" target="_blank" rel="noopener noreferrer">Open alone</a></h2>
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

const sizeText = (octets: number): string => {
  if (octets < 1000) return `${octets} B`
  return octets < 1_000_000 ? `${(octets / 1000).toFixed(1)} kB` : `${(octets / 1_000_000).toFixed(1)} MB`
}

const fileItem = (mail: CapturedMail) => (file: CapturedFile, index: number): Html => {
  const url = `/inbox/${mail.id}/attachments/${index}`
  const picture = html`<span>${isPicture(file) ? html`<img src="${url}" alt="" loading="lazy">` : nothing}</span>`
  const named = file.content_id === null ? "" : `, in the HTML as cid:${file.content_id}`
  return html`<li><a href="${url}" target="_blank" rel="noopener noreferrer">${picture}${file.filename}</a> <small>${file.content_type}, ${
    sizeText(file.content.length)
  }${named}</small></li>
`
}

const fileSection = (mail: CapturedMail, files: ReadonlyArray<CapturedFile>): Html =>
  files.length === 0 ? nothing : html`<h2>Attachments</h2>
<ul class="card files">
${files.map(fileItem(mail))}</ul>
`

const term = (name: string, values: ReadonlyArray<string>): Html =>
  values.length === 0 ? nothing : html`<dt>${name}</dt><dd>${values.join(", ")}</dd>
`

/** Whom the head names, and who got this copy if that isn't the same. */
const recipientRows = (mail: CapturedMail, { cc, to }: ReadableMail): Html => {
  const [first = mail.recipient] = to
  const isAlone = cc.length === 0 && to.length <= 1 && (first === mail.recipient || first.endsWith(`<${mail.recipient}>`))
  return isAlone ? term("To", [first]) : html`${term("To", to)}${term("Cc", cc)}${term("This copy", [`for ${mail.recipient}`])}`
}

const sourceSection = (id: string, { isWhole, text }: ReturnType<typeof readSource>): Html =>
  html`<details><summary>Source</summary>
<pre class="card">${text}</pre>${isWhole ? nothing : html`<p class="empty">That is its beginning. <a href="/inbox/${id}.eml" download>Download all of it</a>.</p>`}</details>`

/** One captured mail: as its reader sees it, then the way it is made. */
export const mailPage = (mail: CapturedMail, parts: ReadableMail, source: ReturnType<typeof readSource>): string =>
  page(
    subjectOf(mail),
    "← Inbox",
    html`<a href="/inbox/${mail.id}.eml" download>Download</a>`,
    html`<h1>${subjectOf(mail)}</h1>
<dl class="card">
${term("From", parts.from.length === 0 ? [mail.sender] : parts.from)}${recipientRows(mail, parts)}${term("Reply to", parts.reply_to)}<dt>Captured</dt><dd>${time(mail.captured_at)}</dd>
<dt>Id</dt><dd>${mail.id}</dd>
</dl>
${parts.html === null ? nothing : htmlSection(mail.id)}${fileSection(mail, parts.attachments)}${
      parts.links.length === 0 ? nothing : linkSection(parts.links)
    }${parts.text === null ? nothing : textSection(parts.text)}<details><summary>Headers</summary>
<dl class="card">
${parts.headers.map(({ name, value }) => html`<dt>${name}</dt><dd>${value}</dd>
`)}</dl></details>
${sourceSection(mail.id, source)}`
  )
