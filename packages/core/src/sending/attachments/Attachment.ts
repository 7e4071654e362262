/** A file of a mail, without its content. */
export interface AttachmentInfo {
  readonly filename: string
  /** A media type such as `application/pdf` (RFC 6838); null: derived from the filename. */
  readonly content_type: string | null
  /**
   * The name that the HTML refers to, as in `cid:logo`, without angle brackets (RFC 2392); null for
   * a regular attachment.
   */
  readonly content_id: string | null
  /** In octets. */
  readonly size: number
}

/** A file of a mail with its content. */
export interface Attachment extends AttachmentInfo {
  readonly content: Uint8Array
}
