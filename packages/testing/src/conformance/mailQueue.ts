import { claiming } from "./claiming.js"
import { leases } from "./leases.js"
import { recording } from "./recording.js"
import type { Conformance } from "./suite.js"

/** The port `MailQueue`. */
export const mailQueue: Conformance = (...storage) => {
  for (const part of [claiming, leases, recording]) part(...storage)
}
