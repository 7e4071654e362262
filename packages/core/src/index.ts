/**
 * The operations of Telemark as Effect services, the ports that they need, and their decisions as
 * pure functions. Knows nothing of HTTP, SQL, SMTP or Node.
 */
export * from "@telemark/contract"
export {
  Analytics,
  type AnalyticsOptions,
  type AnalyticsService
} from "./events/analytics/Analytics.js"
export {
  AnalyticsStore,
  type CountedAs,
  type CountedPeriod,
  type MessageCounts,
  type WaitingMessages
} from "./events/analytics/AnalyticsStore.js"
export { splitQueued } from "./events/analytics/deliveryFigures.js"
export { type Engagement, engagements } from "./events/analytics/engagement.js"
export {
  handoverLimits,
  handoverQuantile,
  handoverRangeOf,
  type HandoverTimestamps
} from "./events/analytics/handover.js"
export { divide, seriesOf } from "./events/analytics/seriesOf.js"
export { summarize } from "./events/analytics/summarize.js"
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
  type BackOff,
  type BackOffCause,
  backOffId,
  type BackOffKey,
  isRefusal,
  platformRoute
} from "./delivery/backOffs/BackOff.js"
export { backOffMemory, BackOffStore } from "./delivery/backOffs/BackOffStore.js"
export { type ConnectionLimit } from "./delivery/backOffs/ConnectionLimit.js"
export {
  afterBackOff,
  type FindBackOff,
  makeFindBackOff,
  nextAttemptAt
} from "./delivery/backOffs/findBackOff.js"
export { type Batcher, type BatcherOptions, makeBatcher } from "./kernel/batching/Batcher.js"
export { makeOwnersBatcher, type OwnersBatcherOptions } from "./kernel/batching/OwnersBatcher.js"
export { neutralBrand } from "./accounts/brands/Brand.js"
export { Brands, type BrandsService } from "./accounts/brands/Brands.js"
export { type ComposedSource, Composer, type DescribedMail } from "./sending/contents/Composer.js"
export { Contents, type ContentsService } from "./sending/contents/Contents.js"
export { type CsvProblem, type CsvReader, makeCsvReader } from "./kernel/csv/makeCsvReader.js"
export { type PageOf, pagesOf } from "./kernel/csv/pagesOf.js"
export { csvLine, withoutApostrophe } from "@telemark/contract"
export {
  type Attempted,
  Delivery,
  type DeliveryOptions,
  type DeliveryService
} from "./delivery/attempt/Delivery.js"
export {
  type ClaimedKinds,
  type LocalWorker,
  MailQueue,
  type Recorded,
  Transport
} from "./delivery/attempt/ports.js"
export {
  type ClaimedMessage,
  datedAt,
  type OutgoingMessage,
  type ReturnPath,
  type SealedSigningKey,
  type SigningKey
} from "./delivery/message/Message.js"
export {
  type ClickLinks,
  Links,
  type LinksService,
  type LinkSubject,
  type MessageLinks,
  type UnsubscribeLinks
} from "./delivery/message/MessageLinks.js"
export { type Relay, type RelayEnvelope } from "./delivery/message/Relay.js"
export {
  returnPathOf,
  ReturnPaths,
  type ReturnPathsService,
  type ReturnPathSubject
} from "./delivery/message/ReturnPaths.js"
export { toXtext } from "./delivery/message/toXtext.js"
export { type RouteSignal, signalOf } from "./delivery/routes/RouteSignal.js"
export { type ClosedRoutes } from "./delivery/routes/routeLimiters.js"
export {
  afterOutcome,
  freshThrottle,
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
} from "./delivery/settlement/DeliveryOutcome.js"
export { type SettledStatus, type Settlement } from "./delivery/settlement/Settlement.js"
export { classify } from "./delivery/settlement/classify.js"
export {
  type CancelledChange,
  type CancelledEmail,
  decideCancelled
} from "./delivery/settlement/decideCancelled.js"
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
  statusAtFirst,
  transition,
  transitions
} from "./delivery/settlement/transition.js"
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
export { type Attachment, type AttachmentInfo } from "./sending/attachments/Attachment.js"
export { AttachmentStore } from "./sending/attachments/AttachmentStore.js"
export { makeStoredFiles, type StoredFiles } from "./sending/attachments/storedFiles.js"
export { type EmailRecord, type ListedEmail } from "./sending/emails/Email.js"
export {
  type AcceptedMessage,
  type AcceptOutcome,
  type Cancellation,
  type Cancelled,
  type EmailFilter,
  type EmailPage,
  EmailStore,
  type FoundEmails,
  idempotencyMillis,
  type MessageBody,
  type PreparedSend,
  type Replay,
  type ShownRecipients,
  type TrackedActions
} from "./sending/emails/EmailStore.js"
export { Emails, type EmailsService } from "./sending/emails/Emails.js"
export { WakeUp } from "./sending/emails/WakeUp.js"
export { encodeBase64 } from "./sending/emails/base64.js"
export {
  decideSends,
  initialStatus,
  replaySend,
  type SendDecision,
  type SendFacts
} from "./sending/emails/decideSends.js"
export { type FirstUse, idempotencyKey, isReplayed } from "./sending/emails/firstUse.js"
export { type HeaderField } from "./sending/emails/headers.js"
export {
  hasLinkPlaceholder,
  offersUnsubscribing,
  withoutPlaceholders
} from "./sending/emails/offersUnsubscribing.js"
export { exceedsQuota, monthKey } from "./sending/emails/quota.js"
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
  type FoundSenders,
  isUnsigned,
  type SenderRefusal,
  senderRefusal
} from "./sending/emails/senderRefusal.js"
export { SearchIndex } from "./sending/search/SearchIndex.js"
export {
  foundWords,
  type Searched,
  searchedWords,
  type SearchTerms,
  searchTermsOf,
  wordsOf
} from "./sending/search/search.js"
export {
  type EventData,
  type EventRecord,
  type EventSubject,
  type RecordedEvent
} from "./events/log/Event.js"
export {
  type EventPage,
  type EventRange,
  EventStore,
  type EventTail
} from "./events/log/EventStore.js"
export { Events, type EventsService } from "./events/log/Events.js"
export { whatServerDid } from "./events/log/explainBackOff.js"
export { emailEvent } from "./events/log/payload.js"
export { inBrackets, moment } from "./events/log/phrases.js"
export { timelineOf } from "./events/log/timeline.js"
export {
  EventFeed,
  type EventFeedOptions,
  type EventFeedService,
  type WatchedEvents
} from "./events/streams/EventFeed.js"
export {
  EventStreams,
  type EventStreamsService,
  type FollowEvents
} from "./events/streams/EventStreams.js"
export { maxBehind } from "./events/streams/EventViewer.js"
export { type SubscriptionRecord, SubscriptionStore } from "./events/streams/SubscriptionStore.js"
export { TooSlow } from "./events/streams/TooSlow.js"
export { Feedback, type FeedbackService, type Retried } from "./events/feedback/Feedback.js"
export {
  type FeedbackChange,
  type FeedbackContext,
  type FeedbackDecision,
  type FeedbackEntry,
  type FeedbackFact,
  type FeedbackRecorded,
  FeedbackStore,
  type FoundMessage,
  type MessageQuery,
  type ReportedEmail,
  type ReportsToRetry,
  type StoredReportsPage
} from "./events/feedback/FeedbackStore.js"
export {
  type FoundReport,
  type MessageReference,
  type ReportOrigin
} from "./events/feedback/FoundReport.js"
export {
  feedbackKeptMillis,
  identityOf,
  type KeptReport,
  maxKeptPerDay,
  pauseBefore,
  type StoredReason,
  type StoredReport,
  type UnreadFeedback
} from "./events/feedback/StoredReport.js"
export { decideFeedback } from "./events/feedback/decideFeedback.js"
export { bodyIdIn, emailIdIn } from "./events/feedback/emailIdIn.js"
export { type Report, type ReportKind } from "./events/feedback/report.js"
export { suppressedTopic } from "./events/feedback/suppressedTopic.js"
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
  feedbackSourceReference,
  type SourceCall
} from "./events/feedbackSources/FeedbackSource.js"
export {
  FeedbackSourceStore,
  type KnownCall,
  type SourceOwner
} from "./events/feedbackSources/FeedbackSourceStore.js"
export {
  FeedbackSources,
  type FeedbackSourcesOptions,
  type FeedbackSourcesService
} from "./events/feedbackSources/FeedbackSources.js"
export { readPublicUrl } from "./events/feedbackSources/readPublicUrl.js"
export { Entropy } from "./kernel/ids/Entropy.js"
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
} from "./kernel/ids/newId.js"
export { CapturedMails, type CapturedMailsService } from "./delivery/inbox/CapturedMails.js"
export {
  type CapturedMail,
  Inbox,
  inboxCapacity,
  inboxOctets,
  type Release
} from "./delivery/inbox/Inbox.js"
export { ReleaseRelay } from "./delivery/inbox/ReleaseRelay.js"
export { type Job } from "./kernel/limiter/Key.js"
export {
  type Limiter,
  type LimiterClaim,
  type LimiterOptions,
  type LimiterRefusal,
  makeLimiter
} from "./kernel/limiter/Limiter.js"
export { type LimiterBounds, LimiterState } from "./kernel/limiter/LimiterState.js"
export { NewEvents } from "./events/log/NewEvents.js"
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
export { MessageStore, offeredFor, offeredOwner } from "./delivery/queue/MessageStore.js"
export {
  Queue,
  type QueueEntry,
  type QueueRoute,
  QueueUnavailable,
  type TakenEntry
} from "./delivery/queue/Queue.js"
export { layerDatabaseQueue } from "./delivery/queue/databaseQueue.js"
export { type ExternalQueueOptions, layerExternalQueue } from "./delivery/queue/externalQueue.js"
export { isInFlight } from "./delivery/queue/isInFlight.js"
export {
  type Envelope,
  formatReply,
  isBeforeMessage,
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
export { isAboutRelaying } from "./delivery/replies/relaying.js"
export { returnPathPrefix } from "./delivery/replies/returnPath.js"
export { wordingOf } from "./delivery/replies/wordingOf.js"
export {
  hourOf,
  type MailCounts,
  perWindow,
  reputationKeptMillis,
  type ReputationWindow,
  type WindowCounts,
  windowNames,
  windowStarts
} from "./events/reputation/MailCounts.js"
export {
  type OperatorEvent,
  type OperatorEventData,
  operatorEventsKeptMillis,
  type OperatorEventType
} from "./events/reputation/OperatorEvent.js"
export {
  Reputation,
  type ReputationOptions,
  type ReputationService
} from "./events/reputation/Reputation.js"
export {
  ReputationStore,
  type TenantCounts,
  type Troubled
} from "./events/reputation/ReputationStore.js"
export { countAttempt, countReport } from "./events/reputation/counted.js"
export { describeExcess, percent } from "./events/reputation/describeExcess.js"
export { type GuardMode } from "./events/reputation/guard.js"
export { type Excess, judgeReputation, levelIn, rateOf } from "./events/reputation/judge.js"
export { operatorEventView } from "./events/reputation/operatorEventView.js"
export { summarizeReputation } from "./events/reputation/summarize.js"
export { defaultRetentionPolicy, type RetentionPolicy } from "./events/retention/RetentionPolicy.js"
export { type Remove, RetentionStore } from "./events/retention/RetentionStore.js"
export { makeOpened, Secrets, type SecretsService } from "./accounts/secrets/Secrets.js"
export {
  type DerivedKeys,
  deriveKeys,
  deriveToken,
  makeFreshKeys,
  makeLinkKeys,
  makeReturnPathKeys,
  rememberDerived
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
export { makeSignal, type Signal } from "./kernel/signals/Signal.js"
export { awaitDone, awaitOpen } from "./kernel/signals/awaiting.js"
export { forkWithin } from "./kernel/signals/forkWithin.js"
export { makeCoalescing } from "./kernel/signals/makeCoalescing.js"
export { wakeable, type WhenWoken } from "./kernel/signals/wakeable.js"
export { type OwnServer, OwnServers } from "./sending/smtpConfigs/OwnServers.js"
export { type SmtpConfigRecord, smtpPasswordReference } from "./sending/smtpConfigs/SmtpConfig.js"
export { SmtpConfigs, type SmtpConfigsService } from "./sending/smtpConfigs/SmtpConfigs.js"
export { ownServerLimits } from "./sending/smtpConfigs/ownServerLimits.js"
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
export { inTimeSlices } from "./kernel/timeSlices/inTimeSlices.js"
export { pause } from "./kernel/timeSlices/pause.js"
export {
  atOnce,
  makeTimeSlices,
  type Steps,
  type TimeSlices,
  timeSlices
} from "./kernel/timeSlices/timeSlices.js"
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
} from "./database/transactions/Transaction.js"
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
export { afterTransaction, whenEnded } from "./database/transactions/whenEnded.js"
export {
  type WebhookAttemptRecord,
  type WebhookOutcome,
  type WebhookSettlement
} from "./events/webhooks/WebhookAttempt.js"
export {
  WebhookAnswer,
  type WebhookCall,
  WebhookCaller,
  type WebhookFault
} from "./events/webhooks/WebhookCaller.js"
export { WebhookDelivery, type WebhookDeliveryService } from "./events/webhooks/WebhookDelivery.js"
export { type WebhookEndpointRecord } from "./events/webhooks/WebhookEndpoint.js"
export { WebhookEndpointStore } from "./events/webhooks/WebhookEndpointStore.js"
export {
  WebhookEndpoints,
  type WebhookEndpointsService
} from "./events/webhooks/WebhookEndpoints.js"
export {
  type ClaimedWebhook,
  type PostedWebhook,
  type WebhookClaimLimits,
  type WebhookKey,
  WebhookQueue
} from "./events/webhooks/WebhookQueue.js"
export { decideWebhook, type WebhookContext } from "./events/webhooks/decideWebhook.js"
export {
  decideEndpointHealth,
  type EndpointHealth,
  type EndpointHealthChange,
  endpointsToLookAt,
  forgetsHealth,
  idleAfter,
  unlessIdle
} from "./events/webhooks/endpointHealth.js"
export { framesOf } from "./events/webhooks/framesOf.js"
export {
  failingLimit,
  nextWebhookAttempt,
  webhookRetryDelays
} from "./events/webhooks/retrySchedule.js"
export { sampleEvent, sampleOfId } from "./events/webhooks/sampleEvent.js"
export {
  decideWebhookRetry,
  decisiveSettlements,
  webhookKeyOf,
  webhookKeyText,
  type WebhookRetry
} from "./events/webhooks/webhookRetry.js"
export { webhookSecretReference } from "./events/webhooks/webhookSecretReference.js"

/**
 * The storage ports of `@telemark/core` over @effect/sql. A package for each database opens and
 * tunes it, and wakes workers.
 */
export { type Answer, failed } from "./database/client/connectionOver.js"
export { makeSqlClient } from "./database/client/makeSqlClient.js"
export { octetsOf } from "./database/client/octets.js"
export { openTransactionIn } from "./database/client/openTransaction.js"
export { sharedClient } from "./database/client/sharedClient.js"
export { setUntilOnDisk, type UntilOnDisk } from "./database/client/untilOnDisk.js"
export { LockWait, type WaitForLock } from "./database/Database.js"
export { again } from "./database/again.js"
export { codesOf, toStorageError } from "./database/storageError.js"
export { layerStorage } from "./storage.js"
export { migrate, requireSchema } from "./database/migrations/migrate.js"
export {
  migrationScript,
  newestStep,
  type ScriptOptions
} from "./database/migrations/migrationScript.js"
export { Names, ownNames, type TableNames } from "./database/names/Names.js"
export { type NamesOptions, problemOf as namesProblem } from "./database/names/NamesOptions.js"
export { type TableName } from "./database/names/tableList.js"
export { tableNames } from "./database/names/tableNames.js"
