import { InvalidSettings, secretMissing, type Settings } from "../settings/Settings.js"
import type { RelaySettings } from "../settings/transport.js"
import { localLinks } from "./addresses.js"
import { layerStorageOf, mapError, SecretsNotUsable, type StorageOptions } from "./storage.js"
import {
  Delivery,
  type Inbox,
  inspectSecrets,
  type InvalidSecret,
  isFullyQualified,
  layerDatabaseQueue,
  layerExternalQueue,
  layerMetrics,
  layerServices,
  parseMailbox,
  type SecretMissing,
  Secrets,
  splitAddress,
  type StorageError,
  type StoredKeys,
  type Transport,
  WebhookDelivery
} from "@telemark/core"
import {
  layerFeedbackReader,
  layerLinks,
  layerPublicPages,
  layerReturnPaths
} from "@telemark/feedback"
import { layerKeyHasher } from "@telemark/http"
import {
  layerDkimKeys,
  layerDns,
  layerDomainVerifier,
  layerNetworkGuard,
  layerWebhookCaller
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

export const layerNameServers = (servers: ReadonlyArray<string> | undefined) =>
  // By the same rules, the settings were checked.
  Layer.orDie(layerDns({ servers }))

/** DNS and the guard for hosts that tenants name. */
const layerNetwork = ({
  allowNetworks,
  dnsServers
}: Pick<Settings, "allowNetworks" | "dnsServers">) =>
  Layer.merge(
    layerNameServers(dnsServers),
    Layer.orDie(layerNetworkGuard({ allow: allowNetworks, dns: { servers: dnsServers } }))
  )

/** For URLs that the operator names: this machine is one of them. */
export const layerOwnWebhooks = ({ allowNetworks = [], dnsServers }: Settings) =>
  Layer.provide(
    layerWebhookCaller,
    layerNetwork({ allowNetworks: [...allowNetworks, "127.0.0.0/8", "::1"], dnsServers })
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
const layerQueue = ({ queueUrl: url }: Settings) =>
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

const wrongUrl =
  ({ name }: RelaySettings) =>
  ({ reason }: InvalidSmtpUrl) =>
    new InvalidSettings({ problems: [{ name, problem: reason }] })

const smtpOptions = (
  { connections, messagesPerConnection, oauth2, url }: RelaySettings,
  settings: Settings
): SmtpOptions => ({ url, oauth2, connections, messagesPerConnection, ...ehloOptions(settings) })

const layerRelay = (settings: Settings) => {
  const { transport } = settings
  const relay = transport._tag === "Capture" ? transport.relay : transport
  return relay === undefined
    ? Layer.empty
    : mapError(layerReleaseRelay(smtpOptions(relay, settings)), wrongUrl(relay))
}

const layerTransport = (settings: Settings): Layer.Layer<Transport, InvalidSettings, Inbox> => {
  const { transport } = settings
  return transport._tag === "Capture"
    ? layerCapture({ all: transport.all })
    : mapError(
        layerSmtp({ ...smtpOptions(transport, settings), thread: settings.deliveryThread }),
        wrongUrl(transport)
      )
}

const orNotUsable = <A, R>(
  layer: Layer.Layer<A, InvalidSecret | SecretMissing | StorageError, StoredKeys | R>
) =>
  mapError(layer, (error) =>
    error._tag === "StorageError" ? new SecretsNotUsable({ cause: error }) : secretMissing
  )

/** All services, the database, and their ports to the outside. */
export const layerOperations = (settings: Settings, options?: StorageOptions) => {
  const { database, publicUrl, secret, signIn, transport } = settings
  const operations = layerServices({
    ...settings,
    linkUrl: publicUrl ?? localLinks(settings),
    captures: transport._tag === "Capture",
    externalSignIn: signIn.oidc !== undefined || signIn.proxy !== undefined
  }).pipe(
    Layer.provide([layerKeyHasher, layerTemplates()]),
    Layer.provide(layerRelay(settings)),
    Layer.provideMerge(
      Layer.mergeAll(
        layerComposer,
        layerDkimKeys,
        layerDomainVerifier,
        layerFeedbackReader,
        layerOwnServers(ehloOptions(settings)),
        layerWebhookCaller
      ).pipe(Layer.provide(layerNetwork(settings)))
    ),
    Layer.provideMerge(orNotUsable(Secrets.layer(secret))),
    Layer.provideMerge(layerStorageOf(database, options))
  )
  // Before anything is opened or changed.
  return Layer.unwrap(
    database._tag === "Postgres" && secret === undefined
      ? Effect.fail(secretMissing)
      : Effect.succeed(operations)
  )
}

/** In the background: mail and webhooks that need such secrets would wait for no visible reason. */
const layerSecretsCheck = Layer.effectDiscard(
  inspectSecrets.pipe(
    Effect.flatMap(({ damaged, total, unknownKey }) =>
      unknownKey + damaged === 0
        ? Effect.void
        : Effect.logError(
            "stored secrets can't be decrypted with the present keys; mail and webhooks that need them wait. Check TELEMARK_SECRET or the key file. " +
              "`telemark doctor` shows more",
            { total, unknown_key: unknownKey, damaged }
          )
    ),
    Effect.catch((error) =>
      Effect.logWarning("the stored secrets could not be checked", { reason: error.message })
    ),
    Effect.forkScoped
  )
)

/** Return paths for mail through the relay, and the addresses that mail carries to this server. */
const layerPaths = ({ returnPath, ...settings }: Settings) =>
  orNotUsable(
    Layer.merge(
      layerReturnPaths({ ...returnPath, secret: settings.secret }),
      layerLinks({
        ...settings,
        localUrl: localLinks(settings),
        returnPathHost: returnPath?.host
      })
    )
  )

/** Nothing is measured unless somebody reads it. */
const layerMeasuring = ({ metrics, metricsTenants: tenants, otlpEndpoint }: Settings) =>
  metrics === undefined && otlpEndpoint === undefined ? Layer.empty : layerMetrics({ tenants })

export const layerApplication = (settings: Settings) =>
  Layer.mergeAll(
    Layer.provide(Delivery.layer(settings.retry, settings), layerPaths(settings)),
    orNotUsable(layerPublicPages(settings)),
    WebhookDelivery.layer,
    layerQueue(settings),
    layerSecretsCheck
  ).pipe(
    Layer.provide(layerTransport(settings)),
    Layer.provideMerge(layerOperations(settings, { migrate: settings.migrate })),
    Layer.provideMerge(layerMeasuring(settings))
  )
