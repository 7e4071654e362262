export type { Attachment, AttachmentInfo } from "./Attachment.js"
export { AttachmentStore } from "./AttachmentStore.js"
export { encodeBase64 } from "./base64.js"
export {
  decideSends,
  initialStatus,
  replaySend,
  type SendDecision,
  type SendFacts
} from "./decideSends.js"
export type { EmailRecord, ListedEmail } from "./Email.js"
export { Emails, type EmailsService } from "./Emails.js"
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
} from "./EmailStore.js"
export { type FirstUse, idempotencyKey, isReplayed } from "./firstUse.js"
export type { HeaderField } from "./headers.js"
export {
  hasLinkPlaceholder,
  offersUnsubscribing,
  withoutPlaceholders
} from "./offersUnsubscribing.js"
export { exceedsQuota, monthKey } from "./quota.js"
export type { EmailsOptions, PreparedSending, PrepareSend, Send, SendError } from "./send.js"
export type { SendBatchEntries } from "./sendBatch.js"
export {
  askedSenders,
  type FoundSenders,
  isUnsigned,
  type SenderRefusal,
  senderRefusal
} from "./senderRefusal.js"
export {
  foundWords,
  type Searched,
  searchedWords,
  type SearchTerms,
  searchTermsOf,
  wordsOf
} from "./search.js"
export { SearchIndex } from "./SearchIndex.js"
export { makeStoredFiles, type StoredFiles } from "./storedFiles.js"
export { WakeUp } from "./WakeUp.js"
