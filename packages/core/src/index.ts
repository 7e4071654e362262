/**
 * The operations of Telemark as Effect services, the ports that they need, and their decisions as
 * pure functions. Knows nothing of HTTP and SMTP.
 */
export * from "@telemark/contract"
export { type CountedPeriod } from "./events/analytics/figures.js"
export { deliveryTimeLimits } from "./events/analytics/countedAs.js"
export { analyticsQueries } from "./events/analytics/countersTable.js"
export { recountMessages } from "./events/analytics/recount.js"
export { type ApiKey, type Caller, type Principal } from "./accounts/apiKeys/ApiKey.js"
export { ApiKeys } from "./accounts/apiKeys/ApiKeys.js"
export { type Buckets, makeBuckets } from "./accounts/apiKeys/buckets.js"
export { grantScopes } from "./accounts/apiKeys/grantScopes.js"
export { mintKey, parseKey } from "./accounts/apiKeys/keyFormat.js"
export { ApiKeyStore, KeyHasher, RateLimitStore } from "./accounts/apiKeys/ports.js"
export { type Bucket, takeToken } from "./accounts/apiKeys/rateLimit.js"
export {
  type BackOff,
  type ConnectionLimit,
  isRefusal,
  nextAttemptAt,
  platformRoute
} from "./delivery/backOffs/BackOff.js"
export { backOffQueries, makeFindBackOff } from "./delivery/backOffs/backOffTable.js"
export { waitAfter } from "./kernel/backOff.js"
export { type BatcherOptions, makeBatcher } from "./kernel/Batcher.js"
export { makeOwnersBatcher } from "./kernel/OwnersBatcher.js"
export { type BrandSettings, neutralBrand } from "./accounts/brands/Brand.js"
export { BrandStore } from "./accounts/brands/BrandStore.js"
export { Brands } from "./accounts/brands/Brands.js"
export { type ComposedSource, Composer } from "./sending/contents/Composer.js"
export { type Attempted, Delivery } from "./delivery/attempt/Delivery.js"
export { type LocalWorker } from "./delivery/message/LocalWorkers.js"
export { OwnServers, type RelayEnvelope, Transport } from "./delivery/message/Transport.js"
export { layerDatabaseQueue, MailQueue, queueQueries } from "./delivery/queue/MailQueue.js"
export { type ClaimedKinds } from "./delivery/queue/chooseDueMessages.js"
export { offeredFor } from "./delivery/queue/outbox.js"
export { type Recorded } from "./delivery/queue/record.js"
export {
  type ClaimedMessage,
  type ClickLinks,
  datedAt,
  type MessageLinks,
  type OutgoingMessage,
  type ReturnPath,
  type SigningKey,
  type UnsubscribeLinks
} from "./delivery/message/Message.js"
export { type OwnServer } from "./delivery/message/OwnServer.js"
export {
  Links,
  type LinkSubject,
  ReturnPaths,
  type ReturnPathsService,
  toXtext
} from "./delivery/message/serviceAddresses.js"
export { type RouteSignal, signalOf } from "./delivery/routes/RouteSignal.js"
export {
  afterOutcome,
  freshThrottle,
  ownServerLimits,
  type Throttle
} from "./delivery/routes/throttle.js"
export {
  type BrokenReason,
  DeliveryOutcome,
  type ForeseenReport,
  type MissingLogin,
  type UnsendableReason
} from "./delivery/message/DeliveryOutcome.js"
export { type SettledStatus, type Settlement } from "./delivery/settlement/Settlement.js"
export { classify } from "./delivery/settlement/classify.js"
export { decideCancelled } from "./sending/emails/decideCancelled.js"
export {
  decideSettlement,
  decideUnsent,
  type DecisionContext
} from "./delivery/settlement/decideSettlement.js"
export {
  defaultRetryPolicy,
  nextRetry,
  parseDuration,
  parseRetrySchedule,
  type RetryPolicy
} from "./delivery/settlement/retry.js"
export {
  type Cause,
  inFlight,
  initialStatus,
  isInFlight,
  offeredOwner,
  statusAtFirst,
  transition,
  transitions
} from "./delivery/message/transition.js"
export { Diagnosis } from "./events/diagnosis/Diagnosis.js"
export {
  type DkimAlgorithm,
  type DkimKeyRecord,
  type DomainRecord
} from "./sending/domains/Domain.js"
export {
  type DomainChange,
  type DomainKey,
  DomainStore,
  maxDomains
} from "./sending/domains/DomainStore.js"
export { Domains } from "./sending/domains/Domains.js"
export { dkimKeyReference } from "./sending/domains/dkimKeyReference.js"
export { senderOf } from "./sending/domains/domainKey.js"
export { judge, type Look } from "./sending/domains/judge.js"
export { type DomainsOptions } from "./sending/domains/options.js"
export {
  type DkimKeyPair,
  DkimKeys,
  type DomainFindings,
  type DomainQuestion,
  DomainVerifier
} from "./sending/domains/ports.js"
export {
  aliasName,
  type AliasUse,
  dkimHost,
  dkimValue,
  dmarcHost,
  dmarcValue,
  spfValue
} from "./sending/domains/records.js"
export { isReady, nextCheckAt } from "./sending/domains/schedule.js"
export { currentKey, lackingKeys, withFreshKeys } from "./sending/domains/selectKeys.js"
export { addedMessage, rotatedMessage } from "./sending/domains/views.js"
export { type Attachment, type AttachmentInfo } from "./sending/attachments/Attachment.js"
export { AttachmentStore } from "./sending/attachments/AttachmentStore.js"
export { type EmailRecord, type ListedEmail } from "./sending/emails/Email.js"
export { EmailStore } from "./sending/emails/EmailStore.js"
export { type Cancellation, type EmailFilter, type EmailPage } from "./sending/emails/Email.js"
export {
  type AcceptOutcome,
  idempotencyMillis,
  type MessageBody,
  type PreparedSend,
  type ShownRecipients,
  type TrackedActions
} from "./sending/emails/PreparedSend.js"
export { Emails } from "./sending/emails/Emails.js"
export { WakeUp } from "./delivery/message/WakeUp.js"
export { decideSends, type SendDecision, type SendFacts } from "./sending/emails/decideSends.js"
export { type FirstUse, idempotencyKey, isReplayed } from "./sending/emails/idempotency.js"
export { type HeaderField } from "./sending/emails/headers.js"
export {
  hasLinkPlaceholder,
  offersUnsubscribing,
  withoutPlaceholders
} from "./sending/emails/listUnsubscribe.js"
export { exceedsQuota, monthKey } from "./sending/emails/decideSends.js"
export { type EmailsOptions, type SendError } from "./sending/emails/send.js"
export {
  askedSenders,
  isUnsigned,
  type SenderRefusal,
  senderRefusal
} from "./sending/emails/senderRules.js"
export { indexMessages } from "./sending/emails/indexMessages.js"
export { foundWords, searchedWords, searchTermsOf, wordsOf } from "./sending/emails/searchTerms.js"
export {
  emailEvent,
  type EventData,
  type EventRecord,
  type EventSubject,
  type RecordedEvent
} from "./events/log/Event.js"
export { type EventPage, eventQueries, type EventRange } from "./events/log/eventTable.js"
export { Events } from "./events/timeline/Events.js"
export { whatServerDid } from "./events/timeline/emailSummary.js"
export { inBrackets, moment } from "./events/timeline/phrases.js"
export { timelineOf } from "./events/timeline/timeline.js"
export { EventFeed, type WatchedEvents } from "./events/streams/EventFeed.js"
export { EventStreams, type FollowEvents, makeEventStreams } from "./events/streams/EventStreams.js"
export { maxBehind, TooSlow } from "./events/streams/EventViewer.js"
export { type EventTail, makeEventTail } from "./events/streams/eventTail.js"
export { subscriptionQueries, type SubscriptionRecord } from "./events/streams/subscriptionTable.js"
export { Feedback, type FeedbackService } from "./events/feedback/Feedback.js"
export {
  emailIdIn,
  type FoundReport,
  type MessageReference,
  type Report,
  type ReportOrigin
} from "./events/feedback/FoundReport.js"
export { feedbackKeptMillis, maxKeptPerDay } from "./events/feedback/StoredReport.js"
export { decideFeedback, type ReportedEmail } from "./events/feedback/decideFeedback.js"
export { makeRecordReports, ReportsTried } from "./events/feedback/recordReports.js"
export { reportedEmailQueries } from "./events/feedback/reportedEmailTable.js"
export { type Retried } from "./events/feedback/retryReports.js"
export { storedReportQueries } from "./events/feedback/storedReportTable.js"
export { FeedbackCalls } from "./events/feedbackSources/FeedbackCalls.js"
export {
  type FeedbackCall,
  type FeedbackCallReading,
  FeedbackReader
} from "./events/feedbackSources/FeedbackReader.js"
export {
  type FeedbackSourceRecord,
  type SourceOwner
} from "./events/feedbackSources/FeedbackSource.js"
export { FeedbackSources, readPublicUrl } from "./events/feedbackSources/FeedbackSources.js"
export { feedbackSourceQueries } from "./events/feedbackSources/feedbackSourceTable.js"
export { firstIdAt, idAt, instantOfId, isId, newId, newIds, uuidv7 } from "./kernel/ids.js"
export { type CapturedMail, inboxCapacity, inboxOctets } from "./delivery/inbox/CapturedMail.js"
export { ReleaseRelay, CapturedMails } from "./delivery/inbox/CapturedMails.js"
export { Inbox } from "./delivery/inbox/Inbox.js"
export { type Job } from "./kernel/LimiterKey.js"
export {
  type Limiter,
  type LimiterClaim,
  type LimiterRefusal,
  makeLimiter
} from "./kernel/Limiter.js"
export { type LimiterBounds, LimiterState } from "./kernel/LimiterState.js"
export { isMacOf, isSameSecret, writeMac } from "./kernel/tokens.js"
export { NewEvents } from "./events/log/NewEvents.js"
export { makeWriteEvents } from "./events/log/writeEvents.js"
export { type Implementations, makeImplementations } from "./operations/implementations.js"
export { PreferenceStore } from "./sending/preferences/PreferenceStore.js"
export { Preferences } from "./sending/preferences/Preferences.js"
export {
  type ChosenPreferences,
  decidePreferences,
  decideUndo,
  type PreferenceChange,
  type RecipientPreferences,
  type RecipientSuppression,
  type StoredPreferences,
  type TopicPreference,
  unsubscribedReason,
  viewOfPreferences
} from "./sending/preferences/RecipientPreferences.js"
export {
  Queue,
  type QueueEntry,
  type QueueRoute,
  QueueUnavailable,
  type TakenEntry
} from "./delivery/queue/Queue.js"
export { layerExternalQueue } from "./delivery/queue/externalQueue.js"
export {
  type Envelope,
  formatReply,
  returnPathPrefix,
  type Reply,
  type Stage
} from "./delivery/replies/Reply.js"
export { consequences, type Subject, Verdict } from "./delivery/replies/Verdict.js"
export { readReply } from "./delivery/replies/readReply.js"
export { wordingOf } from "./delivery/replies/plainWords.js"
export { reputationKeptMillis, windowStarts } from "./events/reputation/countedMail.js"
export {
  type OperatorEvent,
  type OperatorEventData,
  operatorEventsKeptMillis,
  type OperatorEventType
} from "./events/reputation/OperatorEvent.js"
export { PausedTenants } from "./events/reputation/PausedTenants.js"
export { Reputation, type ReputationOptions } from "./events/reputation/Reputation.js"
export {
  describeExcess,
  type Excess,
  judgeReputation,
  percent
} from "./events/reputation/judgeReputation.js"
export { reputationQueries } from "./events/reputation/reputationTable.js"
export {
  defaultRetentionPolicy,
  Retention,
  type RetentionPolicy
} from "./events/retention/Retention.js"
export { type Remove } from "./database/removeOldest.js"
export { type SealedSecret, SealedSecretStore } from "./accounts/secrets/SealedSecretStore.js"
export { Secrets, type SecretsService } from "./accounts/secrets/Secrets.js"
export { type SecretKey, StoredKeys } from "./accounts/secrets/StoredKeys.js"
export {
  type DerivedKeys,
  deriveKeys,
  makeLinkKeys,
  makeReturnPathKeys
} from "./accounts/secrets/derivedKeys.js"
export { InvalidSecret, SecretMissing, SecretUnreadable } from "./accounts/secrets/errors.js"
export { makeFreshKeys } from "./accounts/secrets/freshKeys.js"
export { inspectSecrets, type SecretCounts } from "./accounts/secrets/inspectSecrets.js"
export { parseSecret } from "./accounts/secrets/parseSecret.js"
export { type RotatedSecrets, rotateSecrets } from "./accounts/secrets/rotateSecrets.js"
export { type SecretReference } from "./accounts/secrets/secretReference.js"
export * from "./services.js"
export {
  maxSessionsOfKey,
  SessionStore,
  type StoredSession
} from "./accounts/sessions/SessionStore.js"
export {
  InvalidSignInToken,
  type NewSession,
  sessionMillis,
  Sessions,
  signInTokenMillis
} from "./accounts/sessions/Sessions.js"
export { makeMemory } from "./kernel/memory.js"
export { makeSingleFlight } from "./kernel/singleFlight.js"
export { makeSignal } from "./kernel/signals.js"
export { awaitDone, awaitOpen } from "./kernel/signals.js"
export { forkWithin } from "./kernel/signals.js"
export { makeCoalescing } from "./kernel/signals.js"
export { wakeable } from "./kernel/signals.js"
export { type SmtpConfigRecord } from "./sending/smtpConfigs/SmtpConfig.js"
export { SmtpConfigStore } from "./sending/smtpConfigs/SmtpConfigStore.js"
export { smtpPasswordReference } from "./sending/smtpConfigs/smtpPasswordReference.js"
export { type Lease } from "./database/Lease.js"
export { StorageHealth } from "./database/StorageHealth.js"
export { type SuppressionRecord } from "./sending/suppressions/Suppression.js"
export { SuppressionBrake } from "./sending/suppressions/SuppressionBrake.js"
export {
  incidentMillis,
  suppressionCause,
  type SuppressionIncident,
  type SuppressionIncidentRecord
} from "./sending/suppressions/SuppressionIncident.js"
export { SuppressionIncidentStore } from "./sending/suppressions/SuppressionIncidentStore.js"
export {
  type SuppressionFilter,
  SuppressionStore
} from "./sending/suppressions/SuppressionStore.js"
export { Suppressions } from "./sending/suppressions/Suppressions.js"
export { type BrakeLimits, brakeLimits } from "./sending/suppressions/brakeLimits.js"
export {
  listIncidents,
  type SuppressionIncidentView,
  undoIncident,
  type UndoneIncident
} from "./sending/suppressions/undoIncident.js"
export { StarterCatalog } from "./sending/templates/StarterCatalog.js"
export {
  type CompiledSource,
  type Previewed,
  type RenderedParts,
  type RenderOutcome,
  type RenderRequest,
  TemplateEngine,
  type TemplateProblem,
  type TemplateSource
} from "./sending/templates/TemplateEngine.js"
export {
  type TemplateContent,
  type TemplateVariant,
  type TemplateVersion
} from "./sending/templates/TemplateRecord.js"
export { TemplateStore } from "./sending/templates/TemplateStore.js"
export { Templates } from "./sending/templates/Templates.js"
export {
  mergeUses,
  pathsOf,
  type VariableUse,
  type VariableUses
} from "./sending/templates/VariableUse.js"
export { withDefaults, withoutValue } from "./sending/templates/defaults.js"
export { linkPlaceholders, placeholdersIn } from "./sending/templates/linkPlaceholders.js"
export { chooseParts, fallBackChain, type PartOrigins } from "./sending/templates/locales.js"
export { makeRenderShares, type RenderBudget } from "./sending/templates/renderShares.js"
export { usesOf, withoutValueWarnings } from "./sending/templates/variables.js"
export { type Tenant, type TenantPause } from "./accounts/tenants/Tenant.js"
export { TenantStore } from "./accounts/tenants/TenantStore.js"
export { Tenants } from "./accounts/tenants/Tenants.js"
export { linkMarkOctets, makeLinkMark } from "./accounts/tenants/linkMark.js"
export { inTimeSlices } from "./kernel/timeSlices.js"
export {
  atOnce,
  makeTimeSlices,
  type Steps,
  type TimeSlices,
  timeSlices
} from "./kernel/timeSlices.js"
export { type TopicRecord } from "./sending/topics/Topic.js"
export { topicQueries } from "./sending/topics/topicTable.js"
export { Database } from "./database/Database.js"
export { stored } from "./database/storageError.js"
export { Topics } from "./sending/topics/Topics.js"
export {
  type Transaction,
  type TransactionRow,
  type TransactionRows
} from "./database/transactions/Transactions.js"
export {
  type TransactionProblem,
  TransactionUnusable
} from "./database/transactions/TransactionUnusable.js"
export {
  CurrentTransaction,
  inTransaction,
  Transactions
} from "./database/transactions/Transactions.js"
export { afterTransaction, whenEnded } from "./database/transactions/Transactions.js"
export {
  type ClaimedWebhook,
  type WebhookAttemptRecord,
  type WebhookKey,
  type WebhookSettlement
} from "./events/webhooks/WebhookAttempt.js"
export {
  framesOf,
  WebhookAnswer,
  type WebhookCall,
  WebhookCaller,
  type WebhookFault
} from "./events/webhooks/WebhookCaller.js"
export { WebhookDelivery } from "./events/webhooks/WebhookDelivery.js"
export { forgetsHealth, type WebhookEndpointRecord } from "./events/webhooks/WebhookEndpoint.js"
export {
  WebhookEndpoints,
  type WebhookEndpointsService
} from "./events/webhooks/WebhookEndpoints.js"
export { WebhookQueue } from "./events/webhooks/WebhookQueue.js"
export { webhookAttemptQueries } from "./events/webhooks/attemptTable.js"
export { type WebhookClaimLimits } from "./events/webhooks/claimWebhooks.js"
export {
  decideWebhook,
  decideWebhookRetry,
  decisiveSettlements,
  failingLimit,
  nextWebhookAttempt,
  webhookRetryDelays
} from "./events/webhooks/decideWebhook.js"
export {
  decideEndpointHealth,
  endpointsToLookAt,
  idleAfter,
  unlessIdle
} from "./events/webhooks/endpointHealth.js"
export { webhookEndpointQueries } from "./events/webhooks/endpointTable.js"
export { sampleEvent, sampleOfId } from "./events/webhooks/sampleEvent.js"
export { webhookSecretReference } from "./events/webhooks/webhookSecret.js"
export { webhookQueueQueries } from "./events/webhooks/webhookQueueTable.js"

