/** Vitest's and Jest's `expect.stringContaining(…)` and the like. */
export interface AsymmetricMatcher {
  readonly asymmetricMatch: (value: unknown) => boolean
  /** Its name. */
  readonly toString: () => string
  /** Whether it is one of `expect.not`. */
  readonly inverse?: boolean
  /** What it looks for. */
  readonly sample?: unknown
}

/** What a text is to be: the very text, what an expression finds, or what an asymmetric matcher takes. */
export type ExpectedText = string | RegExp | AsymmetricMatcher

/** What a file is to be. What is left out may be anything. */
export interface ExpectedAttachment {
  readonly filename?: ExpectedText
  readonly content_type?: ExpectedText | null
  readonly content_id?: ExpectedText | null
  /** The same octets; text stands for its UTF-8. */
  readonly content?: ExpectedText | Uint8Array
}

/** What a mail is to be. What is left out may be anything; a field that is there must have a value. */
export interface ExpectedMail {
  /** The recipient's address, in any case of letters, or `Name <address>`; expressions and matchers are asked of the address. */
  readonly to?: ExpectedText
  /** The sender's address, in any case of letters, or `Name <address>`; expressions and matchers are asked of the latter, if there is a name. */
  readonly from?: ExpectedText
  /** Each of these is one of those that the head names as Cc; an empty list: it names nobody. A matcher of lists is asked of all. */
  readonly cc?: ExpectedText | ReadonlyArray<ExpectedText>
  readonly subject?: ExpectedText
  /** A text is to be somewhere in it. */
  readonly html?: ExpectedText | null
  /** A text is to be somewhere in it. */
  readonly text?: ExpectedText | null
  /** Fields of the head, by their names in any case of letters; null: it has no such field. */
  readonly headers?: Readonly<Record<string, ExpectedText | null>>
  /** Each of these is among its files, by filename or by more, each another one; an empty list: it has none. */
  readonly attachments?: ReadonlyArray<ExpectedText | ExpectedAttachment>
  readonly template_id?: ExpectedText | null
}

/** What a mailbox is to hold. */
export interface ExpectedSent extends ExpectedMail {
  /** Of how many mails this is to be so: by default of at least one. */
  readonly times?: number
}
