import type { Reply } from "@telemark/core"

/** What becomes of mail to a magic recipient: it is delivered, comes back as spam, or is refused, for good or for now. */
export type MagicOutcome = "delivered" | "complained" | "bounced" | "deferred"

// RFC 2606 2 keeps .test from ever being somebody's, so that no such mail reaches a person over another transport either.
const magic = /^(delivered|complained|bounced|deferred)(?:\+[^@]*)?@telemark\.test$/i

const outcomes: Readonly<Record<string, MagicOutcome>> = {
  delivered: "delivered", complained: "complained", bounced: "bounced", deferred: "deferred"
}

/**
 * What becomes of mail to this address: `delivered@`, `complained@`, `bounced@` and `deferred@telemark.test`, in any case, with
 * `+anything` behind the word (RFC 5233). Undefined for all other addresses: their mail is kept, and nothing is heard of it.
 */
export const magicOutcome = (recipient: string): MagicOutcome | undefined => outcomes[magic.exec(recipient)?.[1]?.toLowerCase() ?? ""]

/** What RCPT is answered with (RFC 5321 4.2, RFC 3463) where the mail is refused. */
export const refusals: Readonly<Record<"bounced" | "deferred", Reply>> = {
  bounced: { code: 550, enhanced: "5.1.1", text: "No such user, as the recipient's address asks for" },
  // Nothing about a rate: a reply that speaks of one would have all other mail wait, too.
  deferred: { code: 451, enhanced: "4.7.1", text: "Greylisted, as the recipient's address asks for" }
}
