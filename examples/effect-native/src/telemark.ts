import { Delivery, Domains, Emails, EventStreams, Feedback, type Inbox, Secrets, Tenants, type Transport, WebhookDelivery } from "@telemark/core"
import { layerDkimKeys, layerDomainVerifier } from "@telemark/domains"
import { layerDns, layerNetworkGuard } from "@telemark/network"
import { layerOwnServers } from "@telemark/smtp"
import { sqliteFrom } from "@telemark/sqlite"
import { layerTemplates } from "@telemark/templates"
import { layerWebhookCaller } from "@telemark/webhooks"
import { Worker } from "@telemark/worker"
import { Layer } from "effect"

/** Telemark's tables, in the application's own database: this is what makes a send part of `sql.withTransaction`. */
export const StorageLive = sqliteFrom({ tablePrefix: "tm_" })

/** What this application calls. */
export const ServicesLive = Layer.mergeAll(
  Emails.layer({ from: "Fjord <tours@fjord.example>" }),
  EventStreams.layer,
  Tenants.layer
).pipe(Layer.provide(layerTemplates()))

/** What reaches out: to DNS, to tenants' own mail servers, to webhook receivers. None of it may be inside our network. */
const OutsideLive = Layer.mergeAll(layerDkimKeys, layerDomainVerifier, layerOwnServers(), layerWebhookCaller).pipe(
  Layer.provide([layerDns(), layerNetworkGuard()])
)

/** Delivers in this process, for as long as the layer lives. */
export const workerLive = <E>(transport: Layer.Layer<Transport, E, Inbox>) =>
  Worker.layer().pipe(
    Layer.provide([Delivery.layer(), Domains.layer(), Feedback.layer, WebhookDelivery.layer]),
    Layer.provide([transport, OutsideLive, Secrets.layer()])
  )
