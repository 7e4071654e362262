/** A file of a mail. */
export interface SentAttachment {
  readonly filename: string
  /** A media type such as `application/pdf`; null where the sender named none. */
  readonly content_type: string | null
  /** By which the html names it, without angle brackets; null for a file beside the text. */
  readonly content_id: string | null
  /** In octets. */
  readonly size: number
  readonly content: Uint8Array
}

/** A mail that the transport took: one message to one recipient. */
export interface SentMail {
  /** The id of the email, `em_…`: `telemark.emails.get(mail.id)` tells what became of it. */
  readonly id: string
  readonly tenant_id: string
  /** The sender's address. */
  readonly from: string
  readonly from_name: string | null
  /** The recipient's address. */
  readonly to: string
  readonly to_name: string | null
  /** Those that its head names as Cc; empty where the mail was for its recipient alone. */
  readonly cc: ReadonlyArray<string>
  readonly subject: string
  readonly html: string | null
  readonly text: string | null
  /** The fields of its head, by their names in lower case; several of one name with commas between them. */
  readonly headers: Readonly<Record<string, string>>
  readonly attachments: ReadonlyArray<SentAttachment>
  /** The template that it was rendered from; null without one. */
  readonly template_id: string | null
  /** When it was to be sent; null: at once. */
  readonly scheduled_at: Date | null
  /** When the transport took it. */
  readonly sent_at: Date
  /** Its bytes as they were composed, signed if the sender's domain is verified. What a provider rewrites on its way isn't in it. */
  readonly source: Uint8Array
}

/** What the transport took, oldest first. It is there at once: nothing here waits. */
export interface Mailbox {
  readonly all: () => ReadonlyArray<SentMail>
  /** Those to an address, in any case of letters. */
  readonly to: (address: string) => ReadonlyArray<SentMail>
  /** The newest; undefined if there is none. */
  readonly last: () => SentMail | undefined
  /** Forgets all of them. What storage knows stays. */
  readonly clear: () => void
}

/** A mailbox, and how mails come into it. */
export interface FillableMailbox extends Mailbox {
  readonly put: (mail: SentMail) => void
}

export const makeMailbox = (): FillableMailbox => {
  let mails: ReadonlyArray<SentMail> = []
  return {
    all: () => mails,
    to: (address) => mails.filter(({ to }) => to.toLowerCase() === address.toLowerCase()),
    last: () => mails.at(-1),
    clear: () => {
      mails = []
    },
    put: (mail) => {
      mails = [...mails, mail]
    }
  }
}
