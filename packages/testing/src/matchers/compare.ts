import { foldAddress } from "@telemark/contract"
import type { SentAttachment, SentMail } from "../telemark/mailbox.js"
import type {
  AsymmetricMatcher,
  ExpectedAttachment,
  ExpectedMail,
  ExpectedText
} from "./expectedMail.js"

export interface Difference {
  readonly field: string
  readonly actual: unknown
  readonly expected: unknown
}

/** Whether it is an asymmetric matcher such as `expect.stringContaining(…)`. */
export const isAsymmetric = (value: unknown): value is AsymmetricMatcher =>
  typeof value === "object" &&
  value !== null &&
  "asymmetricMatch" in value &&
  typeof value.asymmetricMatch === "function"

/** Without the flags `g` and `y`, with which an expression remembers its last index. */
const finds = (expression: RegExp, text: string): boolean =>
  new RegExp(expression, expression.flags.replace(/[gy]/g, "")).test(text)

type IsSame = (actual: string, expected: string) => boolean

const isEqual: IsSame = (actual, expected) => actual === expected
const contains: IsSame = (actual, expected) => actual.includes(expected)
const isSameAddress: IsSame = (actual, expected) => foldAddress(actual) === foldAddress(expected)

/** Whether a text is as expected; null for a missing text. */
const fits = (actual: string | null, expected: ExpectedText | null, isSame: IsSame): boolean => {
  if (expected === null) return actual === null
  if (isAsymmetric(expected)) return expected.asymmetricMatch(actual)
  if (actual === null) return false
  return expected instanceof RegExp ? finds(expected, actual) : isSame(actual, expected)
}

/** Matchers get the content as text: with bytes, any matcher of `expect.not` would match. */
const fitsContent = (actual: Uint8Array, expected: ExpectedText | Uint8Array): boolean => {
  if (expected instanceof Uint8Array) return Buffer.compare(actual, expected) === 0
  return fits(Buffer.from(actual).toString("utf8"), expected, isEqual)
}

const isText = (expected: ExpectedText | ExpectedAttachment): expected is ExpectedText =>
  typeof expected === "string" || expected instanceof RegExp || isAsymmetric(expected)

const fitsAttachment = (
  actual: SentAttachment,
  expected: ExpectedText | ExpectedAttachment
): boolean => {
  if (isText(expected)) return fits(actual.filename, expected, isEqual)
  const { content, content_id, content_type, filename } = expected
  return (
    (filename === undefined || fits(actual.filename, filename, isEqual)) &&
    (content_type === undefined || fits(actual.content_type, content_type, isEqual)) &&
    (content_id === undefined || fits(actual.content_id, content_id, isEqual)) &&
    (content === undefined || fitsContent(actual.content, content))
  )
}

const mailboxText = (address: string, name: string | null): string =>
  name === null ? address : `${name} <${address}>`

const senderOf = ({ from, from_name }: SentMail): string => mailboxText(from, from_name)

const fitsRecipient = ({ to, to_name }: SentMail, expected: ExpectedText): boolean =>
  expected === mailboxText(to, to_name) || fits(to, expected, isSameAddress)

const fitsSender = (mail: SentMail, expected: ExpectedText): boolean =>
  (typeof expected === "string" && isSameAddress(mail.from, expected)) ||
  fits(senderOf(mail), expected, isEqual)

/**
 * Whether it matches lists, such as `expect.arrayContaining(…)`, judged by its name or its sample.
 */
const looksAtLists = (matcher: AsymmetricMatcher): boolean =>
  /array/i.test(matcher.toString()) || matcher.sample === Array

const fitsCc = (
  { cc }: SentMail,
  expected: ExpectedText | ReadonlyArray<ExpectedText>
): boolean => {
  const isNamed = (wanted: ExpectedText) =>
    cc.some((address) => fits(address, wanted, isSameAddress))
  if (isAsymmetric(expected)) {
    if (looksAtLists(expected)) return expected.asymmetricMatch(cc)
    return expected.inverse === true
      ? cc.every((address) => expected.asymmetricMatch(address))
      : isNamed(expected)
  }
  if (typeof expected === "string" || expected instanceof RegExp) return isNamed(expected)
  return expected.length === 0 ? cc.length === 0 : expected.every(isNamed)
}

const areAmong = (
  files: ReadonlyArray<SentAttachment>,
  [first, ...others]: ReadonlyArray<ExpectedText | ExpectedAttachment>
): boolean =>
  first === undefined ||
  files.some(
    (file, index) => fitsAttachment(file, first) && areAmong(files.toSpliced(index, 1), others)
  )

const attachmentDifferences = (
  mail: SentMail,
  { attachments }: ExpectedMail
): ReadonlyArray<Difference> => {
  if (attachments === undefined) return []
  const actual = mail.attachments.map(({ filename }) => filename)
  const isMet =
    attachments.length === 0 ? actual.length === 0 : areAmong(mail.attachments, attachments)
  return isMet ? [] : [{ field: "attachments", actual, expected: attachments }]
}

const headerDifferences = (
  mail: SentMail,
  { headers = {} }: ExpectedMail
): ReadonlyArray<Difference> =>
  Object.entries(headers).flatMap(([name, expected]) => {
    const key = name.toLowerCase()
    const actual = Object.hasOwn(mail.headers, key) ? (mail.headers[key] ?? null) : null
    return fits(actual, expected, isEqual) ? [] : [{ field: `headers.${name}`, actual, expected }]
  })

/** The fields that differ from what is expected; empty if the message matches. */
export const differences = (mail: SentMail, expected: ExpectedMail): ReadonlyArray<Difference> => {
  const differs = (
    field: string,
    isMet: boolean,
    actual: unknown,
    wanted: unknown
  ): ReadonlyArray<Difference> =>
    wanted === undefined || isMet ? [] : [{ field, actual, expected: wanted }]
  const { cc, from, html, subject, template_id, text, to } = expected
  return [
    ...differs("to", to === undefined || fitsRecipient(mail, to), mail.to, to),
    ...differs("from", from === undefined || fitsSender(mail, from), senderOf(mail), from),
    ...differs("cc", cc === undefined || fitsCc(mail, cc), mail.cc, cc),
    ...differs(
      "subject",
      subject === undefined || fits(mail.subject, subject, isEqual),
      mail.subject,
      subject
    ),
    ...differs("html", html === undefined || fits(mail.html, html, contains), mail.html, html),
    ...differs("text", text === undefined || fits(mail.text, text, contains), mail.text, text),
    ...headerDifferences(mail, expected),
    ...attachmentDifferences(mail, expected),
    ...differs(
      "template_id",
      template_id === undefined || fits(mail.template_id, template_id, isEqual),
      mail.template_id,
      template_id
    )
  ]
}
