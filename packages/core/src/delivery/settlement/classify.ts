import type { BrokenReason, DeliveryOutcome, UnsendableReason } from "../message/DeliveryOutcome.js"
import type { Envelope } from "../replies/Reply.js"
import { type Reading, readingOf, type Verdict } from "../replies/Verdict.js"
import { readReply } from "../replies/readReply.js"

/**
 * Only `composition` is our own failure; the others are limits of the next hop (RFC 1870, RFC 6531
 * 3.5).
 */
const unsendable: Readonly<Record<UnsendableReason, Verdict>> = {
  composition: "unsendable",
  size: "too_large",
  smtputf8_sender: "sender_refused",
  smtputf8_recipient: "recipient_refused",
  smtputf8_header: "content"
}

const refusesUs: ReadonlySet<BrokenReason> = new Set([
  "tls",
  "certificate",
  "policy",
  "no_login",
  "oauth2_not_permitted",
  "oauth2_invalid_client",
  "oauth2_invalid_grant",
  "oauth2_invalid_scope",
  "oauth2_refused",
  "oauth2_no_mechanism"
])

/** Total and pure; replies are read by `readReply`. */
export const classify = (outcome: DeliveryOutcome, envelope?: Envelope): Reading => {
  switch (outcome._tag) {
    case "Accepted":
      return readingOf("accepted")
    case "Refused":
      return readReply(outcome.stage, outcome.reply, envelope)
    case "Broken":
      return refusesUs.has(outcome.reason)
        ? readingOf("hop_refuses_us")
        : { ...readingOf("transient"), about: "route" }
    case "Unsendable":
      return readingOf(unsendable[outcome.reason])
  }
}
