import { type InboxMail, ReleaseFailed, timestamp } from "@telemark/contract"
import type { DeliveryOutcome } from "../message/DeliveryOutcome.js"
import { classify } from "../settlement/classify.js"
import { explainOutcome, responseOf } from "../settlement/explainOutcome.js"

/** `at` is in epoch milliseconds. */
export interface Release {
  readonly to: string
  readonly at: number
}

/** A mail that the capture transport kept instead of sending it. */
export interface CapturedMail {
  readonly id: string
  readonly tenant_id: string
  /** `a@b.c` or `Name <a@b.c>`. */
  readonly sender: string
  readonly recipient: string
  readonly subject: string
  readonly captured_at: number
  /** Absent unless it was sent after all: the last time. */
  readonly released?: Release | undefined
}

/** Mails. */
export const inboxCapacity = 500

/** The newest mail is kept at any size. */
export const inboxOctets = 64 * 1024 * 1024

export const viewOfMail = ({
  captured_at,
  id,
  recipient,
  released,
  sender,
  subject
}: CapturedMail): InboxMail => ({
  id,
  from: sender,
  to: recipient,
  subject,
  captured_at: timestamp(captured_at),
  released: released === undefined ? null : { to: released.to, at: timestamp(released.at) }
})

const folded = (text: string): string => text.normalize("NFKC").toLowerCase()

/**
 * The page of those mails, newest first, whose recipient and subject together contain each word of a
 * text, in upper or lower case. The mail that it begins after need not match; undefined if there is
 * none of that id.
 */
export const pageOfInbox = (
  all: ReadonlyArray<CapturedMail>,
  {
    after,
    limit,
    offset
  }: { readonly limit: number; readonly offset: number; readonly after?: string | undefined },
  query = ""
): ReadonlyArray<CapturedMail> | undefined => {
  const at = after === undefined ? -1 : all.findIndex(({ id }) => id === after)
  if (after !== undefined && at < 0) return undefined
  const words = folded(query)
    .split(/\s+/)
    .filter((word) => word !== "")
  return all
    .slice(at + 1)
    .filter(({ recipient, subject }) => {
      const text = folded(`${recipient}\n${subject}`)
      return words.every((word) => text.includes(word))
    })
    .slice(offset, offset + limit)
}

const mayBeThere = "The server may have taken the mail all the same: look before you send it again."

const sentenceOf = (outcome: DeliveryOutcome): string => {
  if (outcome._tag !== "Broken" || !outcome.ambiguous)
    return explainOutcome(outcome, classify(outcome), false) ?? ""
  return `${explainOutcome({ ...outcome, ambiguous: false }, classify(outcome), false) ?? ""} ${mayBeThere}`
}

/** Undefined if it was. There is no second attempt. */
export const releaseProblem = (outcome: DeliveryOutcome): ReleaseFailed | undefined =>
  outcome._tag === "Accepted"
    ? undefined
    : new ReleaseFailed({ why: sentenceOf(outcome), smtp_response: responseOf(outcome) })
