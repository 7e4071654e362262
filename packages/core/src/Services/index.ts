import { Layer } from "effect"
import { Analytics, type AnalyticsStore } from "../Analytics/index.js"
import {
  ApiKeys,
  type ApiKeysOptions,
  type ApiKeyStore,
  type KeyHasher,
  type RateLimitStore
} from "../ApiKeys/index.js"
import type { BackOffStore } from "../BackOffs/index.js"
import { Brands, type BrandStore } from "../Brands/index.js"
import { type Composer, Contents } from "../Contents/index.js"
import type { MailQueue } from "../Delivery/index.js"
import {
  type AttachmentStore,
  Emails,
  type EmailsOptions,
  type EmailStore,
  type SearchIndex,
  type WakeUp
} from "../Emails/index.js"
import { Diagnosis } from "../Diagnosis/index.js"
import {
  type DkimKeys,
  Domains,
  type DomainsOptions,
  type DomainStore,
  type DomainVerifier
} from "../Domains/index.js"
import {
  Events,
  EventFeed,
  type EventStore,
  EventStreams,
  type SubscriptionStore
} from "../Events/index.js"
import { Feedback, type FeedbackStore } from "../Feedback/index.js"
import {
  FeedbackCalls,
  type FeedbackReader,
  FeedbackSources,
  type FeedbackSourcesOptions,
  type FeedbackSourceStore
} from "../FeedbackSources/index.js"
import { CapturedMails, type Inbox } from "../Inbox/index.js"
import type { NewEvents } from "../NewEvents/index.js"
import { Preferences, type PreferenceStore } from "../Preferences/index.js"
import type { MessageStore } from "../Queue/index.js"
import { Reputation, type ReputationOptions, type ReputationStore } from "../Reputation/index.js"
import type { RetentionStore } from "../Retention/index.js"
import type { SealedSecretStore, Secrets, StoredKeys } from "../Secrets/index.js"
import { Sessions, type SessionStore } from "../Sessions/index.js"
import { type OwnServers, SmtpConfigs, type SmtpConfigStore } from "../SmtpConfigs/index.js"
import type { StorageHealth } from "../Storage/index.js"
import {
  type SuppressionIncidentStore,
  Suppressions,
  type SuppressionStore
} from "../Suppressions/index.js"
import {
  type StarterCatalog,
  type TemplateEngine,
  Templates,
  type TemplateStore
} from "../Templates/index.js"
import { Tenants, type TenantStore } from "../Tenants/index.js"
import { Topics, type TopicStore } from "../Topics/index.js"
import { Tracking, type TrackingOptions } from "../Tracking/index.js"
import {
  type WebhookCaller,
  WebhookEndpoints,
  type WebhookEndpointStore,
  type WebhookQueue
} from "../Webhooks/index.js"

/** Every port that a storage package provides. */
export type StoragePorts =
  | AnalyticsStore
  | ApiKeyStore
  | AttachmentStore
  | BackOffStore
  | BrandStore
  | DomainStore
  | EmailStore
  | EventStore
  | FeedbackSourceStore
  | FeedbackStore
  | Inbox
  | MailQueue
  | MessageStore
  | NewEvents
  | PreferenceStore
  | RateLimitStore
  | ReputationStore
  | RetentionStore
  | SealedSecretStore
  | SearchIndex
  | SessionStore
  | SmtpConfigStore
  | StorageHealth
  | StoredKeys
  | SubscriptionStore
  | SuppressionIncidentStore
  | SuppressionStore
  | TemplateStore
  | TenantStore
  | TopicStore
  | WakeUp
  | WebhookEndpointStore
  | WebhookQueue

/** Every service that callers, in process or over HTTP, may use. */
export type Services =
  | Analytics
  | ApiKeys
  | Brands
  | CapturedMails
  | Contents
  | Diagnosis
  | Domains
  | Emails
  | EventFeed
  | Events
  | EventStreams
  | Feedback
  | FeedbackCalls
  | FeedbackSources
  | Preferences
  | Reputation
  | Sessions
  | SmtpConfigs
  | Suppressions
  | Templates
  | Tenants
  | Topics
  | Tracking
  | WebhookEndpoints

/** Ports for compiling and rendering templates: `layerTemplates` of `@telemark/templates`. */
export type TemplatePorts = TemplateEngine | StarterCatalog

/**
 * Ports that connect to others' hosts, or write for them: the layers of `@telemark/domains`,
 * `@telemark/feedback`, `@telemark/smtp` and `@telemark/webhooks`.
 */
export type OutsidePorts =
  | Composer
  | DkimKeys
  | DomainVerifier
  | FeedbackReader
  | OwnServers
  | WebhookCaller

/** Options of the services; each has a default. */
export interface ServicesOptions
  extends
    EmailsOptions,
    ApiKeysOptions,
    DomainsOptions,
    FeedbackSourcesOptions,
    TrackingOptions,
    ReputationOptions {}

/** All services over a storage. */
export const layerServices = (
  options: ServicesOptions = {}
): Layer.Layer<
  Services,
  never,
  StoragePorts | KeyHasher | TemplatePorts | OutsidePorts | Secrets
> =>
  Layer.mergeAll(
    Analytics.layer(options),
    Sessions.layer.pipe(Layer.provideMerge(ApiKeys.layer(options))),
    CapturedMails.layer,
    Contents.layer,
    Diagnosis.layer,
    Domains.layer(options),
    Emails.layer(options),
    EventFeed.layer(),
    Events.layer,
    EventStreams.layer,
    FeedbackCalls.layer.pipe(Layer.provideMerge(Feedback.layer)),
    FeedbackSources.layer(options),
    Preferences.layer,
    Reputation.layer(options),
    SmtpConfigs.layer,
    Suppressions.layer,
    Templates.layer.pipe(Layer.provideMerge(Brands.layer)),
    Tenants.layer,
    Topics.layer,
    Tracking.layer(options),
    WebhookEndpoints.layer
  )
