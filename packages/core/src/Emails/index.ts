export type { Attachment, AttachmentInfo } from "./Attachment.js"
export { AttachmentStore } from "./AttachmentStore.js"
export type { Email, EmailRecord, EmailSummary, ListedEmail } from "./Email.js"
export type { AttachmentInput } from "./AttachmentInput.js"
export { Emails, type EmailsService } from "./Emails.js"
export {
  type AcceptOutcome, type Cancellation, type Cancelled, type EmailFilter, type EmailPage, EmailStore, idempotencyMillis, type MessageBody, type PreparedSend,
  type Replay, type ShownRecipients
} from "./EmailStore.js"
export { MonthlyLimitExceeded, NotCancellable } from "./errors.js"
export type { HeaderField } from "./headers.js"
export { type EmailList, ListEmails } from "./list.js"
export type { EmailsOptions, PreparedSending, PrepareSend, Send, SendError, SendOptions } from "./send.js"
export type { SendBatchEntries } from "./sendBatch.js"
export { largestBatch, type QueuedEmail, SendBatch, type SendContent, type SendEnvelope, SendRequest, type SendResult } from "./SendRequest.js"
export { EmailStatus, emailStatuses } from "./status.js"
export { WakeUp } from "./WakeUp.js"
