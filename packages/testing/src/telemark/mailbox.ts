import { foldAddress } from "@telemark/contract"

export interface SentAttachment {
  readonly filename: string
  /** Null if the sender named none. */
  readonly content_type: string | null
  /** By which the html refers to it, without angle brackets; null for a regular attachment. */
  readonly content_id: string | null
  /** Octets. */
  readonly size: number
  readonly content: Uint8Array
}

/** For one recipient. */
export interface SentMail {
  /** `em_…`, for `telemark.emails.get(mail.id)`. */
  readonly id: string
  readonly tenant_id: string
  readonly from: string
  readonly from_name: string | null
  readonly to: string
  readonly to_name: string | null
  /** Of its header. */
  readonly cc: ReadonlyArray<string>
  readonly subject: string
  readonly html: string | null
  /** Where the send gave none, the one that was made from the html. */
  readonly text: string | null
  /** By lower-case name; values of repeated fields are joined by commas. */
  readonly headers: Readonly<Record<string, string>>
  readonly attachments: ReadonlyArray<SentAttachment>
  readonly template_id: string | null
  /** Null: at once. */
  readonly scheduled_at: Date | null
  /** When the transport accepted it. */
  readonly sent_at: Date
  /** As composed, signed if the sender's domain is verified. */
  readonly source: Uint8Array
}

/** Messages that the transport accepted, oldest first. All methods return at once. */
export interface Mailbox {
  readonly all: () => ReadonlyArray<SentMail>
  /** In any spelling. */
  readonly to: (address: string) => ReadonlyArray<SentMail>
  readonly last: () => SentMail | undefined
  /** The storage keeps its data. */
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
