import { claimKinds } from "./claimKinds.js"
import { claiming } from "./claiming.js"
import { leases } from "./leases.js"
import { leavingOut } from "./leavingOut.js"
import { recording } from "./recording.js"
import { scheduling } from "./scheduling.js"
import { signing } from "./signing.js"
import type { Conformance } from "./suite.js"

/** Tests of the port `MailQueue`. */
export const mailQueue: Conformance = (...storage) => {
  for (const part of [claiming, signing, leavingOut, claimKinds, leases, recording, scheduling])
    part(...storage)
}
