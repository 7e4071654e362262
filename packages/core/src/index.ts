/**
 * The operations of Telemark as Effect services, the ports that they need, their decisions as pure
 * functions, and the storage over a SQL client of SQLite or Postgres. Knows nothing of HTTP and SMTP.
 * One list of names, by file: folders have no index of their own.
 */
export * from "@telemark/contract"
export * from "./services.js"
export { spanOf } from "./kernel/traceparent.js"
export { CurrentMeters, type MetricsOptions } from "./kernel/metrics/Meters.js"
export { count, counterOf, metrics } from "./kernel/metrics/metrics.js"
export { readFigures } from "./events/analytics/figuresOfAll.js"
export { layerMetrics, readMetrics, refreshMetrics } from "./events/analytics/readMetrics.js"
export {
  type ApiKey,
  type Caller,
  grantScopes,
  isCaller,
  type Principal
} from "./accounts/apiKeys/ApiKey.js"
export { ApiKeys } from "./accounts/apiKeys/ApiKeys.js"
export { KeyHasher } from "./accounts/apiKeys/SlowHashes.js"
export { apiKeyQueries } from "./accounts/apiKeys/apiKeyTable.js"
export { fingerprintOf, mintKey, parseKey } from "./accounts/apiKeys/keyFormat.js"
export { type Bucket, type Buckets, makeBuckets, takeToken } from "./accounts/apiKeys/rateLimit.js"
export { makeConsumeTokens } from "./accounts/apiKeys/rateLimitTable.js"
export {
  type Actor,
  type AuditedChange,
  type AuditOrigin,
  CurrentAuditOrigin,
  membersOf
} from "./accounts/auditLog/AuditEntry.js"
export { actorOf, changedBy } from "./accounts/auditLog/actorOf.js"
export { AuditLog } from "./accounts/auditLog/AuditLog.js"
export { neutralBrand } from "./accounts/brands/Brand.js"
export { Brands } from "./accounts/brands/Brands.js"
export { makeSecrets, Secrets, type SecretsService } from "./accounts/secrets/Secrets.js"
export {
  type DerivedKeys,
  deriveKeys,
  makeFreshKeys,
  makeLinkKeys,
  makePasskeyKeys,
  makeReturnPathKeys,
  makeSignInKeys
} from "./accounts/secrets/derivedKeys.js"
export { type RotatedSecrets, rotateSecrets } from "./accounts/secrets/rotateSecrets.js"
export {
  inspectSecrets,
  type SealedSecret,
  sealedSecretQueries,
  type SecretCounts
} from "./accounts/secrets/sealedSecrets.js"
export type { SecretReference } from "./accounts/secrets/sealedText.js"
export { InvalidSecret, SecretMissing, SecretUnreadable } from "./accounts/secrets/secretErrors.js"
export { parseSecret, type SecretKey, StoredKeys } from "./accounts/secrets/secretKeys.js"
export {
  browserOf,
  InvalidSignInToken,
  maxSessionsOfKey,
  type NewSession,
  sessionMillis,
  type SessionOwner,
  type SessionPlace,
  type SignedIn,
  signInTokenMillis,
  viewOfSession
} from "./accounts/sessions/Session.js"
export { NotAdmitted } from "./accounts/members/admitMember.js"
export { type Identity, type Refusal } from "./accounts/members/decideAdmission.js"
export { invitationMillis } from "./accounts/members/Member.js"
export { Members } from "./accounts/members/Members.js"
export { memberQueries } from "./accounts/members/memberTable.js"
export { Passkeys } from "./accounts/passkeys/Passkeys.js"
export { type PasskeyRecord } from "./accounts/passkeys/passkeyTable.js"
export { Sessions } from "./accounts/sessions/Sessions.js"
export { sessionQueries } from "./accounts/sessions/sessionTable.js"
export {
  linkMarkOctets,
  linkMarkOf,
  type Tenant,
  type TenantPause
} from "./accounts/tenants/Tenant.js"
export { Tenants } from "./accounts/tenants/Tenants.js"
export { tenantRemoval } from "./accounts/tenants/tenantRemoval.js"
export { operatorOwner } from "./accounts/operator/operatorOwner.js"
export { tenantQueries } from "./accounts/tenants/tenantTable.js"
export { AnswerLater } from "./database/given.js"
export { type DatabaseContents, readContents } from "./database/contents.js"
export { Database, LockWait, type WaitForLock } from "./database/Database.js"
export {
  abandonCopy,
  type Copy,
  type CopyOptions,
  CopyRefused,
  type CopySide,
  findCopy,
  openCopy,
  type TableReport
} from "./database/copy/DatabaseCopy.js"
export type { ComparedTable } from "./database/copy/compareTables.js"
export { type CopyState, OpensCopies, type SourcePhase } from "./database/copy/copyState.js"
export { switchOver } from "./database/copy/switchOver.js"
export type { Lease } from "./database/Lease.js"
export { StorageHealth } from "./database/StorageHealth.js"
export { sharedClient } from "./database/client/sharedClient.js"
export {
  type Answer,
  failed,
  makeSqlClient,
  octetsOf,
  openTransactionIn,
  recordConnection,
  setUntilOnDisk,
  type UntilOnDisk
} from "./database/client/sqlClient.js"
export { migrate, requireSchema } from "./database/migrations/migrate.js"
export { migrationScript, newestStep } from "./database/migrations/migrationScript.js"
export {
  Names,
  type NamesOptions,
  ownNames,
  problemOf as namesProblem,
  tableNames,
  type TableNames
} from "./database/names.js"
export type { Remove } from "./database/removeOldest.js"
export { codesOf, messagesOf, stored, toStorageError } from "./database/storageError.js"
export { urlsOfHosts } from "./database/urlsOfHosts.js"
export {
  type TransactionProblem,
  TransactionUnusable
} from "./database/transactions/TransactionUnusable.js"
export {
  afterTransaction,
  CurrentTransaction,
  inTransaction,
  type Transaction,
  type TransactionRow,
  type TransactionRows,
  Transactions,
  whenEnded
} from "./database/transactions/Transactions.js"
export type { Attempted } from "./delivery/attempt/Attempt.js"
export { Delivery } from "./delivery/attempt/Delivery.js"
export {
  type BackOff,
  type ConnectionLimit,
  isRefusal,
  nextAttemptAt,
  platformRoute
} from "./delivery/backOffs/BackOff.js"
export { backOffQueries, makeFindBackOff } from "./delivery/backOffs/backOffTable.js"
export { type CapturedMail, inboxCapacity, inboxOctets } from "./delivery/inbox/CapturedMail.js"
export { CapturedMails, ReleaseRelay } from "./delivery/inbox/CapturedMails.js"
export { Inbox } from "./delivery/inbox/Inbox.js"
export {
  type BrokenReason,
  DeliveryOutcome,
  type ForeseenReport,
  type MissingLogin,
  type TokenRefusal,
  type UnsendableReason
} from "./delivery/message/DeliveryOutcome.js"
export type { LocalWorker } from "./delivery/message/LocalWorkers.js"
export {
  type Attachment,
  type AttachmentInfo,
  type ClaimedMessage,
  type ClickLinks,
  datedAt,
  type HeaderField,
  type MessageBody,
  type MessageLinks,
  type OutgoingMessage,
  type OAuth2Client,
  type OAuth2Login,
  type OwnServer,
  type ReturnPath,
  type ShownRecipients,
  type SigningKey,
  type TrackedActions,
  type UnsubscribeLinks
} from "./delivery/message/Message.js"
export { OwnServers, type RelayEnvelope, Transport } from "./delivery/message/Transport.js"
export { sqlSendsPayload, WakeUp } from "./delivery/message/WakeUp.js"
export {
  Links,
  type LinkSubject,
  ReturnPaths,
  type ReturnPathsService,
  toXtext
} from "./delivery/message/serviceAddresses.js"
export {
  type Cause,
  heldOwner,
  inFlight,
  initialStatus,
  isInFlight,
  offeredOwner,
  statusAtFirst,
  transition,
  transitions
} from "./delivery/message/transition.js"
export { HeldMail, type HeldCounts } from "./delivery/queue/HeldMail.js"
export type { HeldMessage, HeldSelection } from "./delivery/queue/heldQueries.js"
export { retryNow } from "./delivery/queue/retryNow.js"
export { layerDatabaseQueue, MailQueue, queueQueries } from "./delivery/queue/MailQueue.js"
export {
  Queue,
  type QueueEntry,
  type QueueRoute,
  QueueUnavailable,
  type TakenEntry
} from "./delivery/queue/Queue.js"
export type { ClaimedKinds } from "./delivery/queue/chooseDueMessages.js"
export { layerExternalQueue } from "./delivery/queue/externalQueue.js"
export { offeredFor } from "./delivery/queue/outbox.js"
export type { Recorded } from "./delivery/queue/record.js"
export {
  type Envelope,
  formatReply,
  type Reply,
  returnPathPrefix,
  type Stage
} from "./delivery/replies/Reply.js"
export { consequences, type Subject, Verdict } from "./delivery/replies/Verdict.js"
export { wordingOf } from "./delivery/replies/plainWords.js"
export { readReply } from "./delivery/replies/readReply.js"
export { type RouteSignal, signalOf } from "./delivery/routes/RouteSignal.js"
export {
  afterOutcome,
  freshThrottle,
  ownServerLimits,
  type Throttle
} from "./delivery/routes/throttle.js"
export type { SettledStatus, Settlement } from "./delivery/settlement/Settlement.js"
export { classify } from "./delivery/settlement/classify.js"
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
export { Analytics } from "./events/analytics/Analytics.js"
export { deliveryTimeLimits } from "./events/analytics/countedAs.js"
export { analyticsQueries } from "./events/analytics/countersTable.js"
export type { CountedPeriod } from "./events/analytics/figures.js"
export { recountMessages } from "./events/analytics/recount.js"
export { Diagnosis } from "./events/diagnosis/Diagnosis.js"
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
export type { Retried } from "./events/feedback/retryReports.js"
export { storedReportQueries } from "./events/feedback/storedReportTable.js"
export { FeedbackCalls } from "./events/feedbackSources/FeedbackCalls.js"
export {
  type FeedbackCall,
  type FeedbackCallReading,
  FeedbackReader
} from "./events/feedbackSources/FeedbackReader.js"
export type { FeedbackSourceRecord, SourceOwner } from "./events/feedbackSources/FeedbackSource.js"
export { FeedbackSources, readPublicUrl } from "./events/feedbackSources/FeedbackSources.js"
export { feedbackSourceQueries } from "./events/feedbackSources/feedbackSourceTable.js"
export {
  emailEvent,
  type EventData,
  type EventRecord,
  type EventSubject,
  type RecordedEvent
} from "./events/log/Event.js"
export { NewEvents } from "./events/log/NewEvents.js"
export { type EventPage, eventQueries, type EventRange } from "./events/log/eventTable.js"
export { makeWriteEvents } from "./events/log/writeEvents.js"
export {
  newOperatorEvent,
  type OperatorEvent,
  type OperatorEventData,
  operatorEventsKeptMillis,
  type OperatorEventType
} from "./events/reputation/OperatorEvent.js"
export { pausedTenants } from "./events/reputation/PausedTenants.js"
export { Reputation, type ReputationOptions } from "./events/reputation/Reputation.js"
export {
  reputationKeptMillis,
  type ReputationWindow,
  windowStarts
} from "./events/reputation/countedMail.js"
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
export { EventFeed, type WatchedEvents } from "./events/streams/EventFeed.js"
export { EventStreams, type FollowEvents, makeEventStreams } from "./events/streams/EventStreams.js"
export { maxBehind, TooSlow } from "./events/streams/EventViewer.js"
export { type EventTail, makeEventTail } from "./events/streams/eventTail.js"
export { subscriptionQueries, type SubscriptionRecord } from "./events/streams/subscriptionTable.js"
export { Events } from "./events/timeline/Events.js"
export { whatServerDid } from "./events/timeline/emailSummary.js"
export { inBrackets, moment } from "./events/timeline/phrases.js"
export { timelineOf } from "./events/timeline/timeline.js"
export { Tracking } from "./events/tracking/Tracking.js"
export { resendTypes } from "./events/webhooks/resendEvent.js"
export type {
  ClaimedWebhook,
  WebhookAttemptRecord,
  WebhookKey,
  WebhookSettlement
} from "./events/webhooks/WebhookAttempt.js"
export {
  framesOf,
  WebhookAnswer,
  type WebhookCall,
  WebhookCaller,
  type WebhookFault
} from "./events/webhooks/WebhookCaller.js"
export { WebhookDelivery } from "./events/webhooks/WebhookDelivery.js"
export {
  forgetsHealth,
  parseEndpointId,
  type WebhookEndpointRecord
} from "./events/webhooks/WebhookEndpoint.js"
export {
  WebhookEndpoints,
  type WebhookEndpointsService
} from "./events/webhooks/WebhookEndpoints.js"
export { WebhookQueue } from "./events/webhooks/WebhookQueue.js"
export { webhookAttemptQueries } from "./events/webhooks/attemptTable.js"
export type { WebhookClaimLimits } from "./events/webhooks/claimWebhooks.js"
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
export { operatorEventQueries } from "./events/webhooks/operatorWebhookEvents.js"
export { webhookEndpointQueries } from "./events/webhooks/endpointTable.js"
export { postSample } from "./events/webhooks/postSample.js"
export { sampleEvent, sampleOfId } from "./events/webhooks/sampleEvent.js"
export { webhookQueueQueries } from "./events/webhooks/webhookQueueTable.js"
export { newWebhookSecret, webhookSecretReference } from "./events/webhooks/webhookSecret.js"
export { type Batcher, type BatcherOptions, makeBatcher } from "./kernel/Batcher.js"
export * as Direct from "./kernel/direct.js"
export {
  type Limiter,
  type LimiterClaim,
  type LimiterRefusal,
  makeLimiter
} from "./kernel/Limiter.js"
export type { Job } from "./kernel/LimiterKey.js"
export { type LimiterBounds, LimiterState } from "./kernel/LimiterState.js"
export { makeOwnersBatcher } from "./kernel/OwnersBatcher.js"
export { again, waitAfter } from "./kernel/backOff.js"
export {
  firstIdAt,
  idAt,
  instantOfId,
  isId,
  newId,
  newIds,
  uuidOfId,
  uuidv7,
  withDashes
} from "./kernel/ids.js"
export { parseJsonRows, parseLargeJson } from "./kernel/json/parseJson.js"
export { checkShapeFrom, parseJson, requireShallow } from "./kernel/json/readJson.js"
export {
  COMMA,
  endOfString,
  QUOTE,
  type ShapeBounds,
  shapeOf,
  stretch
} from "./kernel/json/shape.js"
export { crlfInSteps, withCrlf } from "./kernel/lineEnds.js"
export { maxHead } from "./sending/emails/rawMail.js"
export { makeMemory, type Memory } from "./kernel/memory.js"
export { orLog } from "./kernel/orLog.js"
export { programFile } from "./kernel/programFile.js"
export {
  awaitDone,
  awaitOpen,
  forkWithin,
  makeCoalescing,
  makeSignal,
  wakeable
} from "./kernel/signals.js"
export { makeSingleFlight } from "./kernel/singleFlight.js"
export {
  atOnce,
  inTimeSlices,
  makeTimeSlices,
  repeatInTurns,
  type Steps,
  timeSlices,
  type TimeSlices
} from "./kernel/timeSlices.js"
export { isMacOf, isSameSecret, writeMac } from "./kernel/tokens.js"
export { makeRecorded } from "./operations/auditedGroups.js"
export { type Implementations, makeImplementations } from "./operations/implementations.js"
export { attachmentQueries } from "./sending/attachments/attachmentTable.js"
export {
  type ComposedSource,
  Composer,
  isOfContent,
  type ParsedFile,
  type ParsedMail
} from "./sending/contents/Content.js"
export { Contents } from "./sending/contents/Contents.js"
export {
  type DkimAlgorithm,
  type DkimKeyRecord,
  dkimKeyReference,
  type DomainKey,
  type DomainRecord,
  maxDomains,
  senderOf
} from "./sending/domains/Domain.js"
export {
  type DomainFindings,
  type DomainQuestion,
  DomainVerifier
} from "./sending/domains/DomainVerifier.js"
export { Domains } from "./sending/domains/Domains.js"
export { type DomainChange, domainChanges } from "./sending/domains/changeDomains.js"
export { isReady, nextCheckAt } from "./sending/domains/checkSchedule.js"
export {
  aliasName,
  type AliasUse,
  dkimHost,
  dkimValue,
  dmarcHost,
  dmarcValue,
  type DomainsOptions,
  spfValue
} from "./sending/domains/dnsRecords.js"
export { domainQueries } from "./sending/domains/domainTable.js"
export { addedMessage, rotatedMessage } from "./sending/domains/domainViews.js"
export { judgeDomain, type Look } from "./sending/domains/judgeDomain.js"
export { currentKey, lackingKeys, withFreshKeys } from "./sending/domains/keyRotation.js"
export { type DkimKeyPair, DkimKeys } from "./sending/domains/newKeys.js"
export { makeTakeDueDomains } from "./sending/domains/takeDueDomains.js"
export type { EmailFilter, EmailPage, EmailRecord, ListedEmail } from "./sending/emails/Email.js"
export { Emails, type MessagesOfSend, NotScheduled } from "./sending/emails/Emails.js"
export {
  type AcceptOutcome,
  idempotencyMillis,
  type PreparedSend
} from "./sending/emails/PreparedSend.js"
export { areAllowed } from "./sending/emails/allowedRecipients.js"
export { uniqueRecipients } from "./sending/emails/recipients.js"
export { type AcceptSend, AroundAccept } from "./sending/emails/acceptSends.js"
export { EntryRefused } from "./sending/emails/sendBatch.js"
export { type Cancellation, decideCancelled } from "./sending/emails/cancelEmail.js"
export {
  decideSends,
  exceedsQuota,
  monthKey,
  type SendDecision,
  type SendFacts
} from "./sending/emails/decideSends.js"
export { emailQueries } from "./sending/emails/emailQueries.js"
export { type FirstUse, idempotencyKey, isReplayed } from "./sending/emails/idempotency.js"
export {
  hasLinkPlaceholder,
  offersUnsubscribing,
  withoutPlaceholders
} from "./sending/emails/listUnsubscribe.js"
export { indexMessages } from "./sending/emails/searchIndex.js"
export { foundWords, searchedWords, searchTermsOf, wordsOf } from "./sending/emails/searchTerms.js"
export type { EmailsOptions, SendError, SendingOptions } from "./sending/emails/send.js"
export {
  askedSenders,
  isUnsigned,
  type SenderRefusal,
  senderRefusal
} from "./sending/emails/senderRules.js"
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
export { type SmtpConfigRecord, smtpLoginReference } from "./sending/smtpConfigs/SmtpConfig.js"
export { SmtpConfigs } from "./sending/smtpConfigs/SmtpConfigs.js"
export {
  makeFindSmtpConfig,
  makeSaveSmtpConfig,
  smtpConfigQueries
} from "./sending/smtpConfigs/smtpConfigTable.js"
export { People } from "./sending/people/People.js"
export { afterSuppression } from "./sending/suppressions/listSuppressions.js"
export { installSqlInterface, type InstalledSql } from "./sending/sqlSends/installSqlInterface.js"
export { SqlSends } from "./sending/sqlSends/SqlSends.js"
export { sqlSendQueries, sqlSendsKeptMillis } from "./sending/sqlSends/sqlSendTable.js"
export type { SuppressionRecord } from "./sending/suppressions/Suppression.js"
export {
  brakeLimits,
  type BrakeLimits,
  SuppressionBrake
} from "./sending/suppressions/SuppressionBrake.js"
export {
  incidentMillis,
  suppressionCause,
  type SuppressionIncident,
  type SuppressionIncidentRecord,
  type SuppressionIncidentView
} from "./sending/suppressions/SuppressionIncident.js"
export { Suppressions } from "./sending/suppressions/Suppressions.js"
export {
  incidentQueries,
  listIncidents,
  undoIncident,
  type UndoneIncident
} from "./sending/suppressions/incidentTable.js"
export {
  makeSelectSuppressions,
  type SuppressionFilter
} from "./sending/suppressions/listSuppressions.js"
export {
  makeWriteSuppressions,
  suppressionQueries
} from "./sending/suppressions/suppressionTable.js"
export {
  type TemplateContent,
  type TemplateVariant,
  type TemplateVersion,
  versionOf,
  type TemplateKey
} from "./sending/templates/Template.js"
export {
  type CompiledSource,
  type Previewed,
  type RenderBudget,
  type RenderedParts,
  type RenderOutcome,
  type RenderRequest,
  StarterCatalog,
  TemplateEngine,
  type TemplateProblem,
  type TemplateSource
} from "./sending/templates/TemplateEngine.js"
export { Templates, type TemplatesService } from "./sending/templates/Templates.js"
export {
  mergeUses,
  pathsOf,
  type VariableUse,
  type VariableUses
} from "./sending/templates/VariableUse.js"
export { makeRenderShares, makeRenderTemplate } from "./sending/templates/renderTemplate.js"
export {
  linkPlaceholders,
  placeholdersIn,
  withDefaults,
  withoutValue
} from "./sending/templates/templateData.js"
export { chooseParts, fallBackChain, type PartOrigins } from "./sending/templates/templateParts.js"
export { templateQueries } from "./sending/templates/templateTable.js"
export { usesOf, withoutValueWarnings } from "./sending/templates/templateWarnings.js"
export type { TopicRecord } from "./sending/topics/Topic.js"
export { Topics } from "./sending/topics/Topics.js"
export { topicQueries } from "./sending/topics/topicTable.js"
export { layerStorage } from "./storage.js"
