import {
  Delivery,
  type InvalidSecret,
  type KeyHasher,
  layerDatabaseQueue,
  layerExternalQueue,
  layerMetrics,
  layerServices,
  type MailQueue,
  type OutsidePorts,
  type Queue,
  type SecretMissing,
  Secrets,
  type Services,
  type StorageError,
  type StoragePorts,
  type TemplatePorts,
  Transport,
  type ValidationFailed,
  WebhookDelivery
} from "@telemark/core"
import {
  type InvalidDnsServers,
  type InvalidNetworks,
  layerDkimKeys,
  layerDns,
  layerDomainVerifier,
  layerNetworkGuard,
  layerWebhookCaller
} from "@telemark/network"
import {
  type BounceListenerOptions,
  layerFeedbackReader,
  layerLinks,
  layerPublicPages,
  layerReturnPaths
} from "@telemark/feedback"
import { layerKeyHasher } from "@telemark/http"
import { layerComposer, layerOwnServers, type SubmissionOptions } from "@telemark/smtp"
import { layerTemplates } from "@telemark/templates"
import { Worker, type WorkerOptions } from "@telemark/worker"
import { Effect, Layer } from "effect"
import { type BounceListenerError, takeBounces } from "./bounceListener.js"
import { type SmtpServerError, takeSubmissions } from "./smtpServer.js"
import { layerNames, type ReadOptions, readOptions, type TelemarkOptions } from "./options.js"

/** The options of `createTelemark` without clock, log level and tracer, which are the application's. */
export interface LayerOptions<
  StorageE = never,
  StorageR = never,
  TransportE = never,
  TransportR = never,
  QueueE = never,
  QueueR = never
> extends Omit<
  TelemarkOptions,
  "storage" | "transport" | "queue" | "clock" | "logLevel" | "tracing"
> {
  /**
   * As for `createTelemark`; or `sqliteFrom()` or `postgresFrom()` on the application's
   * `SqlClient`, so that sends join its transactions.
   */
  readonly storage: Layer.Layer<StoragePorts, StorageE, StorageR>
  readonly transport: Layer.Layer<Transport, TransportE, TransportR>
  readonly queue?: Layer.Layer<Queue, QueueE, QueueR> | undefined
  /**
   * Delivers in this process while the layer exists: `{}` for a worker's defaults. Without it,
   * nothing is delivered here.
   */
  readonly worker?: WorkerOptions | undefined
  /** Takes bounces while the layer exists, at the return paths of `returnPath`. */
  readonly bounces?: BounceListenerOptions | undefined
  /** Takes mail by SMTP from applications while the layer exists. */
  readonly submissions?: SubmissionOptions | undefined
}

const layerQueue = <E, R>(
  queue: Layer.Layer<Queue, E, R> | undefined
): Layer.Layer<MailQueue, E, R | StoragePorts> =>
  queue === undefined ? Layer.fresh(layerDatabaseQueue) : Layer.provide(layerExternalQueue(), queue)

export type LayerServices =
  | Services
  | StoragePorts
  | TemplatePorts
  | OutsidePorts
  | Delivery
  | KeyHasher
  | MailQueue
  | Secrets
  | Transport
  | WebhookDelivery

/** Besides those of storage, transport and queue. */
export type LayerError =
  | BounceListenerError
  | SmtpServerError
  | InvalidDnsServers
  | InvalidNetworks
  | InvalidSecret
  | SecretMissing
  | StorageError
  | ValidationFailed

export const layerOf = <StorageE, StorageR, TransportE, TransportR, QueueE, QueueR>(
  {
    allowNetworks,
    dnsServers,
    metrics,
    retry,
    returnPath,
    secret,
    services,
    signingDomain
  }: ReadOptions,
  {
    queue,
    storage,
    transport
  }: Pick<
    LayerOptions<StorageE, StorageR, TransportE, TransportR, QueueE, QueueR>,
    "queue" | "storage" | "transport"
  >
) => {
  const dns = { servers: dnsServers }
  const outside = Layer.mergeAll(
    layerComposer,
    layerDkimKeys,
    layerDomainVerifier,
    layerFeedbackReader,
    layerOwnServers(),
    layerWebhookCaller
  ).pipe(Layer.provide([layerDns(dns), layerNetworkGuard({ allow: allowNetworks, dns })]))
  const layerOfServices = Layer.unwrap(
    Effect.map(Transport, ({ captures }) =>
      layerServices({ ...services, linkUrl: services.publicUrl, signingDomain, captures })
    )
  )
  const delivery = Layer.provide(
    Delivery.layer(retry, { from: services.from, signingDomain }),
    Layer.merge(
      layerReturnPaths({ ...returnPath, secret }),
      layerLinks({
        publicUrl: services.publicUrl,
        returnPathHost: returnPath?.host,
        secret,
        trackingHost: services.trackingHost,
        trailingSlash: services.trailingSlash
      })
    )
  )
  return Layer.mergeAll(
    layerPublicPages({
      publicUrl: services.publicUrl,
      secret,
      trackingHost: services.trackingHost
    }),
    delivery,
    WebhookDelivery.layer
  ).pipe(
    Layer.provideMerge(layerOfServices),
    Layer.provideMerge(
      Layer.mergeAll(layerKeyHasher, layerTemplates(), outside, Secrets.layer(secret))
    ),
    // What is this Telemark's own: one that is built inside of another would get the other's. The
    // host's layers stay shared with the rest of its application.
    Layer.fresh,
    Layer.provideMerge(transport),
    Layer.provideMerge(Layer.provideMerge(layerQueue(queue), storage)),
    Layer.provideMerge(metrics === undefined ? Layer.empty : layerMetrics(metrics))
  )
}

/**
 * All services, the storage and, with `worker`, delivery. Each build is a separate Telemark: build
 * it once. It creates no tenant; use `Tenants.getOrCreate`. Invalid options fail it with
 * `ValidationFailed`, which names each of them.
 */
export const telemarkLayer = <
  StorageE,
  StorageR,
  TransportE,
  TransportR,
  QueueE = never,
  QueueR = never
>(
  options: LayerOptions<StorageE, StorageR, TransportE, TransportR, QueueE, QueueR>
): Layer.Layer<
  LayerServices,
  StorageE | TransportE | QueueE | LayerError,
  StorageR | Exclude<TransportR | QueueR, StoragePorts>
> =>
  Layer.unwrap(
    Effect.map(Effect.fromResult(readOptions(options, "Telemark.layer()", layerNames)), (read) =>
      Layer.provideMerge(
        Layer.mergeAll(
          options.worker === undefined
            ? Layer.empty
            : Layer.effectDiscard(Worker.start(options.worker)),
          options.bounces === undefined
            ? Layer.empty
            : Layer.effectDiscard(
                takeBounces(options.bounces, read, "bounces of Telemark.layer()")
              ),
          options.submissions === undefined
            ? Layer.empty
            : Layer.effectDiscard(
                takeSubmissions(options.submissions, "submissions of Telemark.layer()")
              )
        ),
        layerOf(read, options)
      )
    )
  )
