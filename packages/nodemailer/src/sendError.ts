/** The codes of nodemailer's own list that this transport gives. */
export type TransportErrorCode =
  | "EAUTH"
  | "ECONFIG"
  | "ECONNECTION"
  | "EENVELOPE"
  | "EMESSAGE"
  | "EPROTOCOL"
  | "ETIMEDOUT"

/** As nodemailer's errors are. `cause` is what Telemark said. */
export interface TelemarkSendError extends Error {
  readonly code: TransportErrorCode
  /** The reply that an SMTP server would have given (RFC 5321 4.2); undefined without an answer. */
  readonly responseCode?: number
  /** Whether the same message would be refused again; undefined without an answer. */
  readonly permanent?: boolean
  /** The SMTP command that would have been refused. */
  readonly command?: string
}

type Reply = Omit<TelemarkSendError, keyof Error>

const refused = (code: TransportErrorCode, responseCode: number, command: string): Reply => ({
  code,
  responseCode,
  permanent: responseCode >= 500,
  command
})

/** By the class of Telemark's error. */
const replies: ReadonlyMap<string, Reply> = new Map([
  ["InvalidApiKey", refused("EAUTH", 535, "AUTH")],
  ["InsufficientScope", refused("EAUTH", 535, "AUTH")],
  ["RateLimited", refused("EMESSAGE", 451, "MAIL FROM")],
  ["MonthlyLimitExceeded", refused("EMESSAGE", 452, "MAIL FROM")],
  ["SendingPaused", refused("EMESSAGE", 450, "MAIL FROM")],
  ["RequestTooLarge", refused("EMESSAGE", 552, "DATA")],
  ["StorageError", refused("EMESSAGE", 451, "DATA")],
  ["CompilerBusy", refused("EMESSAGE", 451, "DATA")],
  ["InvalidOptions", { code: "ECONFIG" }],
  ["TelemarkClosed", { code: "ECONNECTION" }],
  ["ConnectionFailed", { code: "ECONNECTION" }],
  ["TimedOut", { code: "ETIMEDOUT" }],
  ["UnexpectedAnswer", { code: "EPROTOCOL" }]
])

const isOfEnvelope = (error: object): boolean =>
  "details" in error &&
  typeof error.details === "object" &&
  error.details !== null &&
  Object.keys(error.details).some((path) => /^(?:to|cc|bcc|from)(?:\.|$)/.test(path))

const replyOf = (error: unknown): Reply => {
  if (typeof error !== "object" || error === null) return { code: "EMESSAGE" }
  const tag = "_tag" in error && typeof error._tag === "string" ? error._tag : ""
  if (tag === "ValidationFailed")
    return isOfEnvelope(error)
      ? refused("EENVELOPE", 550, "RCPT TO")
      : refused("EMESSAGE", 554, "DATA")
  const known = replies.get(tag)
  if (known !== undefined) return known
  // Nodemailer's own, such as EFILEACCESS of a file that may not be read.
  const status = "status" in error && typeof error.status === "number" ? error.status : undefined
  return status === undefined
    ? { code: "EMESSAGE" }
    : refused("EMESSAGE", status < 500 && status !== 429 ? 554 : 451, "DATA")
}

const hasCode = (error: unknown): error is TelemarkSendError =>
  error instanceof Error && "code" in error && /^E[A-Z0-9]+$/.test(String(error.code))

/** Makes any failure one that code written for nodemailer understands. */
export const toSendError = (error: unknown): TelemarkSendError =>
  hasCode(error)
    ? error
    : Object.assign(
        new Error(error instanceof Error ? error.message : "The mail was not accepted", {
          cause: error
        }),
        replyOf(error)
      )

export const sendError = (code: TransportErrorCode, message: string): TelemarkSendError =>
  Object.assign(new Error(message), { code })
