import type * as SqlClient from "effect/sql/SqlClient"
import type { NewEvents, StorageError, StoragePorts, StoredKeys, WakeUp } from "@telemark/core"
import { Layer } from "effect"
import { layerAnalyticsStore } from "./Analytics/index.js"
import { layerApiKeyStore, layerRateLimitStore } from "./ApiKeys/index.js"
import { layerAttachmentStore } from "./Attachments/index.js"
import { layerBackOffStore } from "./BackOffs/index.js"
import { layerBrandStore } from "./Brands/index.js"
import { Database } from "./Database/index.js"
import { layerDomainStore } from "./Domains/index.js"
import { layerEmailStore } from "./Emails/index.js"
import { layerEventStore } from "./Events/index.js"
import { layerFeedbackStore } from "./Feedback/index.js"
import { layerFeedbackSourceStore } from "./FeedbackSources/index.js"
import { layerStorageHealth } from "./Health/index.js"
import { layerInbox } from "./Inbox/index.js"
import { LocalWorkers } from "./LocalWorkers/index.js"
import { layerMailQueue } from "./Queue/index.js"
import { layerPreferenceStore } from "./Preferences/index.js"
import { layerReputationStore, PausedTenants } from "./Reputation/index.js"
import { layerRetentionStore } from "./Retention/index.js"
import { layerSealedSecretStore } from "./Secrets/index.js"
import { layerSearchIndex } from "./Search/index.js"
import { layerSessionStore } from "./Sessions/index.js"
import { AnyOwnServer, layerSmtpConfigStore } from "./SmtpConfigs/index.js"
import { layerSubscriptionStore } from "./Subscriptions/index.js"
import { layerSuppressionIncidentStore, layerSuppressionStore } from "./Suppressions/index.js"
import { layerTemplateStore } from "./Templates/index.js"
import { layerTenantStore } from "./Tenants/index.js"
import { layerTopicStore } from "./Topics/index.js"
import { layerTransactions } from "./Transactions/index.js"
import { layerWebhookEndpointStore, layerWebhookQueue } from "./Webhooks/index.js"

/**
 * Every storage port over a SQL client, except those that wake workers and keep keys. Fails for
 * other databases than SQLite and Postgres.
 */
export const layer: Layer.Layer<
  Exclude<StoragePorts, NewEvents | StoredKeys | WakeUp>,
  StorageError,
  SqlClient.SqlClient
> = Layer.mergeAll(
  layerAnalyticsStore,
  layerApiKeyStore,
  layerAttachmentStore,
  layerBackOffStore,
  layerBrandStore,
  layerDomainStore,
  layerEmailStore,
  layerEventStore,
  layerFeedbackSourceStore,
  layerFeedbackStore,
  layerInbox,
  layerMailQueue,
  layerPreferenceStore,
  layerRateLimitStore,
  layerReputationStore,
  layerRetentionStore,
  layerSealedSecretStore,
  layerSearchIndex,
  layerSessionStore,
  layerSmtpConfigStore,
  layerStorageHealth,
  layerSubscriptionStore,
  layerSuppressionIncidentStore,
  layerSuppressionStore,
  layerTemplateStore,
  layerTenantStore,
  layerTopicStore,
  layerTransactions,
  layerWebhookEndpointStore,
  layerWebhookQueue
).pipe(
  Layer.provide(LocalWorkers.layer),
  Layer.provide(AnyOwnServer.layer),
  Layer.provide(PausedTenants.layer),
  Layer.provide(Database.layer),
  // A second storage that is built inside of what has the first would get the first one's stores.
  Layer.fresh
)
