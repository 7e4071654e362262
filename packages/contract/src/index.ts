/**
 * What each operation accepts and returns, with all bounds, and its errors. Server, clients and
 * documents derive from it.
 */
export {
  Address,
  DomainName,
  foldAddress,
  isAddress,
  splitAddress,
  toAsciiDomain,
  toWireAddress
} from "./address.js"
export * from "./analytics.js"
export * from "./apiKeys.js"
export * from "./attachments.js"
export * from "./auditLog.js"
export * from "./brand.js"
export * from "./csv.js"
export { bodyOf, bodySchemaOf, type ErrorDescription, type ErrorHeader } from "./defineError.js"
export * from "./design.js"
export * from "./designRules.js"
export * from "./diagnosis.js"
export * from "./domains.js"
export * from "./ehloName.js"
export * from "./emailContent.js"
export * from "./emails.js"
export * from "./enumerations.js"
export * from "./errors.js"
export * from "./events.js"
export * from "./feedback.js"
export * from "./feedbackSources.js"
export * from "./headers.js"
export * from "./inbox.js"
export * from "./keptMembers.js"
export * from "./jsonSchema.js"
export * from "./locales.js"
export * from "./mailbox.js"
export * from "./memberRequests.js"
export { Success, success } from "./members.js"
export {
  type ArgumentsOf,
  asRepeat,
  countedAs,
  errorsOf,
  failuresOf,
  isAudited,
  maxBodyOctets,
  type Operation,
  type PathParameter,
  pathParametersOf,
  queryParametersOf,
  type Repeat,
  repeatOf,
  type ResponseOf,
  type SendOptions
} from "./operations/Operation.js"
export * from "./operations/operations.js"
export { type Page, pageEndingWith, PageRequest, requestedPage, unknownAfter } from "./paging.js"
export * from "./operatorWebhookEndpoints.js"
export * from "./people.js"
export * from "./reputation.js"
export * from "./reputationLimits.js"
export * from "./roles.js"
export * from "./sendRequest.js"
export * from "./sendResult.js"
export * from "./smtpConfig.js"
export * from "./smtpOAuth2.js"
export * from "./suppressions.js"
export * from "./tags.js"
export * from "./templateRequests.js"
export * from "./templates.js"
export * from "./tenants.js"
export * from "./textRules.js"
export * from "./time.js"
export * from "./topics.js"
export * from "./tracking.js"
export { type FreeFormBound, maxFreeForm, maxMembers } from "./validation/bounds.js"
export * from "./validation/decode.js"
export * from "./validation/details.js"
export { boundedText, JsonObject, StorableText } from "./validation/text.js"
export * from "./validation/unknownNames.js"
export * from "./webhookEndpoints.js"
export {
  DisabledReason,
  RotatedWebhookSecret,
  type WebhookSchemas,
  WebhookUrl
} from "./webhookSchemas.js"
