import { analytics } from "./analytics.js"
import { apiKeys } from "./apiKeys.js"
import { brands } from "./brands.js"
import { domains } from "./domains.js"
import { emailStore } from "./emailStore.js"
import { events } from "./events.js"
import { health } from "./health.js"
import { inbox } from "./inbox.js"
import { mailQueue } from "./mailQueue.js"
import { rateLimits } from "./rateLimits.js"
import { retention } from "./retention.js"
import { sealedSecrets } from "./sealedSecrets.js"
import { smtpConfigs } from "./smtpConfigs.js"
import { storedKeys } from "./storedKeys.js"
import type { Conformance } from "./suite.js"
import { suppressions } from "./suppressions.js"
import { templates } from "./templates.js"
import { tenants } from "./tenants.js"

export {
  analytics, apiKeys, brands, domains, emailStore, events, health, inbox, mailQueue, rateLimits, retention, sealedSecrets, smtpConfigs,
  storedKeys, suppressions, templates, tenants
}
export type { Conformance, StorageUnderTest, TestRunner } from "./suite.js"

/**
 * Registers the tests that every storage must pass, port by port: what the services of `@telemark/core` rely
 * on. `storage` is built anew for each test and must be empty each time; `name` says which storage it is.
 *
 * ```ts
 * import { describe, it } from "vitest"
 * storageConformance("SQLite", layerOfAFreshFile, { describe, it })
 * ```
 */
export const storageConformance: Conformance = (...storage) => {
  const ports = [
    analytics, apiKeys, brands, domains, emailStore, events, health, inbox, mailQueue, rateLimits, retention, sealedSecrets, smtpConfigs,
    storedKeys, suppressions, templates, tenants
  ]
  for (const port of ports) port(...storage)
}
