/** `expect.stringContaining(…)` and the like, of Vitest and Jest. */
export interface AsymmetricMatcher {
  readonly asymmetricMatch: (value: unknown) => boolean
  readonly toString: () => string
  /** Of `expect.not`. */
  readonly inverse?: boolean
  readonly sample?: unknown
}

/** The exact text, an expression that finds a part of it, or an asymmetric matcher. */
export type ExpectedText = string | RegExp | AsymmetricMatcher

/** Omitted fields may have any value. */
export interface ExpectedAttachment {
  readonly filename?: ExpectedText
  readonly content_type?: ExpectedText | null
  readonly content_id?: ExpectedText | null
  /** Text is compared as UTF-8. */
  readonly content?: ExpectedText | Uint8Array
}

/** Omitted fields may have any value; fields that are present must not be undefined. */
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
   * Each must be among the Cc addresses; an empty list: there are none. A matcher of lists gets
   * all.
   */
  readonly cc?: ExpectedText | ReadonlyArray<ExpectedText>
  readonly subject?: ExpectedText
  /** A string matches anywhere in it. */
  readonly html?: ExpectedText | null
  /** A string matches anywhere in it. */
  readonly text?: ExpectedText | null
  /** By name in any case; null: the field is missing. */
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

/** Such as `expect.stringContaining(…)`. */
export const isAsymmetric = (value: unknown): value is AsymmetricMatcher =>
  typeof value === "object" &&
  value !== null &&
  "asymmetricMatch" in value &&
  typeof value.asymmetricMatch === "function"

const mailFields = [
  "to",
  "from",
  "cc",
  "subject",
  "html",
  "text",
  "headers",
  "attachments",
  "template_id",
  "times"
]
const fileFields = ["filename", "content_type", "content_id", "content"]

const refuse = (problem: string): never => {
  throw new TypeError(`toHaveSent: ${problem}`)
}

const isPlain = (value: unknown): value is object =>
  typeof value === "object" &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof RegExp) &&
  !isAsymmetric(value)

const checkFields = (
  value: object,
  where: string,
  known: ReadonlyArray<string> | undefined
): void => {
  for (const [name, member] of Object.entries(value)) {
    if (known !== undefined && !known.includes(name))
      refuse(`there is no ${where}${name}; it takes ${known.join(", ")}`)
    if (member === undefined) refuse(`${where}${name} is undefined; leave it out to match anything`)
  }
}

const checkList = (list: ReadonlyArray<unknown>, where: string): void => {
  for (const [index, member] of list.entries()) {
    if (member === undefined)
      refuse(`${where}[${String(index)}] is undefined; leave it out to match anything`)
    if (isPlain(member)) checkFields(member, `${where}[${String(index)}].`, fileFields)
  }
}

const isCount = (times: unknown): boolean =>
  typeof times === "number" && Number.isSafeInteger(times) && times >= 0

/**
 * Throws a TypeError for unknown fields and fields without a value, which types don't all find:
 * they would match any message or none.
 */
export const checkExpected = (expected: unknown): void => {
  if (!isPlain(expected)) return refuse('takes an object such as { to: "ada@example.com" }')
  checkFields(expected, "", mailFields)
  if ("times" in expected && !isCount(expected.times))
    refuse("times takes a whole number, 0 or more")
  if ("headers" in expected && isPlain(expected.headers))
    checkFields(expected.headers, "headers.", undefined)
  if ("cc" in expected && Array.isArray(expected.cc)) checkList(expected.cc, "cc")
  if (!("attachments" in expected)) return
  if (!Array.isArray(expected.attachments))
    return refuse(
      "attachments takes a list of filenames or of { filename, content_type, content_id, content }"
    )
  checkList(expected.attachments, "attachments")
}
