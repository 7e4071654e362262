import {
  Delivery,
  type Inbox,
  isFullyQualified,
  layerDatabaseQueue,
  layerExternalQueue,
  layerServices,
  type MailQueue,
  type OutsidePorts,
  parseMailbox,
  type Secrets,
  type Services,
  splitAddress,
  type StoragePorts,
  type Transport,
  WebhookDelivery
} from "@telemark/core"
import { layerFeedbackReader } from "@telemark/feedback"
import { layerKeyHasher } from "@telemark/http"
import {
  type Dns,
  layerDkimKeys,
  layerDns,
  layerDomainVerifier,
  layerNetworkGuard,
  layerWebhookCaller,
  type NetworkGuard
} from "@telemark/network"
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
import { InvalidSettings, type RelaySettings, type Settings } from "../settings/Settings.js"
import { localLinks } from "./addresses.js"
import {
  layerPages,
  layerPaths,
  layerSecrets,
  layerSecretsCheck,
  requireSecret
} from "./secrets.js"
import {
  layerStorageOf,
  mapError,
  type SecretsNotUsable,
  type StorageNotUsable,
  type StorageOptions
} from "./storage.js"

export const layerNameServers = (servers: ReadonlyArray<string> | undefined): Layer.Layer<Dns> =>
  // By the same rules, the settings were checked.
  Layer.orDie(layerDns({ servers }))

/** For hosts that tenants name. */
const layerNetwork = ({ allowNetworks, dnsServers }: Settings): Layer.Layer<Dns | NetworkGuard> =>
  Layer.merge(
    layerNameServers(dnsServers),
    Layer.orDie(layerNetworkGuard({ allow: allowNetworks, dns: { servers: dnsServers } }))
  )

/** As A-labels; undefined unless it is fully qualified. */
export const senderDomain = ({ from }: Pick<Settings, "from">): string | undefined => {
  const domain = splitAddress(parseMailbox(from ?? "")?.address ?? "")?.domain
  return domain !== undefined && isFullyQualified(domain) ? domain : undefined
}

export const ehloOptions = (
  settings: Pick<Settings, "ehloName" | "from">
): Pick<SmtpOptions, "name" | "fallbackName"> => ({
  name: settings.ehloName,
  fallbackName: senderDomain(settings)
})

const wrongQueue = (problem: string) =>
  new InvalidSettings({ problems: [{ name: "TELEMARK_QUEUE_URL", problem }] })

/** Loaded on demand, because it costs memory and start-up time. */
export const loadBullmq = Effect.tryPromise({
  try: () => import("@telemark/bullmq"),
  catch: () => wrongQueue("needs @telemark/bullmq, which can't be loaded: install Telemark again")
})

/** Redis, or else the database. */
const layerQueue = ({
  queueUrl: url
}: Settings): Layer.Layer<MailQueue, InvalidSettings, StoragePorts> =>
  url === undefined
    ? layerDatabaseQueue
    : Layer.provide(
        layerExternalQueue(),
        Layer.unwrap(
          Effect.map(loadBullmq, ({ layerBullmq }) =>
            mapError(layerBullmq({ url }), ({ reason }) => wrongQueue(reason))
          )
        )
      )

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
        Layer.provideMerge(layerStorageOf(settings.database, options))
      )
    )
  )

const layerTransport = (settings: Settings): Layer.Layer<Transport, InvalidSettings, Inbox> => {
  const { transport } = settings
  if (transport._tag === "Capture") return layerCapture({ all: transport.all })
  return mapError(layerSmtp({ ...relayOptions(transport), ...ehloOptions(settings) }), wrongUrl)
}

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
