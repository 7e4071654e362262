import { Layer } from "effect"
import { ApiKeys, type ApiKeysOptions } from "./accounts/apiKeys/ApiKeys.js"
import type { KeyHasher } from "./accounts/apiKeys/SlowHashes.js"
import { AuditLog } from "./accounts/auditLog/AuditLog.js"
import { Brands } from "./accounts/brands/Brands.js"
import type { Secrets } from "./accounts/secrets/Secrets.js"
import type { StoredKeys } from "./accounts/secrets/secretKeys.js"
import { Members, type MembersOptions } from "./accounts/members/Members.js"
import { Passkeys } from "./accounts/passkeys/Passkeys.js"
import { Sessions } from "./accounts/sessions/Sessions.js"
import { Tenants } from "./accounts/tenants/Tenants.js"
import type { Database } from "./database/Database.js"
import type { StorageHealth } from "./database/StorageHealth.js"
import { CapturedMails } from "./delivery/inbox/CapturedMails.js"
import type { Inbox } from "./delivery/inbox/Inbox.js"
import type { OwnServers } from "./delivery/message/Transport.js"
import type { WakeUp } from "./delivery/message/WakeUp.js"
import type { MailQueue } from "./delivery/queue/MailQueue.js"
import { Analytics } from "./events/analytics/Analytics.js"
import { Diagnosis } from "./events/diagnosis/Diagnosis.js"
import { Feedback } from "./events/feedback/Feedback.js"
import { FeedbackCalls } from "./events/feedbackSources/FeedbackCalls.js"
import type { FeedbackReader } from "./events/feedbackSources/FeedbackReader.js"
import {
  FeedbackSources,
  type FeedbackSourcesOptions
} from "./events/feedbackSources/FeedbackSources.js"
import type { NewEvents } from "./events/log/NewEvents.js"
import { Reputation, type ReputationOptions } from "./events/reputation/Reputation.js"
import { EventFeed } from "./events/streams/EventFeed.js"
import { EventStreams } from "./events/streams/EventStreams.js"
import { Events } from "./events/timeline/Events.js"
import { Tracking, type TrackingOptions } from "./events/tracking/Tracking.js"
import type { WebhookCaller } from "./events/webhooks/WebhookCaller.js"
import { WebhookEndpoints } from "./events/webhooks/WebhookEndpoints.js"
import type { WebhookQueue } from "./events/webhooks/WebhookQueue.js"
import type { Composer } from "./sending/contents/Content.js"
import { Contents } from "./sending/contents/Contents.js"
import type { DomainVerifier } from "./sending/domains/DomainVerifier.js"
import { Domains } from "./sending/domains/Domains.js"
import type { DomainsOptions } from "./sending/domains/dnsRecords.js"
import type { DkimKeys } from "./sending/domains/newKeys.js"
import { Emails } from "./sending/emails/Emails.js"
import type { EmailsOptions } from "./sending/emails/send.js"
import { People } from "./sending/people/People.js"
import { Preferences } from "./sending/preferences/Preferences.js"
import { SmtpConfigs } from "./sending/smtpConfigs/SmtpConfigs.js"
import { SqlSends } from "./sending/sqlSends/SqlSends.js"
import { Suppressions } from "./sending/suppressions/Suppressions.js"
import type { StarterCatalog, TemplateEngine } from "./sending/templates/TemplateEngine.js"
import { Templates } from "./sending/templates/Templates.js"
import { Topics } from "./sending/topics/Topics.js"

/** Every port that a storage package provides. */
export type StoragePorts =
  | Database
  | Inbox
  | MailQueue
  | NewEvents
  | StorageHealth
  | StoredKeys
  | WakeUp
  | WebhookQueue

/** Every service that callers, in process or over HTTP, may use. */
export type Services =
  | Analytics
  | ApiKeys
  | AuditLog
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
  | Members
  | People
  | Passkeys
  | Preferences
  | Reputation
  | Sessions
  | SmtpConfigs
  | SqlSends
  | Suppressions
  | Templates
  | Tenants
  | Topics
  | Tracking
  | WebhookEndpoints

/** Ports for compiling and rendering templates: `layerTemplates` of `@telemark/templates`. */
export type TemplatePorts = TemplateEngine | StarterCatalog

/**
 * Ports that connect to others' hosts, or write for them: the layers of `@telemark/feedback`,
 * `@telemark/network` and `@telemark/smtp`.
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
    MembersOptions,
    DomainsOptions,
    FeedbackSourcesOptions,
    TrackingOptions,
    ReputationOptions {}

export const layerServices = (
  options: ServicesOptions = {}
): Layer.Layer<
  Services,
  never,
  StoragePorts | KeyHasher | TemplatePorts | OutsidePorts | Secrets
> =>
  Layer.mergeAll(
    Analytics.layer(options),
    AuditLog.layer,
    Sessions.layer.pipe(Layer.provideMerge(ApiKeys.layer(options))),
    CapturedMails.layer,
    Diagnosis.layer,
    Domains.layer(options),
    Layer.mergeAll(People.layer, SqlSends.layer, Members.layer(options)).pipe(
      Layer.provideMerge(Layer.mergeAll(Contents.layer, Emails.layer(options), Events.layer))
    ),
    EventFeed.layer(),
    EventStreams.layer,
    FeedbackCalls.layer.pipe(Layer.provideMerge(Feedback.layer)),
    FeedbackSources.layer(options),
    Passkeys.layer,
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
