import { type CapturedMail, inboxCapacity, inboxOctets, timestamp } from "@telemark/core"
import type { CapturedFile, ReadableMail } from "@telemark/smtp"
import { type Answer, html, type Html, nothing, page, type PageOptions } from "../Pages/index.js"
import { isPicture } from "./fileAnswer.js"
import type { readSource } from "./readSource.js"

const tagline = "Mail that Telemark kept instead of sending it"

const inboxPage = (options: Omit<PageOptions, "tagline">): Answer => page({ ...options, tagline })

const subjectOf = (mail: CapturedMail): string =>
  mail.subject.trim() === "" ? "(no subject)" : mail.subject

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

const clearForm = html`<form method="post" action="/inbox/clear"><button>Clear</button></form>`

/** The dashboard's page of the tenant's captured mail. */
const dashboardLink = html`<a href="/captured">Open in the dashboard</a> `

export const listPage = (mails: ReadonlyArray<CapturedMail>, hasDashboard: boolean): Answer =>
  inboxPage({
    // With no-referrer, browsers send forms with `Origin: null`, which would be refused as
    // cross-origin.
    headers: { "referrer-policy": "same-origin" },
    title: `Inbox (${mails.length})`,
    home: ["/inbox", "Inbox"],
    aside: html`${hasDashboard ? dashboardLink : nothing}<a href="/inbox">Refresh</a> ${mails.length === 0 ? nothing : clearForm}`,
    body:
      mails.length === 0
        ? empty
        : html`<ul class="card list">
${mails.map(row)}</ul>
${kept}`
  })

/** For requests without the token: how to get it, and nothing about the mail. */
export const lockedPage = (path: string): Answer =>
  inboxPage({
    status: 401,
    headers: { "www-authenticate": 'Bearer realm="inbox"' },
    title: "Inbox",
    home: ["/", "Telemark"],
    body: html`<h1>The inbox opens with its token</h1>
<div class="card prose">
<p>Open the address that Telemark printed when it started. It ends in <code>/inbox?token=…</code>; this browser then remembers it.</p>
<p>To print that address again, run <code>telemark inbox</code> where the server runs, with the same settings; in a clone, <code>npm run telemark -- inbox</code>.</p>
<p>If you just came from a link on another page, <a href="${path}">continue to the inbox</a>.</p>
</div>`
  })

const link = (
  url: string
): Html => html`<li><a href="${url}" target="_blank" rel="noopener noreferrer">${url}</a></li>
`

/**
 * The frame has this origin, so that it can be sized to its content. It allows no scripts that
 * could misuse that.
 */
const htmlSection = (id: string, hasRemoteImages: boolean): Html => {
  const source = `/inbox/${id}/html${hasRemoteImages ? "?images=remote" : ""}`
  const choice = hasRemoteImages
    ? html`<a href="/inbox/${id}">Leave remote images out</a>`
    : html`<a href="/inbox/${id}?images=remote">Load remote images</a>`
  return html`<h2>HTML <span>${choice} <a href="${source}" target="_blank" rel="noopener noreferrer">Open alone</a></span></h2>
<div class="card"><iframe sandbox="allow-same-origin" src="${source}" title="The mail as HTML" referrerpolicy="no-referrer"></iframe></div>
`
}

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
  return octets < 1_000_000
    ? `${(octets / 1000).toFixed(1)} kB`
    : `${(octets / 1_000_000).toFixed(1)} MB`
}

const fileItem =
  (mail: CapturedMail) =>
  (file: CapturedFile, index: number): Html => {
    const url = `/inbox/${mail.id}/attachments/${index}`
    const picture = html`<span>${isPicture(file) ? html`<img src="${url}" alt="" loading="lazy">` : nothing}</span>`
    const named = file.content_id === null ? "" : `, in the HTML as cid:${file.content_id}`
    return html`<li><a href="${url}" target="_blank" rel="noopener noreferrer">${picture}${file.filename}</a> <small>${file.content_type}, ${sizeText(
      file.content.length
    )}${named}</small></li>
`
  }

const fileSection = (mail: CapturedMail, files: ReadonlyArray<CapturedFile>): Html =>
  files.length === 0
    ? nothing
    : html`<h2>Attachments</h2>
<ul class="card files">
${files.map(fileItem(mail))}</ul>
`

const term = (name: string, values: ReadonlyArray<string>): Html =>
  values.length === 0
    ? nothing
    : html`<dt>${name}</dt><dd>${values.join(", ")}</dd>
`

/** The recipients in the header, and the recipient of this copy if it differs. */
const recipientRows = (mail: CapturedMail, { cc, to }: ReadableMail): Html => {
  const [first = mail.recipient] = to
  const isAlone =
    cc.length === 0 &&
    to.length <= 1 &&
    (first === mail.recipient || first.endsWith(`<${mail.recipient}>`))
  return isAlone
    ? term("To", [first])
    : html`${term("To", to)}${term("Cc", cc)}${term("This copy", [`for ${mail.recipient}`])}`
}

const sourceSection = (id: string, { isWhole, text }: ReturnType<typeof readSource>): Html =>
  html`<details><summary>Source</summary>
<pre class="card">${text}</pre>${isWhole ? nothing : html`<p class="empty">That is its beginning. <a href="/inbox/${id}.eml" download>Download all of it</a>.</p>`}</details>`

export const mailPage = (
  mail: CapturedMail,
  parts: ReadableMail,
  source: ReturnType<typeof readSource>,
  hasRemoteImages: boolean
): Answer =>
  inboxPage({
    title: subjectOf(mail),
    home: ["/inbox", "← Inbox"],
    aside: html`<a href="/inbox/${mail.id}.eml" download>Download</a>`,
    body: html`<h1>${subjectOf(mail)}</h1>
<dl class="card">
${term("From", parts.from.length === 0 ? [mail.sender] : parts.from)}${recipientRows(mail, parts)}${term("Reply to", parts.reply_to)}<dt>Captured</dt><dd>${time(mail.captured_at)}</dd>
<dt>Id</dt><dd>${mail.id}</dd>
</dl>
${parts.html === null ? nothing : htmlSection(mail.id, hasRemoteImages)}${fileSection(mail, parts.attachments)}${
      parts.links.length === 0 ? nothing : linkSection(parts.links)
    }${parts.text === null ? nothing : textSection(parts.text)}<details><summary>Headers</summary>
<dl class="card">
${parts.headers.map(
  ({ name, value }) => html`<dt>${name}</dt><dd>${value}</dd>
`
)}</dl></details>
${sourceSection(mail.id, source)}`
  })
