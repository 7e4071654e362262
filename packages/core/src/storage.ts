import type { StorageError } from "@telemark/contract"
import { Layer } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { layerApiKeyStore } from "./accounts/apiKeys/ApiKeyStore.js"
import { layerRateLimitStore } from "./accounts/apiKeys/RateLimitStore.js"
import { layerBrandStore } from "./accounts/brands/layerBrandStore.js"
import type { StoredKeys } from "./accounts/secrets/StoredKeys.js"
import { layerSealedSecretStore } from "./accounts/secrets/layerSealedSecretStore.js"
import { layerSessionStore } from "./accounts/sessions/layerSessionStore.js"
import { layerTenantStore } from "./accounts/tenants/layerTenantStore.js"
import { Database } from "./database/Database.js"
import { layerStorageHealth } from "./database/layerStorageHealth.js"
import { layerTransactions } from "./database/transactions/layerTransactions.js"
import { Inbox } from "./delivery/inbox/Inbox.js"
import { LocalWorkers } from "./delivery/message/LocalWorkers.js"
import type { WakeUp } from "./delivery/message/WakeUp.js"
import { MailQueue } from "./delivery/queue/MailQueue.js"
import type { NewEvents } from "./events/log/NewEvents.js"
import { PausedTenants } from "./events/reputation/PausedTenants.js"
import { Retention } from "./events/retention/Retention.js"
import { WebhookQueue } from "./events/webhooks/WebhookQueue.js"
import { layerAttachmentStore } from "./sending/attachments/AttachmentStore.js"
import { layerDomainStore } from "./sending/domains/layerDomainStore.js"
import { layerEmailStore } from "./sending/emails/EmailStore.js"
import { layerPreferenceStore } from "./sending/preferences/layerPreferenceStore.js"
import { AnyOwnServer } from "./sending/smtpConfigs/AnyOwnServer.js"
import { layerSmtpConfigStore } from "./sending/smtpConfigs/layerSmtpConfigStore.js"
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
  layerApiKeyStore,
  layerAttachmentStore,
  layerBrandStore,
  layerDomainStore,
  layerEmailStore,
  Inbox.layer,
  MailQueue.layer,
  layerPreferenceStore,
  layerRateLimitStore,
  Retention.layer,
  layerSealedSecretStore,
  layerSessionStore,
  layerSmtpConfigStore,
  layerStorageHealth,
  layerTenantStore,
  layerTransactions,
  WebhookQueue.layer
).pipe(
  Layer.provideMerge(LocalWorkers.layer),
  Layer.provideMerge(AnyOwnServer.layer),
  Layer.provideMerge(PausedTenants.layer),
  Layer.provideMerge(Database.layer),
  // A second storage that is built inside of what has the first would get the first one's stores.
  Layer.fresh
)
