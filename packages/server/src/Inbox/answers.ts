import {
  type CapturedMail,
  Inbox,
  inboxCapacity,
  isId,
  type StorageError,
  timestamp
} from "@telemark/core"
import type { CapturedFile } from "@telemark/smtp"
import { Effect } from "effect"
import { always, type Answer, json, nothingLoads, redirect } from "../Pages/index.js"
import { fileAnswer, withPictures } from "./fileAnswer.js"
import type { OpenMail, OpenMails } from "./openMails.js"
import { listPage, mailPage } from "./pages.js"

/** The answer to a method that a path doesn't support, worded as the API's. */
export const notAllowed = (path: string): Answer =>
  json(
    {
      error: "Method not allowed",
      message: "The header Allow lists the methods that this path accepts."
    },
    { status: 405, headers: { allow: path === clearPath ? "POST" : "GET, HEAD" } }
  )

/**
 * A mail's own HTML. It has this origin, so that its images load and its frame can be sized; but
 * sandbox and policy allow no scripts, and nothing loads from elsewhere unless remote images were
 * requested.
 */
const mailHtml = (body: string, hasRemoteImages: boolean): Answer => ({
  headers: {
    ...always,
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": `sandbox allow-same-origin; ${nothingLoads}; form-action 'none'; img-src ${hasRemoteImages ? "* data:" : "'self' data:"}; style-src 'unsafe-inline'; frame-ancestors 'self'`
  },
  body
})

const rawSource = (id: string, body: Uint8Array): Answer => ({
  headers: {
    ...always,
    "content-type": "message/rfc822",
    "content-disposition": `attachment; filename="${id}.eml"`,
    "content-security-policy": `sandbox; ${nothingLoads}; form-action 'none'`
  },
  body
})

const summary = ({ captured_at, id, recipient, sender, subject }: CapturedMail) => ({
  id,
  from: sender,
  to: recipient,
  subject,
  captured_at: timestamp(captured_at)
})

type Form = "" | "/html" | ".json" | ".eml" | `/attachments/${number}`

const fileSummary =
  (mail: CapturedMail) =>
  ({ content, content_id, content_type, filename }: CapturedFile, index: number) => ({
    filename,
    content_type,
    content_id,
    size: content.length,
    url: `/inbox/${mail.id}/attachments/${index}`
  })

const answerMail = (
  form: Exclude<Form, ".eml">,
  { mail, parts, source }: OpenMail,
  hasRemoteImages: boolean
): Answer | undefined => {
  const { attachments, cc, headers, html, links, reply_to, text } = parts
  if (form === "") return mailPage(mail, parts, source, hasRemoteImages)
  if (form === "/html") {
    return html === null
      ? undefined
      : mailHtml(
          withPictures(html, attachments, (index) => `/inbox/${mail.id}/attachments/${index}`),
          hasRemoteImages
        )
  }
  if (form === ".json") {
    return json({
      ...summary(mail),
      shown: { to: parts.to, cc },
      reply_to,
      html,
      text,
      links,
      attachments: attachments.map(fileSummary(mail)),
      headers
    })
  }
  const file = attachments[Number(form.slice("/attachments/".length))]
  return file === undefined ? undefined : fileAnswer(file)
}

const clearPath = "/inbox/clear"
const listPath = /^\/inbox(?:\/|\.json)?$/
const mailPath = /^\/inbox\/(em_[0-9a-f]+)(|\/html|\.json|\.eml|\/attachments\/\d{1,3})$/

/** Whether the inbox serves paths of this shape. A mail's path may still be unknown. */
export const isKnown = (path: string): boolean =>
  path === clearPath || listPath.test(path) || mailPath.test(path)

export const takes = (path: string, method: string | undefined): boolean =>
  path === clearPath ? method === "POST" : method === "GET" || method === "HEAD"

export const isChange = (path: string): boolean => path === clearPath

/** What the pages are served with. */
export interface InboxOptions {
  /** Whether the dashboard, which shows the same mail, is at the root. */
  readonly hasDashboard?: boolean
}

/** The answer for a path; undefined if not found. */
export const answer = (
  path: string,
  query: URLSearchParams,
  mails: OpenMails,
  { hasDashboard = false }: InboxOptions = {}
): Effect.Effect<Answer | undefined, StorageError, Inbox> =>
  Effect.gen(function* () {
    const inbox = yield* Inbox
    if (path === clearPath)
      return yield* Effect.as(Effect.ensuring(inbox.clear(), mails.forget), redirect("/inbox"))
    if (path === "/inbox.json")
      return json({ data: (yield* inbox.list(inboxCapacity)).map(summary) })
    if (listPath.test(path)) return listPage(yield* inbox.list(inboxCapacity), hasDashboard)
    const [, id = "", named = ""] = mailPath.exec(path) ?? []
    if (!isId("em", id)) return undefined
    const form = named as Form
    if (form === ".eml")
      return yield* Effect.map(inbox.find(id), (found) => found && rawSource(id, found.source))
    return yield* Effect.map(
      mails.open(id),
      (opened) => opened && answerMail(form, opened, query.get("images") === "remote")
    )
  })
