/**
 * The operations of Telemark as Effect services, the ports that they need, and their decisions as
 * pure functions. Knows nothing of HTTP and SMTP.
 */
export * from "@telemark/contract"
export {
  Analytics,
  type AnalyticsOptions,
  type AnalyticsService
} from "./events/analytics/Analytics.js"
export { type CountedPeriod } from "./events/analytics/figures.js"
export { deliveryTimeLimits } from "./events/analytics/countedAs.js"
export { analyticsQueries } from "./events/analytics/countersTable.js"
export { recountMessages } from "./events/analytics/recount.js"
export {
  type ApiKey,
  type Caller,
  grantScopes,
  maxActiveKeys,
  type NewKeyOwner,
  type Principal
} from "./accounts/apiKeys/ApiKey.js"
export { ApiKeys, type ApiKeysOptions, type ApiKeysService } from "./accounts/apiKeys/ApiKeys.js"
export { KeyHasher } from "./accounts/apiKeys/SlowHashes.js"
export { apiKeyQueries } from "./accounts/apiKeys/apiKeyTable.js"
export { fingerprintOf, mintKey, parseKey } from "./accounts/apiKeys/keyFormat.js"
export { type Bucket, type Buckets, makeBuckets, takeToken } from "./accounts/apiKeys/rateLimit.js"
export { makeConsumeTokens } from "./accounts/apiKeys/rateLimitTable.js"
export {
  afterBackOff,
  type BackOff,
  type BackOffCause,
  backOffId,
  backOffMemory,
  type BackOffKey,
  type ConnectionLimit,
  isRefusal,
  nextAttemptAt,
  platformRoute
} from "./delivery/backOffs/BackOff.js"
export { backOffQueries, makeFindBackOff } from "./delivery/backOffs/backOffTable.js"
export { waitAfter } from "./kernel/backOff.js"
export { type Batcher, type BatcherOptions, makeBatcher } from "./kernel/Batcher.js"
export { makeOwnersBatcher, type OwnersBatcherOptions } from "./kernel/OwnersBatcher.js"
export { neutralBrand } from "./accounts/brands/Brand.js"
export { Brands, type BrandsService } from "./accounts/brands/Brands.js"
export { type ComposedSource, Composer, type DescribedMail } from "./sending/contents/Content.js"
export { Contents, type ContentsService } from "./sending/contents/Contents.js"
export { type CsvProblem, type CsvReader, makeCsvReader } from "./kernel/csv.js"
export { type PageOf, pagesOf } from "./kernel/csv.js"
export { csvLine, withoutApostrophe } from "@telemark/contract"
export {
  type Attempted,
  Delivery,
  type DeliveryOptions,
  type DeliveryService
} from "./delivery/attempt/Delivery.js"
export { type LocalWorker } from "./delivery/message/LocalWorkers.js"
export {
  OwnServers,
  type Relay,
  type RelayEnvelope,
  Transport
} from "./delivery/message/Transport.js"
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
  type SealedSigningKey,
  type SigningKey,
  type UnsubscribeLinks
} from "./delivery/message/Message.js"
export { type OwnServer } from "./delivery/message/Message.js"
export {
  Links,
  type LinksService,
  type LinkSubject,
  ReturnPaths,
  type ReturnPathsService,
  toXtext
} from "./delivery/message/serviceAddresses.js"
export { type RouteSignal, signalOf } from "./delivery/routes/RouteSignal.js"
export { type ClosedRoutes } from "./delivery/routes/routeLimiters.js"
export {
  afterOutcome,
  freshThrottle,
  ownServerLimits,
  type RouteLimits,
  type RouteState,
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
export {
  type CancelledChange,
  type CancelledEmail,
  decideCancelled
} from "./sending/emails/cancelEmail.js"
export {
  decideSettlement,
  decideUnsent,
  type DecisionContext
} from "./delivery/settlement/decideSettlement.js"
export { explainOutcome, responseOf } from "./delivery/settlement/explainOutcome.js"
export { type JudgedOutcome } from "./delivery/settlement/judgeOutcome.js"
export {
  defaultRetryPolicy,
  nextRetry,
  parseDuration,
  parseRetrySchedule,
  type RetryInput,
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
export { Diagnosis, type DiagnosisService, type Examination } from "./events/diagnosis/Diagnosis.js"
export {
  type DkimAlgorithm,
  dkimKeyReference,
  type DkimKeyRecord,
  type DkimKeyState,
  type DomainKey,
  domainKey,
  type DomainRecord,
  maxDomains,
  senderOf
} from "./sending/domains/Domain.js"
export {
  type DomainFindings,
  type DomainQuestion,
  DomainVerifier
} from "./sending/domains/DomainVerifier.js"
export { Domains, type DomainsService } from "./sending/domains/Domains.js"
export {
  type DomainChange,
  domainChanges,
  type DomainInsertion
} from "./sending/domains/changeDomains.js"
export { isReady, nextCheckAt } from "./sending/domains/checkSchedule.js"
export {
  type AliasHosts,
  aliasName,
  type AliasUse,
  dkimHost,
  dkimValue,
  dmarcHost,
  dmarcValue,
  dnsRecords,
  type DomainsOptions,
  type RecordValues,
  spfValue
} from "./sending/domains/dnsRecords.js"
export { domainQueries } from "./sending/domains/domainTable.js"
export {
  type Evidence,
  evidenceOf,
  type Flag,
  judgeFlag,
  type Occasion
} from "./sending/domains/evidence.js"
export { judgeDomain, type Look } from "./sending/domains/judgeDomain.js"
export { currentKey, lackingKeys, withFreshKeys } from "./sending/domains/keyRotation.js"
export { type DkimKeyPair, DkimKeys } from "./sending/domains/newKeys.js"
export {
  makeOperatorsKeys,
  mayBeAligned,
  type OperatorsSigning
} from "./sending/domains/operatorsKeys.js"
export { makeTakeDueDomains } from "./sending/domains/takeDueDomains.js"
export { addedMessage, rotatedMessage } from "./sending/domains/domainViews.js"
export { type Attachment, type AttachmentInfo } from "./delivery/message/Message.js"
export { attachmentQueries } from "./sending/attachments/attachmentTable.js"
export { type EmailRecord, type ListedEmail } from "./sending/emails/Email.js"
export { type AcceptSend, AroundAccept } from "./sending/emails/acceptSends.js"
export { emailQueries } from "./sending/emails/emailQueries.js"
export {
  type AcceptedMessage,
  type EmailFilter,
  type EmailPage,
  type FoundEmails
} from "./sending/emails/Email.js"
export { type Cancellation, type Cancelled } from "./sending/emails/cancelEmail.js"
export {
  type AcceptOutcome,
  idempotencyMillis,
  type PreparedSend,
  type Replay
} from "./sending/emails/PreparedSend.js"
export {
  type MessageBody,
  type ShownRecipients,
  type TrackedActions
} from "./delivery/message/Message.js"
export { Emails, type EmailsService } from "./sending/emails/Emails.js"
export { WakeUp } from "./delivery/message/WakeUp.js"
export { encodeBase64 } from "./kernel/base64.js"
export {
  decideSends,
  replaySend,
  type SendDecision,
  type SendFacts
} from "./sending/emails/decideSends.js"
export { type FirstUse, idempotencyKey, isReplayed } from "./sending/emails/idempotency.js"
export { type HeaderField } from "./delivery/message/Message.js"
export {
  hasLinkPlaceholder,
  offersUnsubscribing,
  withoutPlaceholders
} from "./sending/emails/listUnsubscribe.js"
export { exceedsQuota, monthKey } from "./sending/emails/decideSends.js"
export {
  type EmailsOptions,
  type PreparedSending,
  type PrepareSend,
  type Send,
  type SendError
} from "./sending/emails/send.js"
export { type SendBatchEntries } from "./sending/emails/sendBatch.js"
export {
  askedSenders,
  isUnsigned,
  type SenderRefusal,
  senderRefusal
} from "./sending/emails/senderRules.js"
export { type FoundSenders } from "./sending/domains/senderQueries.js"
export { indexMessages } from "./sending/emails/searchIndex.js"
export {
  foundWords,
  type Searched,
  searchedWords,
  type SearchTerms,
  searchTermsOf,
  wordsOf
} from "./sending/emails/searchTerms.js"
export {
  emailEvent,
  type EventData,
  type EventRecord,
  type EventSubject,
  type RecordedEvent
} from "./events/log/Event.js"
export { type EventPage, eventQueries, type EventRange } from "./events/log/eventTable.js"
export { Events, type EventsService } from "./events/timeline/Events.js"
export { whatServerDid } from "./events/timeline/emailSummary.js"
export { inBrackets, moment } from "./events/timeline/phrases.js"
export { timelineOf } from "./events/timeline/timeline.js"
export {
  EventFeed,
  type EventFeedOptions,
  type EventFeedService,
  type WatchedEvents
} from "./events/streams/EventFeed.js"
export {
  EventStreams,
  type EventStreamsService,
  type FollowEvents,
  makeEventStreams
} from "./events/streams/EventStreams.js"
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
export {
  type FeedbackCallError,
  FeedbackCalls,
  type FeedbackCallsService
} from "./events/feedbackSources/FeedbackCalls.js"
export {
  type FeedbackCall,
  type FeedbackCallReading,
  FeedbackReader
} from "./events/feedbackSources/FeedbackReader.js"
export {
  type FeedbackSourceRecord,
  type SourceOwner
} from "./events/feedbackSources/FeedbackSource.js"
export {
  FeedbackSources,
  type FeedbackSourcesOptions,
  type FeedbackSourcesService,
  readPublicUrl
} from "./events/feedbackSources/FeedbackSources.js"
export { feedbackSourceQueries } from "./events/feedbackSources/feedbackSourceTable.js"
export { Entropy } from "./kernel/ids.js"
export {
  firstIdAt,
  idAt,
  type IdPrefix,
  instantOfId,
  isId,
  makeIds,
  newId,
  newIds,
  type NewIds,
  uuidv7
} from "./kernel/ids.js"
export {
  type CapturedMail,
  inboxCapacity,
  inboxOctets,
  type Release
} from "./delivery/inbox/CapturedMail.js"
export {
  CapturedMails,
  type CapturedMailsService,
  ReleaseRelay
} from "./delivery/inbox/CapturedMails.js"
export { Inbox, type InboxService } from "./delivery/inbox/Inbox.js"
export { type Job } from "./kernel/LimiterKey.js"
export {
  type Limiter,
  type LimiterClaim,
  type LimiterOptions,
  type LimiterRefusal,
  makeLimiter
} from "./kernel/Limiter.js"
export { type LimiterBounds, LimiterState } from "./kernel/LimiterState.js"
export { isMacOf, isSameSecret, writeMac } from "./kernel/tokens.js"
export { NewEvents } from "./events/log/NewEvents.js"
export { makeWriteEvents } from "./events/log/writeEvents.js"
export { type Implementations, makeImplementations } from "./operations/implementations.js"
export { Preferences, type PreferencesService } from "./sending/preferences/Preferences.js"
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
export { type ExternalQueueOptions, layerExternalQueue } from "./delivery/queue/externalQueue.js"
export {
  type Envelope,
  formatReply,
  isBeforeMessage,
  returnPathPrefix,
  type Reply,
  type Stage
} from "./delivery/replies/Reply.js"
export {
  type Consequence,
  consequences,
  failureCodeOf,
  type Reading,
  readingOf,
  type Subject,
  Verdict
} from "./delivery/replies/Verdict.js"
export { readReply } from "./delivery/replies/readReply.js"
export { wordingOf } from "./delivery/replies/plainWords.js"
export { reputationKeptMillis, windowStarts } from "./events/reputation/countedMail.js"
export {
  type OperatorEvent,
  type OperatorEventData,
  operatorEventsKeptMillis,
  type OperatorEventType
} from "./events/reputation/OperatorEvent.js"
export { pausedTenants } from "./events/reputation/PausedTenants.js"
export {
  Reputation,
  type ReputationOptions,
  type ReputationService
} from "./events/reputation/Reputation.js"
export {
  describeExcess,
  type Excess,
  judgeReputation,
  percent
} from "./events/reputation/judgeReputation.js"
export { reputationQueries } from "./events/reputation/reputationTable.js"
export {
  defaultRetentionPolicy,
  makeRetention,
  type Retention,
  type RetentionPolicy
} from "./events/retention/Retention.js"
export { type Remove } from "./database/removeOldest.js"
export { makeOpened, Secrets, type SecretsService } from "./accounts/secrets/Secrets.js"
export {
  type DerivedKeys,
  deriveKeys,
  makeFreshKeys,
  makeLinkKeys,
  makeReturnPathKeys
} from "./accounts/secrets/derivedKeys.js"
export { type RotatedSecrets, rotateSecrets } from "./accounts/secrets/rotateSecrets.js"
export {
  inspectSecrets,
  type SealedSecret,
  sealedSecretQueries,
  type SecretCounts
} from "./accounts/secrets/sealedSecrets.js"
export { type SecretReference } from "./accounts/secrets/sealedText.js"
export { InvalidSecret, SecretMissing, SecretUnreadable } from "./accounts/secrets/secretErrors.js"
export { parseSecret, type SecretKey, StoredKeys } from "./accounts/secrets/secretKeys.js"
export * from "./services.js"
export {
  InvalidSignInToken,
  maxSessionsOfKey,
  type NewSession,
  sessionMillis,
  type SignedIn,
  signInTokenMillis
} from "./accounts/sessions/Session.js"
export { Sessions, type SessionsService } from "./accounts/sessions/Sessions.js"
export { sessionQueries } from "./accounts/sessions/sessionTable.js"
export { type Memory, makeMemory } from "./kernel/memory.js"
export { makeSingleFlight, type SingleFlight } from "./kernel/singleFlight.js"
export { makeSignal, type Signal } from "./kernel/signals.js"
export { awaitDone, awaitOpen } from "./kernel/signals.js"
export { forkWithin } from "./kernel/signals.js"
export { makeCoalescing } from "./kernel/signals.js"
export { wakeable, type WhenWoken } from "./kernel/signals.js"
export { type SmtpConfigRecord, smtpPasswordReference } from "./sending/smtpConfigs/SmtpConfig.js"
export { SmtpConfigs, type SmtpConfigsService } from "./sending/smtpConfigs/SmtpConfigs.js"
export {
  makeFindSmtpConfig,
  makeSaveSmtpConfig,
  smtpConfigQueries
} from "./sending/smtpConfigs/smtpConfigTable.js"
export { type Lease } from "./database/Lease.js"
export { StorageHealth } from "./database/StorageHealth.js"
export { type SuppressionRecord } from "./sending/suppressions/Suppression.js"
export {
  type Answered,
  type BrakeDecision,
  type DeadAddressAnswer,
  SuppressionBrake
} from "./sending/suppressions/SuppressionBrake.js"
export {
  incidentMillis,
  suppressionCause,
  type SuppressionIncident,
  type SuppressionIncidentRecord
} from "./sending/suppressions/SuppressionIncident.js"
export { SuppressionIncidentStore } from "./sending/suppressions/SuppressionIncidentStore.js"
export {
  type SuppressionFilter,
  type SuppressionPage,
  type SuppressionPosition,
  SuppressionStore
} from "./sending/suppressions/SuppressionStore.js"
export { Suppressions, type SuppressionsService } from "./sending/suppressions/Suppressions.js"
export { addressKey } from "./sending/suppressions/addressKey.js"
export { type BrakeLimits, brakeLimits } from "./sending/suppressions/brakeLimits.js"
export {
  blockedBy,
  isSuppressed,
  type SuppressionSubject
} from "./sending/suppressions/isSuppressed.js"
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
  type PartUses,
  type TemplateContent,
  type TemplateRecord,
  type TemplateVariant,
  type TemplateVersion
} from "./sending/templates/TemplateRecord.js"
export {
  type ListedVersion,
  type TemplateKey,
  TemplateStore
} from "./sending/templates/TemplateStore.js"
export {
  type TemplateCheck,
  Templates,
  type TemplatesService
} from "./sending/templates/Templates.js"
export {
  mergeUses,
  pathsOf,
  type VariableUse,
  type VariableUses
} from "./sending/templates/VariableUse.js"
export { withDefaults, withoutValue } from "./sending/templates/defaults.js"
export { largeHtmlWarning } from "./sending/templates/largeHtml.js"
export { linkPlaceholders, placeholdersIn } from "./sending/templates/linkPlaceholders.js"
export { chooseParts, fallBackChain, type PartOrigins } from "./sending/templates/locales.js"
export { withPossibleIds } from "./sending/templates/possibleIds.js"
export {
  makeRenderShares,
  type RenderBudget,
  type RenderShare,
  type RenderShares
} from "./sending/templates/renderShares.js"
export {
  makeRenderTemplate,
  type RenderedTemplate,
  type RenderTemplate,
  type TemplateUse
} from "./sending/templates/renderTemplate.js"
export { usesOf, withoutValueRefusal, withoutValueWarnings } from "./sending/templates/variables.js"
export {
  linkMarkOctets,
  linkMarkOf,
  type Tenant,
  type TenantPause,
  tenantView
} from "./accounts/tenants/Tenant.js"
export { Tenants, type TenantsService } from "./accounts/tenants/Tenants.js"
export { tenantRemoval } from "./accounts/tenants/tenantRemoval.js"
export { tenantQueries } from "./accounts/tenants/tenantTable.js"
export { inTimeSlices } from "./kernel/timeSlices.js"
export { pause } from "./kernel/timeSlices.js"
export {
  atOnce,
  makeTimeSlices,
  type Steps,
  type TimeSlices,
  timeSlices
} from "./kernel/timeSlices.js"
export { topicKey, type TopicRecord, type TopicTexts, viewOfTopic } from "./sending/topics/Topic.js"
export { topicQueries } from "./sending/topics/topicTable.js"
export { Database } from "./database/Database.js"
export { stored } from "./database/storageError.js"
export { Topics, type TopicsService } from "./sending/topics/Topics.js"
export { Tracking, type TrackingOptions, type TrackingService } from "./events/tracking/Tracking.js"
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
  type JoinOptions,
  Transactions
} from "./database/transactions/Transactions.js"
export { afterTransaction, whenEnded } from "./database/transactions/Transactions.js"
export {
  type ClaimedWebhook,
  type WebhookAttemptRecord,
  type WebhookKey,
  webhookKeyOf,
  webhookKeyText,
  type WebhookOutcome,
  type WebhookSettlement
} from "./events/webhooks/WebhookAttempt.js"
export {
  framesOf,
  WebhookAnswer,
  type WebhookCall,
  WebhookCaller,
  type WebhookFault
} from "./events/webhooks/WebhookCaller.js"
export { WebhookDelivery, type WebhookDeliveryService } from "./events/webhooks/WebhookDelivery.js"
export { forgetsHealth, type WebhookEndpointRecord } from "./events/webhooks/WebhookEndpoint.js"
export {
  WebhookEndpoints,
  type WebhookEndpointsService
} from "./events/webhooks/WebhookEndpoints.js"
export { WebhookQueue, type WebhookQueueService } from "./events/webhooks/WebhookQueue.js"
export { webhookAttemptQueries } from "./events/webhooks/attemptTable.js"
export { type WebhookClaimLimits } from "./events/webhooks/claimWebhooks.js"
export {
  decideWebhook,
  decideWebhookRetry,
  decisiveSettlements,
  failingLimit,
  nextWebhookAttempt,
  type WebhookContext,
  type WebhookRetry,
  webhookRetryDelays
} from "./events/webhooks/decideWebhook.js"
export {
  decideEndpointHealth,
  type EndpointHealth,
  type EndpointHealthChange,
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
export { type Answer, failed } from "./database/client/sqlClient.js"
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
export {
  migrationScript,
  newestStep,
  type ScriptOptions
} from "./database/migrations/migrationScript.js"
export { Names, ownNames, type TableNames } from "./database/names.js"
export { type NamesOptions, problemOf as namesProblem } from "./database/names.js"
export { type TableName } from "./database/names.js"
export { tableNames } from "./database/names.js"
export { type ReputationWindow } from "./events/reputation/countedMail.js"
