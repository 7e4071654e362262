import type { BackOff, BackOffCause } from "../../delivery/backOffs/BackOff.js"
import { clause, inBrackets, moment } from "./phrases.js"

const causes: Readonly<Record<BackOffCause, string>> = {
  asked_for_less: "the mail server asked for less mail",
  daily_limit: "the mail server's daily limit was reached",
  account_refused: "the mail server refused our account there",
  refused: "the mail server refused this service"
}

const whose = ({ sender_domain, tenant_id }: BackOff): string =>
  sender_domain !== ""
    ? `mail from ${sender_domain} waits`
    : tenant_id !== ""
      ? "all mail of this tenant waits"
      : "all mail on this route waits"

/**
 * The cause of a back-off, its time and the server's reply. `known`: a reply that was already
 * quoted.
 */
export const whatServerDid = (
  { cause, error_message, since, smtp_response }: BackOff,
  known?: string | null
): string => {
  const said =
    smtp_response === null
      ? inBrackets(clause(error_message))
      : smtp_response === known
        ? ""
        : inBrackets(smtp_response)
  return `${causes[cause]} at ${moment(since)}${said}`
}

/** Whose mail waits and why, as a clause without a full stop. */
export const whyMailWaits = (backOff: BackOff, known?: string | null): string =>
  `${whose(backOff)}, since ${whatServerDid(backOff, known)}`
