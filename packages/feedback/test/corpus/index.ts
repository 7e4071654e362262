import { automatic } from "./automatic.js"
import { exchange } from "./exchange.js"
import { exim } from "./exim.js"
import { gateways } from "./gateways.js"
import { gmail } from "./gmail.js"
import { mailboxes } from "./mailboxes.js"
import { postfix } from "./postfix.js"
import { prose } from "./prose.js"
import { realReplies } from "./replies.js"
import { sendmail } from "./sendmail.js"
import { shapes } from "./shapes.js"
import { spamReports } from "./spamReports.js"

export { id, type KnownBounce } from "./message.js"

/** Bounces with a report part. */
export const reported = [
  ...postfix,
  ...exim,
  ...sendmail,
  ...exchange,
  ...gmail,
  ...mailboxes,
  ...gateways,
  ...realReplies,
  ...shapes
]

export { automatic, prose, spamReports }

export const corpus = [...reported, ...prose, ...spamReports, ...automatic]
