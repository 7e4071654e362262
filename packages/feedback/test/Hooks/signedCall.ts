import type { FeedbackProviderName } from "@telemark/contract"
import {
  mailgunBody,
  mailgunToken,
  notification,
  nowSeconds,
  resendRequest,
  sendgridRequest,
  signEnvelope
} from "../Providers/support.js"
import type { Call } from "./hookService.js"

let calls = 0

/** A call of the provider with this event, correctly signed. */
export const signedCall = (provider: FeedbackProviderName, body: string): Call => {
  switch (provider) {
    case "ses":
      return {
        body: signEnvelope(notification(body)),
        headers: { "content-type": "text/plain; charset=UTF-8" }
      }
    case "sendgrid":
      return { body, headers: sendgridRequest(body).headers }
    case "mailgun":
      return {
        body: mailgunBody(body, {
          time: String(nowSeconds),
          token: `${mailgunToken.slice(0, 40)}${String(++calls)}`
        })
      }
    case "resend":
      return { body, headers: resendRequest(body).headers }
    default:
      return { body }
  }
}

/** The fixtures' message id. */
const fixtureId = "em_0199a3c45e7b7c3d8f2a1b4c5d6e7f80"

/** A fixture that names this message, and this recipient. */
export const about = (emailId: string, body: string, address = "ada@example.org"): string =>
  body.replaceAll(fixtureId, emailId).replaceAll(/ada@example\.org/gi, address)
