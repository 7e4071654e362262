import type {
  ApiKeysBusy,
  InvalidApiKey,
  RateLimited,
  SendResult,
  StorageError
} from "@telemark/contract"
import type { SendError } from "@telemark/core"

/** As smtp-server takes it: the enhanced code (RFC 3463) follows from `responseCode`. */
export class SubmissionReply extends Error {
  constructor(
    readonly responseCode: number,
    message: string
  ) {
    super(message)
  }
}

/** The same for every wrong login: who guesses learns nothing. */
export const wrongLogin = new SubmissionReply(
  535,
  "The login is wrong: the user is telemark, and the password an API key with the scope email:send"
)

export const tryLoginAgain = new SubmissionReply(
  454,
  "The login can't be checked at the moment, try again later"
)

export const tryAgain = new SubmissionReply(
  451,
  "The mail can't be stored at the moment, try again later"
)

export const noMemory = new SubmissionReply(
  452,
  "Too much mail is coming in at the moment, try again later"
)

export const badRecipient = new SubmissionReply(
  553,
  "That is not an email address such as ada@example.com"
)

export const enoughMessages = new SubmissionReply(421, "Enough messages, connect again for more")

/** A reply's line has at most 512 octets (RFC 5321 4.5.3.1.5), in ASCII (4.2). */
const maxText = 400

const asText = (message: string): string => message.replace(/[^\x20-\x7e]+/g, "?").slice(0, maxText)

export type SubmissionError = SendError | RateLimited | InvalidApiKey | ApiKeysBusy | StorageError

/** What a client is told. Of what it sent, messages repeat names at most, never values. */
export const replyOf = (error: SubmissionError): SubmissionReply => {
  switch (error._tag) {
    case "InvalidApiKey":
      return wrongLogin
    case "ApiKeysBusy":
      return tryLoginAgain
    case "RateLimited":
      return new SubmissionReply(
        451,
        `Too many sends; try again in ${String(error.status.retryAfterSeconds)} seconds`
      )
    case "MonthlyLimitExceeded":
      return new SubmissionReply(452, error.message)
    case "SendingPaused":
      return new SubmissionReply(451, error.message)
    case "ValidationFailed":
      return new SubmissionReply(554, asText(error.message))
    default:
      return tryAgain
  }
}

/** Nothing was sent, and nobody else would say so. */
export const allSuppressed = new SubmissionReply(
  554,
  "Every recipient is suppressed, so nothing was sent"
)

/** Nothing of it was sent: a 250 would lose it. */
export const usedKey = new SubmissionReply(
  554,
  "The X-Idempotency-Key was used before with another mail, so nothing of this one was sent"
)

export const queuedAs = ({ queued, suppressed }: SendResult): string => {
  const [first, ...others] = queued.map(({ id }) => id)
  const more = others.length === 0 ? "" : ` and ${String(others.length)} more`
  const without = suppressed.length === 0 ? "" : `; ${String(suppressed.length)} suppressed`
  return `Queued as ${first ?? ""}${more}${without}`
}
