import type { StorageError } from "@telemark/contract"
import { Layer } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { StoredKeys } from "./accounts/secrets/secretKeys.js"
import { Database } from "./database/Database.js"
import { layerStorageHealth } from "./database/layerStorageHealth.js"
import { layerTransactions } from "./database/transactions/layerTransactions.js"
import { layerBackOffStore } from "./delivery/backOffs/layerBackOffStore.js"
import { layerInbox } from "./delivery/inbox/layerInbox.js"
import { LocalWorkers } from "./delivery/queue/LocalWorkers.js"
import { layerMailQueue } from "./delivery/queue/MailQueue.js"
import { layerAnalyticsStore } from "./events/analytics/layerAnalyticsStore.js"
import { layerFeedbackStore } from "./events/feedback/layerFeedbackStore.js"
import { layerFeedbackSourceStore } from "./events/feedbackSources/layerFeedbackSourceStore.js"
import type { NewEvents } from "./events/log/NewEvents.js"
import { layerEventStore } from "./events/log/layerEventStore.js"
import { PausedTenants } from "./events/reputation/PausedTenants.js"
import { layerReputationStore } from "./events/reputation/layerReputationStore.js"
import { layerRetentionStore } from "./events/retention/layerRetentionStore.js"
import { layerSubscriptionStore } from "./events/streams/layerSubscriptionStore.js"
import { layerWebhookEndpointStore } from "./events/webhooks/layerWebhookEndpointStore.js"
import { layerWebhookQueue } from "./events/webhooks/layerWebhookQueue.js"
import { layerAttachmentStore } from "./sending/attachments/layerAttachmentStore.js"
import type { WakeUp } from "./sending/emails/WakeUp.js"
import { layerEmailStore } from "./sending/emails/layerEmailStore.js"
import { layerSearchIndex } from "./sending/search/layerSearchIndex.js"
import { AnyOwnServer } from "./sending/smtpConfigs/AnyOwnServer.js"
import { layerSuppressionIncidentStore } from "./sending/suppressions/layerSuppressionIncidentStore.js"
import { layerSuppressionStore } from "./sending/suppressions/layerSuppressionStore.js"
import { layerTemplateStore } from "./sending/templates/layerTemplateStore.js"
import type { StoragePorts } from "./services.js"

/**
 * Every storage port over a SQL client, except those that wake workers and keep keys. Fails for
 * other databases than SQLite and Postgres.
 */
export const layerStorage: Layer.Layer<
  Exclude<StoragePorts, NewEvents | StoredKeys | WakeUp>,
  StorageError,
  SqlClient.SqlClient
> = Layer.mergeAll(
  layerAnalyticsStore,
  layerAttachmentStore,
  layerBackOffStore,
  layerEmailStore,
  layerEventStore,
  layerFeedbackSourceStore,
  layerFeedbackStore,
  layerInbox,
  layerMailQueue,
  layerReputationStore,
  layerRetentionStore,
  layerSearchIndex,
  layerStorageHealth,
  layerSubscriptionStore,
  layerSuppressionIncidentStore,
  layerSuppressionStore,
  layerTemplateStore,
  layerTransactions,
  layerWebhookEndpointStore,
  layerWebhookQueue
).pipe(
  Layer.provide(LocalWorkers.layer),
  Layer.provideMerge(AnyOwnServer.layer),
  Layer.provide(PausedTenants.layer),
  Layer.provideMerge(Database.layer),
  // A second storage that is built inside of what has the first would get the first one's stores.
  Layer.fresh
)
