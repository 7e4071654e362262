import { foldAddress } from "@telemark/contract"
import type { Reply } from "@telemark/core"

/** `bounced` is a permanent refusal, `deferred` a temporary one. */
export type MagicOutcome = "delivered" | "complained" | "bounced" | "deferred"

// RFC 2606 2 reserves .test, so such mail reaches no person over another transport either.
const magic = /^(delivered|complained|bounced|deferred)(?:\+[^@]*)?@telemark\.test$/

const outcomes: Readonly<Record<string, MagicOutcome>> = {
  delivered: "delivered",
  complained: "complained",
  bounced: "bounced",
  deferred: "deferred"
}

/**
 * The outcome that the address asks for, in any case, with an optional `+anything` (RFC 5233).
 * Undefined: the mail is stored without a report.
 */
export const magicOutcome = (recipient: string): MagicOutcome | undefined =>
  outcomes[magic.exec(foldAddress(recipient))?.[1] ?? ""]

/** The replies to RCPT (RFC 5321 4.2, RFC 3463) for refused mail. */
export const refusals: Readonly<Record<"bounced" | "deferred", Reply>> = {
  bounced: {
    code: 550,
    enhanced: "5.1.1",
    text: "No such user, as the recipient's address asks for"
  },
  // The text must not mention a rate: such a reply would delay all other mail too.
  deferred: {
    code: 451,
    enhanced: "4.7.1",
    text: "Greylisted, as the recipient's address asks for"
  }
}
