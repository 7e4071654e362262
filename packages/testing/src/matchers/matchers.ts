import type { Mailbox } from "../telemark/mailbox.js"
import { checkExpected } from "./checkExpected.js"
import { differences } from "./compare.js"
import type { ExpectedSent } from "./expectedMail.js"
import { failureOf } from "./message.js"

/** The methods that `expect(…)` gains once the matchers are registered. */
export interface MailMatchers {
  /**
   * Asserts that a mailbox contains a message that matches all given fields, or exactly `times` of
   * them; without arguments, any message.
   *
   * ```ts
   * expect(telemark.mailbox).toHaveSent({ to: "ada@example.com", subject: /welcome/i, html: "Confirm" })
   * ```
   */
  toHaveSent: (expected?: ExpectedSent) => void
}

interface Matched {
  readonly pass: boolean
  readonly message: () => string
}

const isMailbox = (value: unknown): value is Mailbox =>
  typeof value === "object" && value !== null && "all" in value && typeof value.all === "function"

/** The received mailbox, or the one of a received Telemark. */
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
