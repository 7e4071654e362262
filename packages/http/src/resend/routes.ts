import { type ResendRoute, route } from "./Call.js"
import { sendBatch } from "./batch.js"
import { cancelEmail, getEmail, listEmails, sendEmail } from "./emails.js"

/** All that the front has: what isn't here is answered `not_found`. */
export const resendRoutes: ReadonlyArray<ResendRoute> = [
  route("POST", "/emails", ["emails", "send"], sendEmail),
  route("POST", "/emails/batch", ["emails", "sendBatch"], sendBatch),
  route("GET", "/emails", ["emails", "list"], listEmails),
  route("GET", "/emails/:id", ["emails", "get"], getEmail),
  route("POST", "/emails/:id/cancel", ["emails", "cancel"], cancelEmail)
]
