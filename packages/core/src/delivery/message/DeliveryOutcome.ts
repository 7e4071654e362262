import type { SmtpOAuth2Problem, TokenProblem } from "@telemark/contract"
import { Data } from "effect"
import type { Reply, Stage } from "../replies/Reply.js"

/**
 * Why no reply came. `policy`: the network policy blocks the address; `no_login`: a login is
 * configured, but the server offers none with user name and password; `oauth2_…`: no access token
 * came for the login, or the server takes none; `backing_off`: the route was backing off;
 * `internal`: a fault of our own, which is logged.
 */
export type BrokenReason =
  | "dns"
  | "refused"
  | "reset"
  | "timeout"
  | "tls"
  | "certificate"
  | "protocol"
  | "policy"
  | "no_login"
  | `oauth2_${TokenProblem | "no_mechanism"}`
  | "backing_off"
  | "internal"

/**
 * Why no login was made although the server requires one: no credentials are configured, and the
 * server offers a password login or not.
 */
export type MissingLogin = "not_configured" | "not_offered"

/** Why a server refuses an access token; mostly it doesn't say. */
export type TokenRefusal = Extract<SmtpOAuth2Problem, "token_refused" | "insufficient_scope">

/**
 * Why a message can't be sent to a hop, found before sending. `smtputf8_…`: the part that needs
 * SMTPUTF8, which the hop doesn't offer.
 */
export type UnsendableReason =
  | "composition"
  | "size"
  | "smtputf8_sender"
  | "smtputf8_recipient"
  | "smtputf8_header"

interface Connection {
  /**
   * The TLS version, such as `TLSv1.3`; null if unencrypted; absent without a connection, before
   * TLS was settled, or if unknown.
   */
  readonly tls?: string | null
}

/**
 * What a next hop that only pretends to deliver will report of a message; real hops report through
 * feedback.
 */
export type ForeseenReport = "delivered" | "complained"

/**
 * The outcome of delivering one message to its next hop. `provider` names the hop: `capture`,
 * `smtp`, …
 *
 * - `Accepted`: a 2xx reply to the end of data; the next hop is responsible now. `report` is
 *   recorded as feedback after the acceptance.
 * `provider_message_id`: the id that the reply gives the message, if the provider's reports name
 * it; at most 255 characters.
 * - `Refused`: a 4xx or 5xx reply at some stage. `login`: the server requires a login (530) and
 *   none was made. `token`: the login was with an access token. `closed`: whether the server closed the connection with a 421 at MAIL or later.
 * - `Broken`: no reply. `ambiguous` if the whole message had been sent: the hop may have accepted
 *   it.
 * - `Unsendable`: it can't be composed, or not for this hop (too large, no SMTPUTF8); nothing was
 *   sent.
 */
export type DeliveryOutcome = Data.TaggedEnum<{
  Accepted: Connection & {
    readonly provider: string
    readonly response: string
    readonly report?: ForeseenReport
    readonly provider_message_id?: string
  }
  Refused: Connection & {
    readonly provider: string
    readonly stage: Stage
    readonly reply: Reply
    readonly login?: MissingLogin
    readonly token?: TokenRefusal
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

export type Refusal = Extract<DeliveryOutcome, { readonly _tag: "Refused" }>
