import { Data } from "effect"
import type { Reply, Stage } from "../Replies/index.js"

/**
 * Why no reply came. `policy`: the network policy closes the address; `no_login`: a login is configured, and the server
 * offers none that takes a user name and a password; `resting`: the hop had asked for a rest; `internal`: a fault of our own, which the log tells of.
 */
export type BrokenReason =
  | "dns" | "refused" | "reset" | "timeout" | "tls" | "certificate" | "protocol" | "policy" | "no_login" | "resting" | "internal"

/** Why nobody was logged in when a server asked for it: no user name and password are configured, and it offers a login or not. */
export type MissingLogin = "not_configured" | "not_offered"

/** Why a message can't be sent to a hop, although nothing was said. `smtputf8_…`: what needs SMTPUTF8, which the hop doesn't offer. */
export type UnsendableReason = "composition" | "size" | "smtputf8_sender" | "smtputf8_recipient" | "smtputf8_header"

/** How the connection to the next hop was protected. */
interface Connection {
  /**
   * The protocol that encrypted it, such as `TLSv1.3`; null if it went in clear. Absent where there was none, where it
   * was never settled (greeting, TLS), or where nobody knows.
   */
  readonly tls?: string | null
}

/** What a next hop that only pretends to deliver knows to be reported of a message later: real ones tell by their feedback. */
export type ForeseenReport = "delivered" | "complained"

/**
 * What came of handing one message to its next hop. `provider` names the hop: `capture`, `smtp`, …
 *
 * - `Accepted`: a 2xx reply to the end of data; the next hop is responsible now. `report` is recorded as feedback on the message
 *   as soon as its acceptance is.
 * - `Refused`: a 4xx or 5xx reply at some stage; `login` if it asks for one (530) and none was made. `closed`, of a 421 at MAIL or later:
 *   whether the server hung up with it.
 * - `Broken`: no reply. `ambiguous` if the whole message was out by then: the hop may have taken it.
 * - `Unsendable`: it can't be composed, or not for this hop (too large, no SMTPUTF8); nothing was sent.
 */
export type DeliveryOutcome = Data.TaggedEnum<{
  Accepted: Connection & { readonly provider: string; readonly response: string; readonly report?: ForeseenReport }
  Refused: Connection & {
    readonly provider: string
    readonly stage: Stage
    readonly reply: Reply
    readonly login?: MissingLogin
    readonly closed?: boolean
  }
  Broken: Connection & {
    readonly provider: string
    readonly stage: Stage
    readonly reason: BrokenReason
    readonly ambiguous: boolean
  }
  Unsendable: {
    readonly provider: string
    readonly reason: UnsendableReason
  }
}>
export const DeliveryOutcome = Data.taggedEnum<DeliveryOutcome>()

/** A refusal in a reply. */
export type Refusal = Extract<DeliveryOutcome, { readonly _tag: "Refused" }>
