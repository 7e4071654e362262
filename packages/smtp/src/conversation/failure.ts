import {
  type BrokenReason,
  type DeliveryOutcome,
  type MissingLogin,
  type Reply,
  type Stage
} from "@telemark/core"
import { Redacted } from "effect"
import type { NodemailerError } from "nodemailer/lib/errors"
import { type TokenLogin, tokenResponse } from "../oauth2/tokenLogin.js"
import { providerMessageId } from "../providers.js"
import { decodeReply, oneLine, parseReply } from "./reply.js"
import type { Credentials } from "./smtpUrl.js"

/** An outcome without its hop. */
type WithoutHop<A> = A extends DeliveryOutcome ? Omit<A, "provider"> : never

export type Outcome = WithoutHop<DeliveryOutcome>
export type Failure = Exclude<Outcome, { readonly _tag: "Accepted" }>

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

/**
 * Adds the connection's encryption, but at stage `tls`: after a failed setup nothing was sent in
 * clear.
 */
export const over =
  (tls: string | null | undefined) =>
  <A extends Outcome>(outcome: A): A =>
    tls === undefined ||
    outcome._tag === "Unsendable" ||
    (outcome._tag !== "Accepted" && outcome.stage === "tls")
      ? outcome
      : { ...outcome, tls }

export const toDeliveryOutcome = (
  { host, provider }: { readonly host: string; readonly provider: string },
  outcome: Outcome
): DeliveryOutcome => {
  const id =
    outcome._tag === "Accepted" ? providerMessageId(host, provider, outcome.response) : undefined
  return { ...outcome, provider, ...(id === undefined ? {} : { provider_message_id: id }) }
}

const certificateCodes =
  /^(?:CERT_|CRL_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH|ERR_TLS_CERT)/
const tlsCodes = /^(?:ERR_SSL|ERR_TLS|EPROTO$)/
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
  if (code === "ETIMEDOUT" || originalCode === "ETIMEDOUT") return "timeout"
  if (refusedCodes.has(code) || refusedCodes.has(originalCode)) return "refused"
  if (code === "ETLS") return "tls"
  return response !== undefined || protocolCodes.has(code) ? "protocol" : "reset"
}

/**
 * An error of setting up a session: `Refused` if the server refused, else `Broken`. `stage` counts
 * unless it concerns TLS.
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

/** A shorter secret occurs by chance: removing it would garble the reply and reveal the secret. */
const minLength = 4

const inBase64 = (text: string): string => Buffer.from(text, "utf8").toString("base64")

const concealAll =
  (secrets: ReadonlyArray<string>) =>
  (failure: Failure): Failure => {
    if (failure._tag !== "Refused") return failure
    const text = secrets
      .filter(({ length }) => length >= minLength)
      .reduce((rest, each) => rest.replaceAll(each, "…"), failure.reply.text)
    return { ...failure, reply: { ...failure.reply, text } }
  }

/**
 * Removes the password, plain and base64-encoded as in AUTH: a server may repeat it, and replies
 * are logged.
 */
export const conceal = ({ password, user }: Credentials): ((failure: Failure) => Failure) => {
  const secret = Redacted.value(password)
  return concealAll([oneLine(secret), inBase64(secret), inBase64(`\0${user}\0${secret}`)])
}

/** The same of an access token. */
export const concealToken = (login: TokenLogin): ((failure: Failure) => Failure) => {
  const secret = Redacted.value(login.accessToken)
  return concealAll([tokenResponse(login), secret, inBase64(secret)])
}