/**
 * The storage over a SQL client of SQLite or Postgres. A package for each database opens and tunes
 * it, and wakes workers.
 */
export { type Answer, failed, recordConnection } from "./database/client/sqlClient.js"
export { makeSqlClient } from "./database/client/sqlClient.js"
export { octetsOf } from "./database/client/sqlClient.js"
export { openTransactionIn } from "./database/client/sqlClient.js"
export { sharedClient } from "./database/client/sharedClient.js"
export { setUntilOnDisk, type UntilOnDisk } from "./database/client/sqlClient.js"
export { LockWait, type WaitForLock } from "./database/Database.js"
export { again } from "./kernel/backOff.js"
export { codesOf, toStorageError } from "./database/storageError.js"
export { layerStorage } from "./storage.js"
export { migrate, requireSchema } from "./database/migrations/migrate.js"
export { migrationScript, newestStep } from "./database/migrations/migrationScript.js"
export { Names, ownNames, type TableNames } from "./database/names.js"
export { type NamesOptions, problemOf as namesProblem } from "./database/names.js"
export { tableNames } from "./database/names.js"
export { type ReputationWindow } from "./events/reputation/countedMail.js"
export { Analytics } from "./events/analytics/Analytics.js"
export { Contents } from "./sending/contents/Contents.js"
export { SmtpConfigs } from "./sending/smtpConfigs/SmtpConfigs.js"
export { Tracking } from "./events/tracking/Tracking.js"
