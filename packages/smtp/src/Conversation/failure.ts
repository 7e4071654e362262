import { type BrokenReason, DeliveryOutcome, type MissingLogin, type Reply, type Stage, type UnsendableReason } from "@telemark/core"
import type { NodemailerError } from "nodemailer/lib/errors"
import { decodeReply, parseReply } from "./reply.js"

/** The protocol of the connection, null if it went in clear; absent as long as that wasn't settled. */
interface Secured {
  readonly tls?: string | null
}

/** What came of it when nothing was accepted, before it is said of which hop. */
export type Failure =
  /** `login`: if the reply asks for one (530) and none was made. `closed`, of a 421 at MAIL or later: whether the server hung up with it. */
  | Secured & { readonly _tag: "Refused"; readonly stage: Stage; readonly reply: Reply; readonly login?: MissingLogin; readonly closed?: boolean }
  /** `ambiguous` if the whole message was out. */
  | Secured & { readonly _tag: "Broken"; readonly stage: Stage; readonly reason: BrokenReason; readonly ambiguous: boolean }
  | { readonly _tag: "Unsendable"; readonly reason: Exclude<UnsendableReason, "composition"> }

/** What came of a message. */
export type Outcome = Failure | Secured & { readonly _tag: "Accepted"; readonly response: string }

export const refused = (stage: Stage, reply: Reply, login?: MissingLogin): Extract<Failure, { readonly _tag: "Refused" }> =>
  ({ _tag: "Refused", stage, reply, ...(login === undefined ? {} : { login }) })
export const broken = (stage: Stage, reason: BrokenReason, ambiguous = false): Failure => ({ _tag: "Broken", stage, reason, ambiguous })
export const unsendable = (reason: Exclude<UnsendableReason, "composition">): Failure => ({ _tag: "Unsendable", reason })

/** What came of it on a connection with this encryption. That TLS could not be set up doesn't mean that anything went in clear. */
export const over = (tls: string | null | undefined) => <A extends Outcome>(outcome: A): A =>
  tls === undefined || outcome._tag === "Unsendable" || (outcome._tag !== "Accepted" && outcome.stage === "tls") ? outcome : { ...outcome, tls }

/** The outcome as the log has it, with the hop's name. */
export const toDeliveryOutcome = (provider: string, outcome: Outcome): DeliveryOutcome => {
  if (outcome._tag === "Unsendable") return DeliveryOutcome.Unsendable({ provider, reason: outcome.reason })
  const hop = outcome.tls === undefined ? { provider } : { provider, tls: outcome.tls }
  switch (outcome._tag) {
    case "Accepted":
      return DeliveryOutcome.Accepted({ ...hop, response: outcome.response })
    case "Refused":
      return DeliveryOutcome.Refused({
        ...hop,
        stage: outcome.stage,
        reply: outcome.reply,
        ...(outcome.login === undefined ? {} : { login: outcome.login }),
        ...(outcome.closed === undefined ? {} : { closed: outcome.closed })
      })
    case "Broken":
      return DeliveryOutcome.Broken({ ...hop, stage: outcome.stage, reason: outcome.reason, ambiguous: outcome.ambiguous })
  }
}

const certificateCodes = /^(?:CERT_|CRL_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH|ERR_TLS_CERT)/
const tlsCodes = /^(?:ERR_SSL|ERR_TLS|EPROTO$)/
const timeoutCodes = new Set(["ETIMEDOUT"])
const refusedCodes = new Set(["ECONNREFUSED", "EHOSTUNREACH", "ENETUNREACH", "EACCES", "EPERM", "EADDRNOTAVAIL"])
const protocolCodes = new Set(["EPROTOCOL", "EAUTH"])

/** Why no reply came, by the error of nodemailer's or of a socket. */
export const reasonOf = ({ code = "", originalCode = "", response }: NodemailerError): BrokenReason => {
  if (certificateCodes.test(originalCode) || certificateCodes.test(code)) return "certificate"
  if (tlsCodes.test(originalCode) || tlsCodes.test(code)) return "tls"
  if (timeoutCodes.has(code) || timeoutCodes.has(originalCode)) return "timeout"
  if (refusedCodes.has(code) || refusedCodes.has(originalCode)) return "refused"
  if (code === "ETLS") return "tls"
  return response !== undefined || protocolCodes.has(code) ? "protocol" : "reset"
}

/**
 * Reads an error that setting a session up failed with: a refusal if the server said so, otherwise a break.
 * `stage` is where it happened as far as the error itself doesn't tell.
 */
export const toFailure = (error: NodemailerError, stage: Stage): Failure => {
  const reason = reasonOf(error)
  const isTls = reason === "certificate" || reason === "tls" || error.code === "ETLS" || error.timeoutType === "UPGRADE_TIMEOUT"
  const reply = parseReply(decodeReply(error.response ?? ""))
  const at = isTls ? "tls" : stage
  return reply !== undefined && reply.code >= 400 ? refused(at, reply) : broken(at, reason)
}
