import {
  Delivery,
  Emails,
  Feedback,
  type Inbox,
  Secrets,
  Tenants,
  type Transport,
  WebhookDelivery
} from "@telemark/core"
import { layerNetworkGuard } from "@telemark/network"
import { layerOwnServers } from "@telemark/smtp"
import { sqlite } from "@telemark/sqlite"
import { layerTemplates } from "@telemark/templates"
import { layerWebhookCaller } from "@telemark/network"
import { Layer } from "effect"

const OutsideTest = Layer.mergeAll(layerOwnServers(), layerWebhookCaller).pipe(
  Layer.provide(layerNetworkGuard())
)

const SecretsTest = Secrets.layer(Buffer.alloc(32).toString("base64"))

/** Telemark's services in memory, and all that `deliverDue` needs. */
export const telemarkTest = <E>(transport: Layer.Layer<Transport, E, Inbox>) =>
  Layer.mergeAll(
    Emails.layer(),
    Tenants.layer,
    Feedback.layer,
    Delivery.layer(),
    WebhookDelivery.layer
  ).pipe(
    Layer.provide([layerTemplates(), OutsideTest, SecretsTest, transport]),
    Layer.provideMerge(sqlite({ filename: ":memory:" }))
  )
