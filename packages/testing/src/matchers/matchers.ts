import type { Mailbox, SentMail } from "../telemark/mailbox.js"
import { type Difference, differences } from "./compare.js"
import {
  type AsymmetricMatcher,
  checkExpected,
  type ExpectedSent,
  isAsymmetric
} from "./expectedMail.js"

interface Compared {
  readonly mail: SentMail
  readonly differences: ReadonlyArray<Difference>
}

/** Longer texts are cut, and further messages are only counted. */
const maxShownLength = 300
const maxShown = 10

const shortened = (text: string): string =>
  text.length > maxShownLength
    ? `${text.slice(0, maxShownLength)}… (${String(text.length)} characters)`
    : text

/** Matchers return a name such as `StringContaining`, without what they look for. */
const nameOf = (matcher: AsymmetricMatcher): string => {
  const { sample } = matcher
  return sample === undefined ? matcher.toString() : `${matcher.toString()} ${show(sample)}`
}

const show = (value: unknown): string => {
  if (typeof value === "string") return shortened(JSON.stringify(value))
  if (value instanceof RegExp) return String(value)
  if (value instanceof Uint8Array) return `${String(value.length)} octets`
  if (Array.isArray(value)) return value.length === 0 ? "none" : `[${value.map(show).join(", ")}]`
  if (isAsymmetric(value)) return nameOf(value)
  if (typeof value !== "object" || value === null) return String(value)
  return `{ ${Object.entries(value)
    .map(([name, member]) => `${name}: ${show(member)}`)
    .join(", ")} }`
}

const mails = (count: number): string =>
  count === 0 ? "no mail" : count === 1 ? "1 mail" : `${String(count)} mails`

const wanted = ({ times, ...expected }: ExpectedSent, isNot: boolean): string => {
  const what = Object.keys(expected).length === 0 ? "" : ` with ${show(expected)}`
  const count =
    times === undefined
      ? isNot
        ? "no mail"
        : "a mail"
      : `${isNot ? "any number of mails but " : ""}${times === 0 ? "no mail" : mails(times)}`
  return `${count}${what}`
}

const line = ({ differences, mail: { from, subject, to } }: Compared, index: number): string =>
  [
    `${String(index + 1)}. to ${to} from ${from}: ${show(subject)}${differences.length === 0 ? " (as expected)" : ""}`,
    ...differences.map(
      ({ actual, expected, field }) => `   ${field}: ${show(actual)}, expected ${show(expected)}`
    )
  ].join("\n")

const closestFirst = (one: Compared, other: Compared): number =>
  one.differences.length - other.differences.length

/** What was expected, and the mailbox's messages, closest first, with the fields that differ. */
const failureOf = (
  compared: ReadonlyArray<Compared>,
  expected: ExpectedSent,
  isNot: boolean
): string => {
  const met = compared.filter(({ differences }) => differences.length === 0).length
  const some = expected.times !== undefined || isNot ? `, ${String(met)} as expected` : ""
  const shown = [...compared].sort(closestFirst).slice(0, maxShown)
  const left = compared.length - shown.length
  return [
    `Expected the mailbox to contain ${wanted(expected, isNot)}.`,
    `It contains ${mails(compared.length)}${compared.length === 0 ? "." : `${some}:`}`,
    ...(shown.length === 0 ? [] : ["", ...shown.map(line)]),
    ...(left === 0 ? [] : [`… and ${mails(left)} more`])
  ].join("\n")
}

export interface MailMatchers {
  /**
   * Asserts that a mailbox contains a message that matches all given fields, or exactly `times` of
   * them: `expect(telemark.mailbox).toHaveSent({ to: "ada@example.com", subject: /welcome/i })`.
   */
  toHaveSent: (expected?: ExpectedSent) => void
}

interface Matched {
  readonly pass: boolean
  readonly message: () => string
}

const isMailbox = (value: unknown): value is Mailbox =>
  typeof value === "object" && value !== null && "all" in value && typeof value.all === "function"

/** Of a Telemark, its mailbox. */
const mailboxOf = (received: unknown): Mailbox => {
  if (isMailbox(received)) return received
  const inside =
    typeof received === "object" && received !== null && "mailbox" in received
      ? received.mailbox
      : undefined
  if (isMailbox(inside)) return inside
  throw new TypeError(
    'toHaveSent needs a mailbox: expect(telemark.mailbox).toHaveSent({ to: "ada@example.com" })'
  )
}

/**
 * For `expect.extend(matchers)` of Vitest, Jest and Bun; `@telemark/testing/vitest` registers them.
 */
export const matchers = {
  toHaveSent(
    this: { readonly isNot?: boolean | undefined } | void,
    received: unknown,
    expected: ExpectedSent = {}
  ): Matched {
    checkExpected(expected)
    const compared = mailboxOf(received)
      .all()
      .map((mail) => ({ mail, differences: differences(mail, expected) }))
    const met = compared.filter((one) => one.differences.length === 0).length
    const pass = expected.times === undefined ? met > 0 : met === expected.times
    return { pass, message: () => failureOf(compared, expected, this?.isNot ?? pass) }
  }
}
