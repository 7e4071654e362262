/** `expect.stringContaining(…)` and the like, of Vitest and Jest. */
export interface AsymmetricMatcher {
  readonly asymmetricMatch: (value: unknown) => boolean
  readonly toString: () => string
  /** Whether it is one of `expect.not`. */
  readonly inverse?: boolean
  /** What it looks for. */
  readonly sample?: unknown
}

/** The exact text, a regular expression that finds a part of it, or an asymmetric matcher. */
export type ExpectedText = string | RegExp | AsymmetricMatcher

/** Expectations of an attachment. Omitted fields may have any value. */
export interface ExpectedAttachment {
  readonly filename?: ExpectedText
  readonly content_type?: ExpectedText | null
  readonly content_id?: ExpectedText | null
  /** The same octets; text is compared as UTF-8. */
  readonly content?: ExpectedText | Uint8Array
}

/**
 * Expectations of a message. Omitted fields may have any value; fields that are present must not be
 * undefined.
 */
export interface ExpectedMail {
  /**
   * The recipient's address in any case, or `Name <address>`. Expressions and matchers get the
   * address.
   */
  readonly to?: ExpectedText
  /**
   * The sender's address in any case, or `Name <address>`. Expressions and matchers get the latter
   * if there is a name.
   */
  readonly from?: ExpectedText
  /**
   * Each must be among the Cc addresses of the header; an empty list: there are none. A matcher of
   * lists gets all of them.
   */
  readonly cc?: ExpectedText | ReadonlyArray<ExpectedText>
  readonly subject?: ExpectedText
  /** A string matches anywhere in it. */
  readonly html?: ExpectedText | null
  /** A string matches anywhere in it. */
  readonly text?: ExpectedText | null
  /** Header fields by name in any case; null: the field is missing. */
  readonly headers?: Readonly<Record<string, ExpectedText | null>>
  /**
   * Each must match a different attachment, by filename or by more fields; an empty list: there are
   * none.
   */
  readonly attachments?: ReadonlyArray<ExpectedText | ExpectedAttachment>
  readonly template_id?: ExpectedText | null
}

/** The argument of `toHaveSent`. */
export interface ExpectedSent extends ExpectedMail {
  /** How many messages must match; by default at least one. */
  readonly times?: number
}
