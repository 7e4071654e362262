import type { Mailbox } from "../telemark/index.js"
import { checkExpected } from "./check.js"
import { differences } from "./compare.js"
import type { ExpectedSent } from "./expectedMail.js"
import { failureOf } from "./message.js"

/** What `expect(…)` has besides, once the matchers are registered. */
export interface MailMatchers {
  /**
   * That a mailbox holds a mail, or `times` of them, of which all that is given is so; without anything given, that it holds any.
   *
   * ```ts
   * expect(telemark.mailbox).toHaveSent({ to: "ada@example.com", subject: /welcome/i, html: "Confirm" })
   * ```
   */
  toHaveSent: (expected?: ExpectedSent) => void
}

/** What a matcher answers. */
interface Matched {
  readonly pass: boolean
  readonly message: () => string
}

const isMailbox = (value: unknown): value is Mailbox => typeof value === "object" && value !== null && "all" in value && typeof value.all === "function"

/** The mailbox that is asked, or the one of the Telemark that is. */
const mailboxOf = (received: unknown): Mailbox => {
  if (isMailbox(received)) return received
  const inside = typeof received === "object" && received !== null && "mailbox" in received ? received.mailbox : undefined
  if (isMailbox(inside)) return inside
  throw new TypeError("toHaveSent is asked of a mailbox: expect(telemark.mailbox).toHaveSent({ to: \"ada@example.com\" })")
}

/** For `expect.extend(matchers)` of Vitest, Jest and Bun; `@telemark/testing/vitest` does that. */
export const matchers = {
  toHaveSent(this: { readonly isNot?: boolean | undefined } | void, received: unknown, expected: ExpectedSent = {}): Matched {
    checkExpected(expected)
    const compared = mailboxOf(received).all().map((mail) => ({ mail, differences: differences(mail, expected) }))
    const met = compared.filter((one) => one.differences.length === 0).length
    const pass = expected.times === undefined ? met > 0 : met === expected.times
    return { pass, message: () => failureOf(compared, expected, this?.isNot ?? pass) }
  }
}
