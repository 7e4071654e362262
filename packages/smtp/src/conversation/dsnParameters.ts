import { isAscii } from "@telemark/contract"
import { type Reply, toXtext } from "@telemark/core"
import type { PreparedMessage } from "../preparation/sendPrepared.js"

export interface DsnParameters {
  /** Each begins with a blank. Empty if nothing is asked for. */
  readonly mail: string
  readonly rcpt: string
}

const none: DsnParameters = { mail: "", rcpt: "" }

/**
 * What is asked of a server that offers DSN (RFC 3461): reports on failures and delays with the
 * mail's header, and its id in them. Only if they come to a return path of ours: the sender's own
 * mailbox gets what the server sends by default. A recipient that isn't ASCII has no ORCPT, whose
 * form for it (RFC 6533) servers rarely know.
 */
export const dsnParameters = ({ returnPath, to }: PreparedMessage): DsnParameters => {
  if (returnPath === undefined) return none
  const notify = returnPath.reportsSuccess ? "SUCCESS,FAILURE,DELAY" : "FAILURE,DELAY"
  return {
    mail: ` RET=HDRS ENVID=${toXtext(returnPath.envid)}`,
    rcpt: ` NOTIFY=${notify}${isAscii(to) ? ` ORCPT=rfc822;${toXtext(to)}` : ""}`
  }
}

/**
 * RFC 5321 4.2.2, 4.1.1.11: a syntax error in parameters, one that isn't implemented, or isn't
 * known.
 */
const refusals: ReadonlySet<number> = new Set([501, 504, 555])

/** Whether a reply to MAIL or RCPT may be about its parameters rather than the address. */
export const mayRefuseParameters = ({ code }: Pick<Reply, "code">): boolean => refusals.has(code)
