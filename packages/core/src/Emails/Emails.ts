import { Context, Effect, Layer, Schema } from "effect"
import { NotFound } from "../Errors/index.js"
import { isId } from "../Ids/index.js"
import { type Paged, pageOf, PageRequest } from "../Paging/index.js"
import { SmtpConfigStore } from "../SmtpConfigs/index.js"
import type { StorageError } from "../Storage/index.js"
import { makeRenderTemplate, TemplateEngine, TemplateStore, withPossibleIds } from "../Templates/index.js"
import { timestamp, timestampOrNull } from "../Time/index.js"
import { decode, type ValidationFailed } from "../Validation/index.js"
import type { Email, EmailRecord, EmailSummary, ListedEmail } from "./Email.js"
import { EmailStore } from "./EmailStore.js"
import { type EmailsOptions, makeSend, type Send } from "./send.js"
import { EmailStatus } from "./status.js"
import { WakeUp } from "./WakeUp.js"

/** Which emails to list. */
export const ListEmails = Schema.Struct({ ...PageRequest.fields, status: Schema.optional(EmailStatus) })
export type ListEmails = typeof ListEmails.Type

export interface EmailsService {
  /** Accepts a send. Once it succeeds, the mails are on disk and will be delivered or explained. */
  readonly send: Send
  /** The log of one message. */
  readonly get: (tenantId: string, id: string) => Effect.Effect<Email, NotFound | StorageError>
  /** The tenant's messages, newest first. */
  readonly list: (
    tenantId: string,
    request?: ListEmails
  ) => Effect.Effect<Paged<EmailSummary>, ValidationFailed | StorageError>
}

const decodeList = decode(ListEmails)

const summary = (record: ListedEmail): EmailSummary => ({
  id: record.id,
  recipient_email: record.recipient_email,
  sender_email: record.sender_email,
  subject: record.subject,
  status: record.status,
  sent_at: timestampOrNull(record.sent_at),
  created_at: timestamp(record.created_at)
})

const whole = (record: EmailRecord): Email => ({
  ...summary(record),
  template_id: record.template_id,
  template_version: record.template_version,
  smtp_provider: record.smtp_provider,
  smtp_response: record.smtp_response,
  error_message: record.error_message,
  attempts: record.attempts,
  next_attempt_at: timestampOrNull(record.next_attempt_at),
  metadata: record.metadata
})

const make = (options: EmailsOptions) =>
  Effect.gen(function*() {
    const store = yield* EmailStore
    const wakeUp = yield* WakeUp
    const renderTemplate = makeRenderTemplate(withPossibleIds(yield* TemplateStore), yield* TemplateEngine)

    const get: EmailsService["get"] = (tenantId, id) =>
      Effect.gen(function*() {
        const record = isId("em", id) ? yield* store.find(tenantId, id) : undefined
        return record === undefined ? yield* new NotFound() : whole(record)
      })

    const list: EmailsService["list"] = (tenantId, input = {}) =>
      Effect.gen(function*() {
        const request = yield* decodeList(input)
        const page = pageOf(request)
        const records = yield* store.list(tenantId, page, request.status)
        return { data: records.map(summary), ...page }
      })

    return Emails.of({ send: makeSend(options, { store, wakeUp, smtpConfigs: yield* SmtpConfigStore, renderTemplate }), get, list })
  })

/** Emails: accepting them, and telling what became of each. */
export class Emails extends Context.Tag("@telemark/core/Emails")<Emails, EmailsService>() {
  static readonly layer = (options: EmailsOptions = {}): Layer.Layer<Emails, never, EmailStore | SmtpConfigStore | TemplateStore | TemplateEngine | WakeUp> =>
    Layer.effect(Emails, make(options))
}
