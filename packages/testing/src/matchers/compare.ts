import { foldAddress } from "@telemark/contract"
import type { SentAttachment, SentMail } from "../telemark/mailbox.js"
import {
  type AsymmetricMatcher,
  type ExpectedAttachment,
  type ExpectedMail,
  type ExpectedText,
  isAsymmetric
} from "./expectedMail.js"

export interface Difference {
  readonly field: string
  readonly actual: unknown
  readonly expected: unknown
}

/** With the flags `g` and `y`, an expression remembers its last index. */
const finds = (expression: RegExp, text: string): boolean =>
  new RegExp(expression, expression.flags.replace(/[gy]/g, "")).test(text)

type IsSame = (actual: string, expected: string) => boolean

const isEqual: IsSame = (actual, expected) => actual === expected
const contains: IsSame = (actual, expected) => actual.includes(expected)
const isSameAddress: IsSame = (actual, expected) => foldAddress(actual) === foldAddress(expected)

const fits = (actual: string | null, expected: ExpectedText | null, isSame: IsSame): boolean => {
  if (expected === null) return actual === null
  if (isAsymmetric(expected)) return expected.asymmetricMatch(actual)
  if (actual === null) return false
  return expected instanceof RegExp ? finds(expected, actual) : isSame(actual, expected)
}

/** Matchers get text: with bytes, any matcher of `expect.not` would match. */
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

/** `expect.arrayContaining(…)` and the like, by name or sample. */
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

export const differences = (mail: SentMail, expected: ExpectedMail): ReadonlyArray<Difference> => {
  const differs = <Wanted>(
    field: string,
    actual: unknown,
    wanted: Wanted | undefined,
    isMet: (mail: SentMail, wanted: Wanted) => boolean
  ): ReadonlyArray<Difference> =>
    wanted === undefined || isMet(mail, wanted) ? [] : [{ field, actual, expected: wanted }]
  const ofText = (field: "subject" | "html" | "text" | "template_id", isSame: IsSame) =>
    differs(field, mail[field], expected[field], (_, wanted) => fits(mail[field], wanted, isSame))
  return [
    ...differs("to", mail.to, expected.to, fitsRecipient),
    ...differs("from", senderOf(mail), expected.from, fitsSender),
    ...differs("cc", mail.cc, expected.cc, fitsCc),
    ...ofText("subject", isEqual),
    ...ofText("html", contains),
    ...ofText("text", contains),
    ...headerDifferences(mail, expected),
    ...attachmentDifferences(mail, expected),
    ...ofText("template_id", isEqual)
  ]
}
