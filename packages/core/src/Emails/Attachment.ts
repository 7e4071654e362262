/** A file of a mail, without what it holds. */
export interface AttachmentInfo {
  readonly filename: string
  /** A media type such as `application/pdf` (RFC 6838); null: it follows from the filename. */
  readonly content_type: string | null
  /** By which the html names it, as in `cid:logo`, without angle brackets (RFC 2392); null for a file beside the text. */
  readonly content_id: string | null
  /** In octets. */
  readonly size: number
}

/** A file of a mail. */
export interface Attachment extends AttachmentInfo {
  readonly content: Uint8Array
}
