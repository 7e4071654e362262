import type { Conformance } from "./suite.js"
import { webhookAttempts } from "./webhookAttempts.js"
import { webhookClaims } from "./webhookClaims.js"
import { webhookHealth } from "./webhookHealth.js"
import { webhookLeases } from "./webhookLeases.js"
import { webhookReplays } from "./webhookReplays.js"

/** Tests of `WebhookQueue`. */
export const webhookQueue: Conformance = (...storage) => {
  for (const part of [webhookClaims, webhookLeases, webhookReplays, webhookAttempts, webhookHealth])
    part(...storage)
}
