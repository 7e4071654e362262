import {
  Delivery,
  type Inbox,
  layerServices,
  type OutsidePorts,
  type Secrets,
  type Services,
  type StoragePorts,
  type Transport,
  WebhookDelivery
} from "@telemark/core"
import { layerDkimKeys, layerDomainVerifier, layerWebhookCaller } from "@telemark/network"
import { layerFeedbackReader } from "@telemark/feedback"
import { layerKeyHasher } from "@telemark/http"
import {
  type InvalidSmtpUrl,
  layerCapture,
  layerComposer,
  layerOwnServers,
  layerReleaseRelay,
  layerSmtp,
  type SmtpOptions
} from "@telemark/smtp"
import { layerTemplates } from "@telemark/templates"
import { Effect, Layer } from "effect"
import { InvalidSettings, type RelaySettings, type Settings } from "../Settings/index.js"
import {
  layerStorage,
  type SecretsNotUsable,
  type StorageNotUsable,
  type StorageOptions
} from "../Storage/index.js"
import { ehloOptions } from "./ehloOptions.js"
import { localLinks } from "./localUrl.js"
import { layerNetwork } from "./network.js"
import { layerQueue } from "./queue.js"
import { layerSecretsCheck } from "./secretsCheck.js"
import { layerPages, layerPaths, layerSecrets, requireSecret } from "./secrets.js"
import { mapError } from "../failing.js"

const layerOutside = (settings: Settings): Layer.Layer<OutsidePorts> =>
  Layer.mergeAll(
    layerComposer,
    layerDkimKeys,
    layerDomainVerifier,
    layerFeedbackReader,
    layerOwnServers(ehloOptions(settings)),
    layerWebhookCaller
  ).pipe(Layer.provide(layerNetwork(settings)))

const wrongUrl = ({ reason }: InvalidSmtpUrl) =>
  new InvalidSettings({ problems: [{ name: "TELEMARK_SMTP_URL", problem: reason }] })

const relayOptions = ({ connections, messagesPerConnection, url }: RelaySettings): SmtpOptions => ({
  url,
  connections,
  messagesPerConnection
})

/** What captured mail is released through. */
const layerRelay = (settings: Settings): Layer.Layer<never, InvalidSettings> => {
  const { transport } = settings
  const relay = transport._tag === "Capture" ? transport.relay : transport
  return relay === undefined
    ? Layer.empty
    : mapError(layerReleaseRelay({ ...relayOptions(relay), ...ehloOptions(settings) }), wrongUrl)
}

/** All services, the database, and their ports to the outside. */
export const layerOperations = (
  settings: Settings,
  options?: StorageOptions
): Layer.Layer<
  Services | StoragePorts | OutsidePorts | Secrets,
  StorageNotUsable | SecretsNotUsable | InvalidSettings
> =>
  Layer.unwrap(
    Effect.as(
      requireSecret(settings),
      layerServices({
        ...settings,
        linkUrl: settings.publicUrl ?? localLinks(settings),
        captures: settings.transport._tag === "Capture"
      }).pipe(
        Layer.provide([layerKeyHasher, layerTemplates()]),
        Layer.provide(layerRelay(settings)),
        Layer.provideMerge(layerOutside(settings)),
        Layer.provideMerge(layerSecrets(settings)),
        Layer.provideMerge(layerStorage(settings.database, options))
      )
    )
  )

const layerTransport = (settings: Settings): Layer.Layer<Transport, InvalidSettings, Inbox> => {
  const { transport } = settings
  if (transport._tag === "Capture") return layerCapture({ all: transport.all })
  return mapError(layerSmtp({ ...relayOptions(transport), ...ehloOptions(settings) }), wrongUrl)
}

/** Everything that serving and delivering need. */
export const layerApplication = (
  settings: Settings
): Layer.Layer<
  Services | StoragePorts | Delivery | WebhookDelivery,
  StorageNotUsable | SecretsNotUsable | InvalidSettings
> =>
  Layer.mergeAll(
    Layer.provide(Delivery.layer(settings.retry, settings), layerPaths(settings)),
    layerPages(settings),
    WebhookDelivery.layer,
    layerQueue(settings),
    layerSecretsCheck
  ).pipe(
    Layer.provide(layerTransport(settings)),
    Layer.provideMerge(layerOperations(settings, { migrate: settings.migrate }))
  )
