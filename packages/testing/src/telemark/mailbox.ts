import { foldAddress } from "@telemark/contract"

/** An attachment of a message. */
export interface SentAttachment {
  readonly filename: string
  /** A media type such as `application/pdf`; null if the sender named none. */
  readonly content_type: string | null
  /**
   * The id by which the html refers to it, without angle brackets; null for a regular attachment.
   */
  readonly content_id: string | null
  /** In octets. */
  readonly size: number
  readonly content: Uint8Array
}

/** A message that the transport accepted, for one recipient. */
export interface SentMail {
  /** The id of the email, `em_…`, for `telemark.emails.get(mail.id)`. */
  readonly id: string
  readonly tenant_id: string
  readonly from: string
  readonly from_name: string | null
  readonly to: string
  readonly to_name: string | null
  /** The Cc addresses of its header; empty if there are none. */
  readonly cc: ReadonlyArray<string>
  readonly subject: string
  readonly html: string | null
  /** The plain text; where the send gave none, the one that was made from the html. */
  readonly text: string | null
  /** The header fields by lower-case name; values of repeated fields are joined by commas. */
  readonly headers: Readonly<Record<string, string>>
  readonly attachments: ReadonlyArray<SentAttachment>
  readonly template_id: string | null
  /** When it was scheduled for; null: at once. */
  readonly scheduled_at: Date | null
  /** When the transport accepted it. */
  readonly sent_at: Date
  /**
   * The bytes as composed, signed if the sender's domain is verified. Excludes changes that a
   * provider makes later.
   */
  readonly source: Uint8Array
}

/** The messages that the transport accepted, oldest first. All methods return at once. */
export interface Mailbox {
  readonly all: () => ReadonlyArray<SentMail>
  /** Messages to this address, in any spelling. */
  readonly to: (address: string) => ReadonlyArray<SentMail>
  /** The newest message, or undefined. */
  readonly last: () => SentMail | undefined
  /** Clears the mailbox. The storage keeps its data. */
  readonly clear: () => void
}

export interface FillableMailbox extends Mailbox {
  readonly put: (mail: SentMail) => void
}

export const makeMailbox = (): FillableMailbox => {
  let mails: ReadonlyArray<SentMail> = []
  return {
    all: () => mails,
    to: (address) => mails.filter(({ to }) => foldAddress(to) === foldAddress(address)),
    last: () => mails.at(-1),
    clear: () => {
      mails = []
    },
    put: (mail) => {
      mails = [...mails, mail]
    }
  }
}
