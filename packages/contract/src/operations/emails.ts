import { AttachmentContent, EmailContent, EmailSource } from "../emailContent.js"
import { Email, EmailList, EmailSummary, ExportEmails, ListEmails, Timeline } from "../emails.js"
import { EmailEvent, StreamEvents } from "../events.js"
import { SendRequest } from "../sendRequest.js"
import { BatchResult, SendBatch, SendResult } from "../sendResult.js"
import { apostrophes, get, maxBodyOctets, post, readAllPages } from "./Operation.js"

const id = { id: { description: "The message's id." } }

export const emails = {
  /** When it returns, the messages are on disk. `MonthlyLimitExceeded`: nothing was queued. */
  send: post("/emails/send", "email:send", "Send an email", {
    isTraffic: true,
    description:
      "Queues one message for each recipient: all of them durably, or none. A repeated request sends again, unless both have the same Idempotency-Key. The body may have 15 MiB.",
    body: SendRequest,
    maxBody: maxBodyOctets.send,
    idempotencyKey:
      "Within 24 hours, a request with the same key returns the first result and sends nothing; 1 to 255 characters.",
    response: SendResult,
    answers: {
      201: "The messages are queued, on disk.",
      200: "The result of an earlier send with the same Idempotency-Key; nothing was sent."
    },
    isRepeat: (result: SendResult) => result.idempotent_replay,
    mark: "queued",
    errors: ["CompilerBusy", "MonthlyLimitExceeded", "SendingPaused"],
    repeat: "keyed",
    counts: "sends",
    examples: {
      html: {
        to: "ada@example.com",
        from: "Shop <shop@example.com>",
        subject: "Your order",
        html: "<p>It is on its way.</p>"
      },
      names: {
        to: "Ada Lovelace <ada@example.com>",
        from: "Shop <shop@example.com>",
        subject: "Your order",
        html: "<p>It is on its way.</p>",
        text: "It is on its way."
      },
      text: {
        to: ["ada@example.com", "grace@example.com"],
        subject: "Maintenance tonight",
        text: "We are back by 23:00."
      },
      template: {
        to: "ada@example.com",
        template_id: "welcome",
        data: { name: "Ada" },
        locale: "de-AT",
        metadata: { user_id: 42 }
      },
      copies: {
        to: "ada@example.com",
        cc: ["grace@example.com"],
        bcc: "archive@example.com",
        reply_to: "Help <help@example.com>",
        subject: "The minutes",
        text: "…"
      },
      attachments: {
        to: "ada@example.com",
        subject: "Your invoice",
        html: '<p><img src="cid:logo" alt="Shop"></p><p>The invoice is attached.</p>',
        attachments: [
          { filename: "invoice.pdf", content: "JVBERi0xLjcK", content_type: "application/pdf" },
          { filename: "logo.png", content: "iVBORw0KGgo=", content_id: "logo" }
        ]
      },
      later: {
        to: "ada@example.com",
        subject: "Your trial ends tomorrow",
        text: "…",
        tags: { campaign: "trial", step: "3" },
        scheduled_at: "2026-12-01T09:00:00+01:00"
      }
    }
  }),
  /** Fails only if the list itself is invalid. */
  sendBatch: post("/emails/batch", "email:send", "Send up to 100 emails", {
    isTraffic: true,
    description:
      "Each entry is a separate send: a refused entry doesn't affect the others, and the request still succeeds, so check the results. The body may have 15 MiB. Each entry counts as a send against the key's rate limit; if not all entries fit, the answer is 429.",
    body: SendBatch,
    argument: "emails",
    maxBody: maxBodyOctets.send,
    idempotencyKey:
      "Applies to each entry by its position in the list: a repeated batch returns the first results and sends nothing; 1 to 255 characters.",
    response: BatchResult,
    answers: {
      200: "The result of each entry, in their order; `status` says whether it was queued."
    },
    mark: "data",
    repeat: "keyed",
    counts: "sends",
    examples: {
      two: {
        emails: [
          { to: "ada@example.com", template_id: "welcome", data: { name: "Ada" } },
          { to: "grace@example.com", template_id: "welcome", data: { name: "Grace" } }
        ]
      }
    }
  }),
  list: get("/emails", "email:read", "List emails, newest first", {
    description: `Messages must match all filters. ${readAllPages} With several filters a page may have fewer entries than \`limit\`, or none, although others follow: a request looks through some 5,000 messages at most.`,
    query: ListEmails,
    response: EmailList,
    answers: { 200: "A page of emails." },
    mark: "data",
    allPages: "all"
  }),
  /** Newest first: a header, then one line for each. */
  export: get("/emails/export", "email:read", "Export emails as CSV, newest first", {
    description:
      "Takes the filters of the list, and streams every match. The first line names the columns, and values are quoted as RFC 4180 says. " +
      apostrophes,
    query: ExportEmails,
    response: EmailSummary,
    produces: "text/csv",
    answers: { 200: "A table with the columns of an email in a list." },
    mark: "id"
  }),
  get: get("/emails/:id", "email:read", "Get the log of one email", {
    parameters: id,
    response: Email,
    answers: { 200: "The email." },
    mark: "status",
    errors: ["NotFound"]
  }),
  /** `NotCancellable` if it is too late, or if an attempt is under way. */
  cancel: post("/emails/:id/cancel", "email:send", "Cancel an email", {
    isTraffic: true,
    parameters: id,
    description:
      "Takes no body. Cancels an email that is scheduled or waits for its next attempt; it no longer counts against the month's quota.",
    response: Email,
    answers: { 200: "The email is `failed` now, and there will be no more attempts." },
    mark: "status",
    errors: ["NotFound", "NotCancellable"]
  }),
  /** Each once and in the same order for all who read them. */
  stream: get("/events/stream", "email:read", "Follow events as they happen", {
    description:
      "Server-sent events of all of the tenant's mail: `id` is the event's id, `event` its type, and `data` what webhooks are posted. " +
      "To go on where a stream ended, send the last `id` as the header Last-Event-ID: nothing is left out or repeated. " +
      "A stream ends after five minutes, and is cut if it is read too slowly. A comment comes after 15 seconds without an event.",
    query: StreamEvents,
    response: EmailEvent,
    produces: "text/event-stream",
    answers: { 200: "The events. The answer ends when the stream does." },
    mark: "id",
    errors: ["EventStreamsBusy"]
  }),
  /** Oldest first. */
  events: get(
    "/emails/:id/events",
    "email:read",
    "List the events of one email, oldest first, and say what comes next",
    {
      parameters: id,
      response: Timeline,
      answers: { 200: "The email's events." },
      mark: "data",
      errors: ["NotFound"]
    }
  ),
  /** `ContentRemoved` if it is no longer stored. */
  content: get("/emails/:id/content", "email:read", "Get what one email says", {
    parameters: id,
    description:
      "The html may contain anything: show it only where its scripts can't run and nothing is loaded, such as in a frame with an empty `sandbox`. It has no tracked links and no image for opens, so looking at it isn't counted.",
    response: EmailContent,
    answers: { 200: "The email's content." },
    mark: "email_id",
    errors: ["NotFound", "ContentRemoved"]
  }),
  /** What was captured, else as it is composed. `ContentRemoved` if it is no longer stored. */
  source: get("/emails/:id/source", "email:read", "Get the source of one email", {
    parameters: id,
    description:
      "What was captured, if it was. Else the mail as it is composed for its next hop, but unsigned; addresses for unsubscribing are placeholders, and links lead to their targets, so that a key that only reads can't act for the recipient.",
    response: EmailSource,
    answers: { 200: "The beginning of the mail." },
    mark: "source",
    errors: ["NotFound", "ContentRemoved"],
    endsWithClient: true
  }),
  /** `ContentRemoved` if it is no longer stored. */
  attachment: get("/emails/:id/attachments/:index", "email:read", "Get one file of an email", {
    parameters: {
      ...id,
      index: { description: "The file's place in the mail, from 1.", isNumber: true }
    },
    response: AttachmentContent,
    answers: { 200: "The file." },
    mark: "content",
    errors: ["NotFound", "ContentRemoved"],
    endsWithClient: true
  }),
  /** `ContentRemoved` if it is no longer stored. */
  resend: post("/emails/:id/resend", "email:send", "Send an email again, as a new one", {
    isTraffic: true,
    parameters: id,
    description:
      "Takes no body. Queues a new email to the same recipient with the same content, files, tags, metadata and topic, at once; the first one stays as it is. Suppressions, quota and rate limits apply as to every send.",
    idempotencyKey:
      "Within 24 hours, a request with the same key returns the first result and sends nothing; 1 to 255 characters.",
    response: SendResult,
    answers: {
      201: "The new message is queued, on disk; or the recipient is suppressed, and named in `suppressed`.",
      200: "The result of an earlier send with the same Idempotency-Key; nothing was sent."
    },
    isRepeat: (result: SendResult) => result.idempotent_replay,
    mark: "queued",
    errors: ["NotFound", "ContentRemoved", "MonthlyLimitExceeded", "SendingPaused"],
    repeat: "keyed",
    counts: "sends"
  })
} as const
