import { type CapturedMail, Inbox, inboxCapacity, isId, type StorageError, timestamp } from "@telemark/core"
import { Effect } from "effect"
import { always, type Answer, nothingLoads } from "./answer.js"
import { fileAnswer, withPictures } from "./files.js"
import { type CapturedFile, readMail, readSource } from "./mail.js"
import { listPage, mailPage } from "./pages.js"
import { styleHash } from "./style.js"

const page = (body: string): Answer => ({
  headers: {
    ...always,
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": `${nothingLoads}; style-src ${styleHash}; img-src 'self' data:; frame-src 'self'; frame-ancestors 'none'`
  },
  body
})

const json = (value: unknown, more: Answer["headers"] = {}): Answer => ({
  headers: { ...always, "content-type": "application/json; charset=utf-8", "content-security-policy": nothingLoads, ...more },
  body: JSON.stringify(value)
})

/** The answer to a method other than GET and HEAD, in the API's words. */
export const notAllowed: Answer = json({ error: "Method not allowed" }, { allow: "GET, HEAD" })

/** A mail's own HTML. It runs no script and belongs to no origin, even when it is opened outside its frame. */
const mailHtml = (body: string): Answer => ({
  headers: {
    ...always,
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": `sandbox; ${nothingLoads}; img-src * data:; style-src 'unsafe-inline'; frame-ancestors 'self'`
  },
  body
})

const rawSource = (id: string, body: Uint8Array): Answer => ({
  headers: {
    ...always,
    "content-type": "message/rfc822",
    "content-disposition": `attachment; filename="${id}.eml"`,
    "content-security-policy": `sandbox; ${nothingLoads}`
  },
  body
})

const summary = ({ captured_at, id, recipient, sender, subject }: CapturedMail) =>
  ({ id, from: sender, to: recipient, subject, captured_at: timestamp(captured_at) })

type Form = "" | "/html" | ".json" | ".eml" | `/attachments/${number}`

/** What scripts are told of a file. */
const fileSummary = (mail: CapturedMail) => ({ content, content_id, content_type, filename }: CapturedFile, index: number) =>
  ({ filename, content_type, content_id, size: content.length, url: `/inbox/${mail.id}/attachments/${index}` })

const answerMail = (form: Form, mail: CapturedMail, source: Uint8Array): Effect.Effect<Answer | undefined> => {
  if (form === ".eml") return Effect.succeed(rawSource(mail.id, source))
  return Effect.map(readMail(source), (parts) => {
    const { attachments, cc, headers, html, links, reply_to, text } = parts
    if (form === "") return page(mailPage(mail, parts, readSource(source)))
    if (form === "/html") return html === null ? undefined : mailHtml(withPictures(html, attachments))
    if (form === ".json") {
      return json({ ...summary(mail), shown: { to: parts.to, cc }, reply_to, html, text, links, attachments: attachments.map(fileSummary(mail)), headers })
    }
    const file = attachments[Number(form.slice("/attachments/".length))]
    return file === undefined ? undefined : fileAnswer(file)
  })
}

const listPath = /^\/inbox(?:\/|\.json)?$/
const mailPath = /^\/inbox\/(em_[0-9a-f]+)(|\/html|\.json|\.eml|\/attachments\/\d{1,3})$/

/** Whether the inbox has something at paths like this one; for a single mail, only if it was captured. */
export const isKnown = (path: string): boolean => listPath.test(path) || mailPath.test(path)

/** The answer for a path, or undefined if there is nothing behind it. */
export const answer = (path: string): Effect.Effect<Answer | undefined, StorageError, Inbox> =>
  Effect.gen(function*() {
    const inbox = yield* Inbox
    if (path === "/inbox.json") return json({ data: (yield* inbox.list(inboxCapacity)).map(summary) })
    if (listPath.test(path)) return page(listPage(yield* inbox.list(inboxCapacity)))
    const [, id = "", form = ""] = mailPath.exec(path) ?? []
    const found = isId("em", id) ? yield* inbox.find(id) : undefined
    return found === undefined ? undefined : yield* answerMail(form as Form, found.mail, found.source)
  })
