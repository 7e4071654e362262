import type { AuthMail, Content, Kind, Layout } from "./layout.js"
import { chooseLocale } from "./locale.js"
import type { Templates, Words } from "./templates.js"

/** A send of Telemark's, as this package makes it. */
export type Send = Content & {
  readonly to: string
  readonly from?: string | undefined
  readonly tags: Readonly<Record<string, string>>
  readonly track: { readonly opens: boolean; readonly clicks: boolean }
}

/** Telemark in this process, one of its tenants, or a client of `@telemark/client`. */
export interface Sender {
  readonly emails: {
    readonly send: (request: Send, options: { readonly idempotencyKey: string }) => Promise<unknown>
  }
}

/** The request of an endpoint, or its context, in which calls from the server have just headers. */
export interface Asking {
  readonly headers?: Headers | undefined
}

/** A mail to make and send. */
export interface Mail {
  readonly kind: Kind
  readonly to: string
  readonly action?: AuthMail["action"]
  /** What tells one occasion from another; the token, mostly. */
  readonly occasion: ReadonlyArray<string>
  readonly asking: Asking | undefined
  /** The locale that a user has chosen, if users of the application have one. */
  readonly locale?: unknown
  readonly words: (templates: Templates) => Words
}

interface SendOptions {
  readonly telemark: Sender
  readonly templates: Readonly<Record<string, Templates>>
  readonly layout: Layout
  readonly app: string
  readonly from: string | undefined
}

/** The key is kept where more people look than at the mail: the token isn't to be read there. */
const keyOf = async ({ kind, occasion, to }: Mail): Promise<string> => {
  const occasions = new TextEncoder().encode(JSON.stringify([kind, to, ...occasion]))
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", occasions))
  return Array.from(digest, (octet) => octet.toString(16).padStart(2, "0")).join("")
}

/** Sends mail in the language of whoever gets it, once for each occasion. */
export const makeSend = ({ app, from, layout, telemark, templates }: SendOptions) => {
  const [first, ...others] = Object.keys(templates)
  if (first === undefined) throw new TypeError("templates: at least one language is needed")

  return async (mail: Mail): Promise<void> => {
    const wanted =
      typeof mail.locale === "string" ? mail.locale : mail.asking?.headers?.get("accept-language")
    const locale = chooseLocale([first, ...others], wanted)
    const language = templates[locale]
    if (language === undefined) throw new TypeError(`templates: nothing for ${locale}`)
    const words = mail.words(language)
    const { action, kind, to } = mail
    const content = await layout({
      kind,
      locale,
      app,
      words,
      action,
      footer: words.footer ?? language.unexpected
    })
    await telemark.emails.send(
      {
        ...content,
        to,
        ...(from === undefined ? {} : { from }),
        tags: { auth: kind },
        // A token is nobody else's business: its link leads straight to the application.
        track: { opens: false, clicks: false }
      },
      { idempotencyKey: await keyOf(mail) }
    )
  }
}
