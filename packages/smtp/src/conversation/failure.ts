import {
  type BrokenReason,
  DeliveryOutcome,
  type MissingLogin,
  type Reply,
  type Stage,
  type UnsendableReason
} from "@telemark/core"
import { Redacted } from "effect"
import type { NodemailerError } from "nodemailer/lib/errors"
import { providerMessageId } from "../providers.js"
import { decodeReply, oneLine, parseReply } from "./reply.js"
import type { Credentials } from "./smtpUrl.js"

interface Server {
  readonly provider: string
  readonly host: string
}

/** The TLS protocol of the connection. Null: in clear. Absent: not known yet. */
interface Secured {
  readonly tls?: string | null
}

export type Failure =
  /**
   * `login`: set if the reply asks for a login (530) and none was made. `closed`: for a 421 at MAIL
   * or later, whether the server hung up.
   */
  | (Secured & {
      readonly _tag: "Refused"
      readonly stage: Stage
      readonly reply: Reply
      readonly login?: MissingLogin
      readonly closed?: boolean
    })
  /** `ambiguous`: the whole message was sent. */
  | (Secured & {
      readonly _tag: "Broken"
      readonly stage: Stage
      readonly reason: BrokenReason
      readonly ambiguous: boolean
    })
  | { readonly _tag: "Unsendable"; readonly reason: Exclude<UnsendableReason, "composition"> }

export type Outcome = Failure | (Secured & { readonly _tag: "Accepted"; readonly response: string })

export const refused = (
  stage: Stage,
  reply: Reply,
  login?: MissingLogin
): Extract<Failure, { readonly _tag: "Refused" }> => ({
  _tag: "Refused",
  stage,
  reply,
  ...(login === undefined ? {} : { login })
})
export const broken = (stage: Stage, reason: BrokenReason, ambiguous = false): Failure => ({
  _tag: "Broken",
  stage,
  reason,
  ambiguous
})
export const unsendable = (reason: Exclude<UnsendableReason, "composition">): Failure => ({
  _tag: "Unsendable",
  reason
})

/**
 * Adds the connection's encryption to an outcome. Not at stage `tls`: a failed TLS setup doesn't
 * mean that anything was sent in clear.
 */
export const over =
  (tls: string | null | undefined) =>
  <A extends Outcome>(outcome: A): A =>
    tls === undefined ||
    outcome._tag === "Unsendable" ||
    (outcome._tag !== "Accepted" && outcome.stage === "tls")
      ? outcome
      : { ...outcome, tls }

/** The outcome of a delivery to that server. */
export const toDeliveryOutcome = (
  { host, provider }: Server,
  outcome: Outcome
): DeliveryOutcome => {
  if (outcome._tag === "Unsendable")
    return DeliveryOutcome.Unsendable({ provider, reason: outcome.reason })
  const hop = outcome.tls === undefined ? { provider } : { provider, tls: outcome.tls }
  switch (outcome._tag) {
    case "Accepted": {
      const id = providerMessageId(host, provider, outcome.response)
      return DeliveryOutcome.Accepted({
        ...hop,
        response: outcome.response,
        ...(id === undefined ? {} : { provider_message_id: id })
      })
    }
    case "Refused":
      return DeliveryOutcome.Refused({
        ...hop,
        stage: outcome.stage,
        reply: outcome.reply,
        ...(outcome.login === undefined ? {} : { login: outcome.login }),
        ...(outcome.closed === undefined ? {} : { closed: outcome.closed })
      })
    case "Broken":
      return DeliveryOutcome.Broken({
        ...hop,
        stage: outcome.stage,
        reason: outcome.reason,
        ambiguous: outcome.ambiguous
      })
  }
}

const certificateCodes =
  /^(?:CERT_|CRL_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH|ERR_TLS_CERT)/
const tlsCodes = /^(?:ERR_SSL|ERR_TLS|EPROTO$)/
const timeoutCodes = new Set(["ETIMEDOUT"])
const refusedCodes = new Set([
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EACCES",
  "EPERM",
  "EADDRNOTAVAIL"
])
const protocolCodes = new Set(["EPROTOCOL", "EAUTH"])

export const reasonOf = ({
  code = "",
  originalCode = "",
  response
}: NodemailerError): BrokenReason => {
  if (certificateCodes.test(originalCode) || certificateCodes.test(code)) return "certificate"
  if (tlsCodes.test(originalCode) || tlsCodes.test(code)) return "tls"
  if (timeoutCodes.has(code) || timeoutCodes.has(originalCode)) return "timeout"
  if (refusedCodes.has(code) || refusedCodes.has(originalCode)) return "refused"
  if (code === "ETLS") return "tls"
  return response !== undefined || protocolCodes.has(code) ? "protocol" : "reset"
}

/**
 * Converts an error from setting up a session: `Refused` if the server refused, else `Broken`.
 * `stage` counts unless the error concerns TLS.
 */
export const toFailure = (error: NodemailerError, stage: Stage): Failure => {
  const reason = reasonOf(error)
  const isTls =
    reason === "certificate" ||
    reason === "tls" ||
    error.code === "ETLS" ||
    error.timeoutType === "UPGRADE_TIMEOUT"
  const reply = parseReply(decodeReply(error.response ?? ""))
  const at = isTls ? "tls" : stage
  return reply !== undefined && reply.code >= 400 ? refused(at, reply) : broken(at, reason)
}

/**
 * A shorter secret occurs in replies by chance: removing it would garble the reply and reveal the
 * secret.
 */
const minLength = 4

/**
 * Removes the password from a failure, both plain and base64-encoded as in AUTH: a server may
 * repeat it, and replies are logged.
 */
export const conceal =
  ({ password, user }: Credentials) =>
  (failure: Failure): Failure => {
    if (failure._tag !== "Refused") return failure
    const secret = Redacted.value(password)
    const secrets = [
      oneLine(secret),
      ...[secret, `\0${user}\0${secret}`].map((text) =>
        Buffer.from(text, "utf8").toString("base64")
      )
    ]
    const text = secrets
      .filter(({ length }) => length >= minLength)
      .reduce((rest, each) => rest.replaceAll(each, "…"), failure.reply.text)
    return { ...failure, reply: { ...failure.reply, text } }
  }
