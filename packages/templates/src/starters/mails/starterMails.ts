import type { StarterMail } from "./StarterMail.js"
import { orderConfirmation, receipt } from "./orders.js"
import { passwordChanged, passwordReset, securityAlert } from "./security.js"
import { shippingUpdate } from "./shipping.js"
import { magicLink, oneTimeCode, verifyEmail } from "./signIn.js"
import {
  paymentFailed,
  subscriptionRenewal,
  subscriptionStarted,
  trialEnding
} from "./subscription.js"
import { teamInvitation } from "./team.js"
import { welcome } from "./welcome.js"

export { type StarterMail } from "./StarterMail.js"

/** In display order. */
export const starterMails: ReadonlyArray<StarterMail> = [
  welcome,
  verifyEmail,
  passwordReset,
  passwordChanged,
  magicLink,
  oneTimeCode,
  receipt,
  orderConfirmation,
  shippingUpdate,
  teamInvitation,
  securityAlert,
  subscriptionStarted,
  subscriptionRenewal,
  paymentFailed,
  trialEnding
]
