import { analytics } from "./analytics.js"
import { apiKeys } from "./apiKeys.js"
import { attachments } from "./attachments.js"
import { auditLog } from "./auditLog.js"
import { backOffs } from "./backOffs.js"
import { brands } from "./brands.js"
import { domains } from "./domains.js"
import { emails } from "./emails.js"
import { events } from "./events.js"
import { feedback } from "./feedback.js"
import { feedbackSources } from "./feedbackSources.js"
import { health } from "./health.js"
import { heldMail } from "./heldMail.js"
import { inbox } from "./inbox.js"
import { mailQueue } from "./mailQueue.js"
import { members } from "./members.js"
import { operatorWebhooks } from "./operatorWebhooks.js"
import { outbox } from "./outbox.js"
import { passkeys } from "./passkeys.js"
import { preferences } from "./preferences.js"
import { rateLimits } from "./rateLimits.js"
import { refusedSqlSends } from "./refusedSqlSends.js"
import { reputation } from "./reputation.js"
import { retention } from "./retention.js"
import { rotatingSecrets } from "./rotatingSecrets.js"
import { sealedSecrets } from "./sealedSecrets.js"
import { sessions } from "./sessions.js"
import { smtpConfigs } from "./smtpConfigs.js"
import { sqlSends } from "./sqlSends.js"
import { storedFeedback } from "./storedFeedback.js"
import { storedKeys } from "./storedKeys.js"
import { subscriptions } from "./subscriptions.js"
import type { Conformance } from "./suite.js"
import { suppressionIncidents } from "./suppressionIncidents.js"
import { suppressions } from "./suppressions.js"
import { takingAccepted } from "./takingAccepted.js"
import { templates } from "./templates.js"
import { tenants } from "./tenants.js"
import { topics } from "./topics.js"
import { webhookEndpoints } from "./webhookEndpoints.js"
import { webhookQueue } from "./webhookQueue.js"

export {
  analytics,
  apiKeys,
  attachments,
  auditLog,
  backOffs,
  brands,
  domains,
  emails,
  events,
  feedback,
  feedbackSources,
  health,
  heldMail,
  inbox,
  mailQueue,
  members,
  operatorWebhooks,
  outbox,
  passkeys,
  preferences,
  rateLimits,
  refusedSqlSends,
  reputation,
  retention,
  rotatingSecrets,
  sealedSecrets,
  sessions,
  smtpConfigs,
  sqlSends,
  storedFeedback,
  storedKeys,
  subscriptions,
  suppressionIncidents,
  suppressions,
  takingAccepted,
  templates,
  tenants,
  topics,
  webhookEndpoints,
  webhookQueue
}
export { type Conformance, type StorageUnderTest } from "./suite.js"
export { templatesAt } from "./templateFixtures.js"
export { removeEndpoint, updateEndpoint } from "./webhookFixtures.js"

/**
 * Registers the tests that every storage must pass. `storage` is built anew for each test and must
 * be empty each time.
 *
 * ```ts
 * import { describe, it } from "vitest"
 * storageConformance("SQLite", layerOfAFreshFile, { describe, it })
 * ```
 */
export const storageConformance: Conformance = (...storage) => {
  const ports = [
    analytics,
    apiKeys,
    attachments,
    auditLog,
    backOffs,
    brands,
    domains,
    emails,
    events,
    feedback,
    feedbackSources,
    health,
    heldMail,
    inbox,
    mailQueue,
    members,
    operatorWebhooks,
    outbox,
    passkeys,
    preferences,
    rateLimits,
    refusedSqlSends,
    reputation,
    retention,
    rotatingSecrets,
    sealedSecrets,
    sessions,
    smtpConfigs,
    sqlSends,
    storedFeedback,
    storedKeys,
    subscriptions,
    suppressionIncidents,
    suppressions,
    takingAccepted,
    templates,
    tenants,
    topics,
    webhookEndpoints,
    webhookQueue
  ]
  for (const port of ports) port(...storage)
}
