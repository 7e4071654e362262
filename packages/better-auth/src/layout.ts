import type { CodeUse, Words } from "./templates.js"

/** What a mail is about; its messages are tagged `auth` with it. */
export type Kind =
  | "verification"
  | "password-reset"
  | "password-changed"
  | "existing-account"
  | "email-change"
  | "account-deletion"
  | "magic-link"
  | "invitation"
  | `code-${CodeUse}`

/** A mail before it has a look. */
export interface AuthMail {
  readonly kind: Kind
  /** The language of the words. */
  readonly locale: string
  /** The name of the application. */
  readonly app: string
  readonly words: Words
  /** A link behind a button, or a code to type in. What tells what has happened has neither. */
  readonly action?: { readonly url: string } | { readonly code: string } | undefined
  /** The last line. */
  readonly footer: string
}

/** What is sent: the members of a send of Telemark's. */
export type Content =
  | { readonly subject: string; readonly text: string; readonly html?: string | undefined }
  | {
      readonly template_id: string
      readonly data: Readonly<Record<string, unknown>>
      readonly subject?: string | undefined
    }

/** Makes a mail of what it says. */
export type Layout = (mail: AuthMail) => Content | Promise<Content>

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;"
}

/** Names of people and organizations are chosen by whoever signs up. */
const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entities[character] ?? "")

const shown = ({ action, words }: AuthMail): string => {
  if (action === undefined) return ""
  return "url" in action
    ? `<p><a href="${escaped(action.url)}" style="display:inline-block;padding:12px 20px;border-radius:6px;background:#1d4ed8;color:#fff;text-decoration:none">${escaped(words.button ?? action.url)}</a></p>\n`
    : `<p style="font:700 28px monospace;letter-spacing:4px">${escaped(action.code)}</p>\n`
}

/** The layout that is used unless you give one: html and text, plain and short. */
export const layout = (mail: AuthMail): Extract<Content, { readonly text: string }> => {
  const { action, footer, locale, words } = mail
  const inText = action === undefined ? [] : ["url" in action ? action.url : action.code]
  return {
    // One line, whatever a name contains.
    subject: words.subject.replace(/\s+/g, " "),
    text: `${[words.text, ...inText, footer].join("\n\n")}\n`,
    html: `<!doctype html>
<html lang="${escaped(locale)}">
<body style="font:16px sans-serif;color:#111;max-width:32em;margin:2em auto">
<p>${escaped(words.text)}</p>
${shown(mail)}<p style="color:#666;font-size:14px">${escaped(footer)}</p>
</body>
</html>`
  }
}
