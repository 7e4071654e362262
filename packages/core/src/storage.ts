import type { StorageError } from "@telemark/contract"
import { Layer } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { StoredKeys } from "./accounts/secrets/secretKeys.js"
import { Database } from "./database/Database.js"
import { layerStorageHealth } from "./database/StorageHealth.js"
import { layerTransactions } from "./database/transactions/joinTransaction.js"
import { Inbox } from "./delivery/inbox/Inbox.js"
import type { WakeUp } from "./delivery/message/WakeUp.js"
import { MailQueue } from "./delivery/queue/MailQueue.js"
import type { NewEvents } from "./events/log/NewEvents.js"
import { WebhookQueue } from "./events/webhooks/WebhookQueue.js"
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
  Inbox.layer,
  MailQueue.layer,
  layerStorageHealth,
  layerSuppressionIncidentStore,
  layerSuppressionStore,
  layerTemplateStore,
  layerTransactions,
  WebhookQueue.layer
).pipe(
  Layer.provideMerge(Database.layer),
  // A second storage that is built inside of what has the first would get the first one's stores.
  Layer.fresh
)
