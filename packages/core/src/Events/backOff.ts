import type { BackOff, BackOffCause } from "../BackOffs/index.js"
import { clause, inBrackets, moment } from "./phrases.js"

const causes: Readonly<Record<BackOffCause, string>> = {
  asked_for_less: "the mail server asked for less",
  daily_limit: "the mail server's limit of the day was reached",
  account_refused: "the mail server refused our account there",
  refused: "the mail server refused to work for us"
}

/** Whose mail waits. */
const whose = ({ sender_domain, tenant_id }: BackOff): string =>
  sender_domain !== "" ? `mail from ${sender_domain} waits` : tenant_id !== "" ? "all mail of this tenant waits" : "all mail on this route waits"

/** What a server did, when, and in which words. `known`: a reply that was quoted already. */
export const whatServerDid = ({ cause, error_message, since, smtp_response }: BackOff, known?: string | null): string => {
  const said = smtp_response === null ? inBrackets(clause(error_message)) : smtp_response === known ? "" : inBrackets(smtp_response)
  return `${causes[cause]} at ${moment(since)}${said}`
}

/** Whose mail waits and why, as it goes on after a colon and without a full stop. */
export const whyMailWaits = (backOff: BackOff, known?: string | null): string => `${whose(backOff)}, since ${whatServerDid(backOff, known)}`
